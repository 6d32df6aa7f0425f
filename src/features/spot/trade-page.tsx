import { isMarket, marketOf, symbolOf, type Pair } from '#contract/market/market.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { MarketHead } from '#src/parts/trade/market-head.tsx'
import { FavouriteStar } from '#src/parts/trade/favourite-star.tsx'
import { PairPicker } from '#src/parts/trade/pair-picker.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading, type Live } from '#streams/kit/live.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rulesOf, type PairRules } from './ticket-sums.ts'
import { TradeDesk } from './trade-desk.tsx'
import { TradePhone } from './trade-phone.tsx'

/** Spot trading: select a pair, see its book, place and cancel orders. Desktop layout on wide screens. */
export function TradePage() {
  const { t } = useTranslation(['spot', 'market'])
  const { feeds } = useServices()
  const query = useQuery()
  const lastMarket = useSettings((settings) => settings.lastMarket)
  const setSettings = useSettings((settings) => settings.set)
  const market = isMarket(query['market']) ? query['market'] : lastMarket
  useEffect(() => {
    if (market !== lastMarket) setSettings({ lastMarket: market })
  }, [market, lastMarket, setSettings])
  const [isPicking, setIsPicking] = useState(false)
  const [isChart, setIsChart] = useState(false)
  const isDesk = useIsDesktop()
  const pair = usePart(feeds.tickers$, loading, (pairs) => tradedOf(pairs, market))
  const begin = { side: query['side'], price: query['price'], trigger: query['trigger'] }
  const pick = (next: string) => {
    setIsPicking(false)
    go(spotPaths.tradeOf(next), { replace: true })
  }
  return (
    <Page
      title={`${t('title')} ${symbolOf(market)}`}
      hasBack={false}
      isWide
      isFilled={isDesk}
      head={<MarketHead market={market} onPick={() => setIsPicking(true)} isDesk={isDesk} />}
      actions={
        <>
          {typeof pair === 'object' && <FavouriteStar pair={pair} />}
          {isDesk ? (
            <IconButton icon="candles" label={t('market:openKline')} onClick={() => go(marketPaths.klineOf(market))} />
          ) : (
            <IconButton
              icon="candles"
              label={t('market:chart')}
              aria-expanded={isChart}
              onClick={() => setIsChart(!isChart)}
            />
          )}
        </>
      }
    >
      {pair === 'loading' ? (
        <Skeleton lines={6} height={56} />
      ) : pair === 'unknown' ? (
        <Empty text={t('market:noPair')} icon="search" />
      ) : isDesk ? (
        <TradeDesk key={market} pair={pair} market={market} begin={begin} onPick={() => setIsPicking(true)} />
      ) : (
        <TradePhone key={market} pair={pair} market={market} begin={begin} isChart={isChart} />
      )}
      <PairPicker isOpen={isPicking} onClose={() => setIsPicking(false)} onPick={pick} />
    </Page>
  )
}

/** The rules of the current pair, without prices: the page does not render again on each price. */
function tradedOf({ value }: Live<readonly Pair[]>, market: string): PairRules | 'loading' | 'unknown' {
  if (value === null) return 'loading'
  const pair = value.find(({ symbol }) => marketOf(symbol) === market)
  return pair === undefined ? 'unknown' : rulesOf(pair)
}
