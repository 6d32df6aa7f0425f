import { isMarket, symbolOf } from '#contract/market/market.ts'
import { go, hereWith, useQuery } from '#src/lib/hash-location.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { leverPairOf } from '#src/parts/lever/account.ts'
import { MarketHead } from '#src/parts/trade/market-head.tsx'
import { FavouriteStar } from '#src/parts/trade/favourite-star.tsx'
import { PairPicker } from '#src/parts/trade/pair-picker.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading } from '#streams/kit/live.ts'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LeverView } from './lever-view.tsx'
import styles from './lever.module.css'

type Props = {
  /** On the contracts tab: the switch to option rounds. */
  readonly switcher?: ReactNode
}

/** The lever: a market with its ticket, positions and account. */
export function LeverPage({ switcher }: Props) {
  const { t } = useTranslation(['lever', 'market'])
  const { feeds } = useServices()
  const asked = useQuery()['market']
  const lastMarket = useSettings((settings) => settings.lastMarket)
  const setSettings = useSettings((settings) => settings.set)
  const market = isMarket(asked) ? asked : lastMarket
  useEffect(() => {
    if (market !== lastMarket) setSettings({ lastMarket: market })
  }, [market, lastMarket, setSettings])
  const [isPicking, setIsPicking] = useState(false)
  const [isChart, setIsChart] = useState(false)
  const openPicker = useCallback(() => setIsPicking(true), [])
  const isDesk = useIsDesktop()
  const pair = usePart(feeds.tickers$, loading, (pairs) => leverPairOf(pairs, market))
  const pick = (next: string) => {
    setIsPicking(false)
    go(hereWith('market', next), { replace: true })
  }
  return (
    <Page
      title={`${t('title')} ${symbolOf(market)}`}
      hasBack={switcher === undefined}
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
      {switcher !== undefined && <div className={styles.switcher}>{switcher}</div>}
      {typeof pair === 'object' ? (
        <LeverView key={market} pair={pair} market={market} isChart={isChart} isDesk={isDesk} onPick={openPicker} />
      ) : pair === 'loading' ? (
        <Skeleton lines={6} height={56} />
      ) : (
        <Empty text={t('noMarket')} icon="search" />
      )}
      <PairPicker isOpen={isPicking} onClose={() => setIsPicking(false)} onPick={pick} />
    </Page>
  )
}
