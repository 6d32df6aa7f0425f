import { Press, Stack } from '#src/ui/box.tsx'
import { isMarket, symbolOf } from '#contract/market/market.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { alertPaths } from '#src/lib/paths/alert.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { FavouriteStar } from '#src/parts/trade/favourite-star.tsx'
import { PairPicker } from '#src/parts/trade/pair-picker.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { loading } from '#streams/kit/live.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MarketView } from './market-view.tsx'

/** The detail page of one market: price, chart, order book and trades, with a link to the trade page. */
export function KlinePage() {
  const { t } = useTranslation('market')
  const { feeds } = useServices()
  const { lastMarket, set } = useSettings()
  const asked = useQuery()['market']
  const market = isMarket(asked) ? asked : lastMarket
  // What the page itself shows of the pair does not change with its price.
  const { isKnown, isLoading, scale } = usePart(feeds.pair$(market), loading, ({ value, freshness }) => ({
    isKnown: value !== null,
    isLoading: freshness === 'loading',
    scale: value?.price_scale ?? 2,
  }))
  const [isPicking, setIsPicking] = useState(false)
  const name = symbolOf(market)
  const pick = (next: string) => {
    setIsPicking(false)
    set({ lastMarket: next })
    go(marketPaths.klineOf(next), { replace: true })
  }
  const isUnknown = !isKnown && !isLoading
  const head = (
    <Press
      lay="inline"
      gap={1}
      sidePad={1}
      align="center"
      weight="bold"
      isTouch
      size="title"
      onClick={() => setIsPicking(true)}
      aria-label={`${name}, ${t('pick')}`}
    >
      {name}
      <Icon name="chevron-down" size={16} />
    </Press>
  )
  return (
    <Page
      title={name}
      isWide
      isFlush
      head={head}
      actions={isKnown && <Actions market={market} />}
      footer={!isUnknown && <TradeButtons market={market} />}
    >
      {isUnknown ? (
        <Empty text={t('noPair')} icon="search">
          <Button kind="quiet" onClick={() => setIsPicking(true)}>
            {t('pick')}
          </Button>
        </Empty>
      ) : (
        <MarketView market={market} scale={scale} />
      )}
      <PairPicker isOpen={isPicking} onClose={() => setIsPicking(false)} onPick={pick} />
    </Page>
  )
}

function Actions({ market }: { readonly market: string }) {
  const { t } = useTranslation('market')
  return (
    <>
      <FavouriteStar pair={{ symbol: symbolOf(market) }} />
      <IconButton icon="bell" label={t('alerts')} onClick={() => go(alertPaths.alertsOf(market))} />
    </>
  )
}

function TradeButtons({ market }: { readonly market: string }) {
  const { t } = useTranslation('market')
  return (
    <Stack gap={3} columns={2}>
      <Button kind="buy" size="l" isWide onClick={() => go(`${spotPaths.tradeOf(market)}&side=buy`)}>
        {t('buy')}
      </Button>
      <Button kind="sell" size="l" isWide onClick={() => go(`${spotPaths.tradeOf(market)}&side=sell`)}>
        {t('sell')}
      </Button>
    </Stack>
  )
}
