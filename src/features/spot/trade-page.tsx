import { marketOf, type Pair } from '#contract/market/market.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { usePart, useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { MarketPage, useMarket } from '#src/parts/trade/market-page.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading, type Live } from '#streams/kit/live.ts'
import { useState, useMemo, lazy, Suspense, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { rulesOf, type PairRules } from './ticket-sums.ts'
import { CandleChart } from '#src/parts/chart/candle-chart.tsx'
import { DayStrip } from '#src/parts/trade/day-strip.tsx'
import { DealsList } from '#src/parts/trade/deals-list.tsx'
import { TradePhoneLayout, BookColumn, LastPrice } from '#src/parts/trade/trade-layout.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import { TicketForm } from './ticket.tsx'
import { useTicket, type Begin, type TicketState } from './use-ticket.ts'
import { amendFocused, pressKeyed, TradeKeys, type TradeKey } from '#src/parts/trade/trade-keys.tsx'
import type { SpotSide, SpotOrder } from '#contract/spot/spot.ts'
import { BookTools } from '#src/parts/trade/book-tools.tsx'
import { groupsOf } from '#src/parts/trade/group-book.ts'
import { OrderBook, type BookView, type OwnPrices } from '#src/parts/trade/order-book.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'

/** Spot trading: select a pair, see its book, place and cancel orders. Desktop layout on wide screens. */
export function TradePage() {
  const { t } = useTranslation(['spot', 'market'])
  const { feeds } = useServices()
  const query = useQuery()
  const market = useMarket(query['market'])
  const pair = usePart(feeds.tickers$, loading, (pairs) => tradedOf(pairs, market))
  const begin = { side: query['side'], price: query['price'], trigger: query['trigger'] }
  return (
    <MarketPage
      title={t('title')}
      market={market}
      pair={pair}
      hasBack={false}
      onMarket={(next) => go(spotPaths.tradeOf(next), { replace: true })}
    >
      {({ isDesk, isChart, onPick }) =>
        pair === 'loading' ? (
          <Skeleton lines={6} height={56} />
        ) : pair === 'unknown' ? (
          <Empty text={t('market:noPair')} icon="search" />
        ) : isDesk ? (
          <TradeDesk key={market} pair={pair} market={market} begin={begin} onPick={onPick} />
        ) : (
          <TradePhone key={market} pair={pair} market={market} begin={begin} isChart={isChart} />
        )
      }
    </MarketPage>
  )
}

/** The rules of the current pair, without prices: the page does not render again on each price. */
function tradedOf({ value }: Live<readonly Pair[]>, market: string): PairRules | 'loading' | 'unknown' {
  if (value === null) return 'loading'
  const pair = value.find(({ symbol }) => marketOf(symbol) === market)
  return pair === undefined ? 'unknown' : rulesOf(pair)
}

const rows = 12

type Props = { readonly pair: PairRules; readonly market: string; readonly begin: Begin; readonly isChart: boolean }

/** The trade page on phones: ticket beside the book, orders below, the chart above when it is asked for. */
function TradePhone({ pair, market, begin, isChart }: Props) {
  const state = useTicket(pair, market, begin)
  const deals = useMemo(() => <DealsList market={market} height={360} />, [market])
  return (
    <TradePhoneLayout
      market={market}
      top={<DayStrip market={market} />}
      chart={
        isChart ? (
          <CandleChart
            market={market}
            product="spot"
            orders={state.ordersAt}
            period="timeShare"
            height={180}
            isCompact
          />
        ) : null
      }
      ticket={<TicketForm pair={pair} state={state} />}
      book={<BookPanel pair={pair} market={market} rows={rows} onPick={state.pick} />}
      orders={<OrdersPanel pair={pair} wished={state.wished} deals={deals} />}
    />
  )
}

/** The docks and their library are loaded by desks alone. */
const TradeDeskLayout = lazy(async () => ({
  default: (await import('#src/parts/trade/trade-desk-layout.tsx')).TradeDeskLayout,
}))

/** Head, last price and tools of the book, in px. */
const bookRest = 92

type TradeDeskLayoutProps = {
  readonly pair: PairRules
  readonly market: string
  readonly begin: Begin
  readonly onPick: () => void
}

/** The trade page on desktops: chart, book, deals, ticket and orders side by side. */
function TradeDesk({ pair, market, begin, onPick }: TradeDeskLayoutProps) {
  const state = useTicket(pair, market, begin)
  return (
    <>
      <TradeKeys keys={useKeys(pair, state, onPick)} />
      <Suspense fallback={<Skeleton lines={6} height={56} />}>
        <TradeDeskLayout
          page="spot"
          market={market}
          chart={(period, height) => (
            <CandleChart market={market} product="spot" orders={state.ordersAt} period={period} height={height} />
          )}
          ticket={<TicketForm pair={pair} state={state} />}
          book={(rows) => <BookPanel pair={pair} market={market} rows={rows} onPick={state.pick} />}
          bookRest={bookRest}
          orders={<OrdersPanel pair={pair} wished={state.wished} />}
        />
      </Suspense>
    </>
  )
}

function useKeys(pair: PairRules, { change, viewOpen }: TicketState, onPick: () => void): readonly TradeKey[] {
  const { t } = useTranslation(['spot', 'trades', 'market'])
  const confirmOrders = useSettings((settings) => settings.confirmOrders)
  const sideOf = (side: 'buy' | 'sell') => () => {
    change({ side })
    document.querySelector<HTMLElement>('form input[name="amount"], form input[name="total"]')?.focus()
  }
  const coin = pair.currency_name
  return [
    { key: 'b', does: t('buyCoin', { coin }), act: sideOf('buy') },
    { key: 's', does: t('sellCoin', { coin }), act: sideOf('sell') },
    { key: 'l', does: t('kinds.limit'), act: () => change({ kind: 'limit' }) },
    { key: 'm', does: t('kinds.market'), act: () => change({ kind: 'market' }) },
    { key: 't', does: t('kinds.stop'), act: () => change({ kind: 'stop' }) },
    // Without a review the button is only brought near: no key sends an order.
    { key: 'Enter', does: t('trades:keys.review'), act: () => pressKeyed('review', confirmOrders) },
    { key: 'e', does: t('trades:keys.amend'), act: amendFocused },
    { key: 'Shift+X', does: t('cancelAll'), act: () => pressKeyed('cancel-all') || viewOpen() },
    { key: '/', does: t('market:pick'), act: onPick },
  ]
}

type BookPanelProps = {
  readonly pair: PairRules
  readonly market: string
  readonly rows: number
  readonly onPick: (price: string) => void
}

/** The order book with its grouping: prices grouped to the chosen step, the last price between the sides. */
const BookPanel = memo(function BookPanel({ pair, market, rows, onPick }: BookPanelProps) {
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
}: Omit<BookPanelProps, 'pair'> & { readonly tick: string; readonly view: BookView }) {
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

/** The user's orders that rest in the book of a market; the same array while the list is unchanged. */
function useOwnOrders(market: string): readonly SpotOrder[] {
  const { feeds } = useServices()
  const orders = useStream(feeds.spotOrders$, loading).value
  return useMemo(
    () => (orders ?? []).filter(({ symbol, kind }) => marketOf(symbol) === market && kind !== 'market'),
    [orders, market],
  )
}
