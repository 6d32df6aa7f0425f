import type { SpotSide } from '#contract/spot/spot.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { BookTools } from '#src/parts/trade/book-tools.tsx'
import { groupsOf } from '#src/parts/trade/group-book.ts'
import { OrderBook, type BookView, type OwnPrices } from '#src/parts/trade/order-book.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { BookColumn, LastPrice } from '#src/parts/trade/trade-layout.tsx'
import { loading } from '#streams/kit/live.ts'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnOrders } from './use-own-orders.ts'
import type { PairRules } from './ticket-sums.ts'

type Props = {
  readonly pair: PairRules
  readonly market: string
  readonly rows: number
  readonly onPick: (price: string) => void
}

/** The order book with its grouping: prices grouped to the chosen step, the last price between the sides. */
export const BookPanel = memo(function BookPanel({ pair, market, rows, onPick }: Props) {
  const ticks = useMemo(() => groupsOf(pair), [pair])
  const [tick, setTick] = useState(ticks[0] ?? '1')
  const [view, setView] = useState<BookView>('both')
  return (
    <BookColumn>
      <Levels market={market} tick={tick} view={view} rows={rows} onPick={onPick} />
      <BookTools view={view} onView={setView} tick={tick} ticks={ticks} onTick={setTick} />
    </BookColumn>
  )
})

/** A component of its own, so that only this part renders again when the caller's orders change. */
function Levels({
  market,
  tick,
  view,
  rows,
  onPick,
}: Omit<Props, 'pair'> & { readonly tick: string; readonly view: BookView }) {
  const own = useOwnPrices(market)
  const middle = useMemo(() => <Middle market={market} />, [market])
  return <OrderBook market={market} tick={tick} view={view} rows={rows} own={own} onPick={onPick} middle={middle} />
}

/** The prices at which the user's orders rest in this market; the same object while they are unchanged. */
function useOwnPrices(market: string): OwnPrices {
  const orders = useOwnOrders(market)
  return useMemo(() => {
    const pricesOf = (side: SpotSide) =>
      orders.filter(({ type }) => type === side).map(({ target_price }) => target_price)
    return { bids: pricesOf('buy'), asks: pricesOf('sell') }
  }, [orders])
}

/** The last price, and how old the book is. */
function Middle({ market }: { readonly market: string }) {
  const { t } = useTranslation('market')
  const { feeds } = useServices()
  const { freshness, ageMs } = usePart(feeds.orderBook$(market), loading, ({ freshness, ageMs }) => ({
    freshness,
    ageMs: freshness === 'stale' ? ageMs : null,
  }))
  return (
    <LastPrice market={market} isStale={freshness === 'stale'}>
      {freshness === 'syncing' ? <small>{t('syncing')}</small> : <PriceAge freshness={freshness} ageMs={ageMs} />}
    </LastPrice>
  )
}
