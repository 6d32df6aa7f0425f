import { CandleChart } from '#src/parts/chart/candle-chart.tsx'
import { amendFocused, pressKeyed, TradeKeys, type TradeKey } from '#src/parts/trade/trade-keys.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { BookPanel } from './book-panel.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import type { PairRules } from './ticket-sums.ts'
import { TicketForm } from './ticket.tsx'
import { useTicket, type Begin, type TicketState } from './use-ticket.ts'

/** The docks and their library are loaded by desks alone. */
const TradeDeskLayout = lazy(async () => ({
  default: (await import('#src/parts/trade/trade-desk-layout.tsx')).TradeDeskLayout,
}))

/** Head, last price and tools of the book, in px. */
const bookRest = 92

type Props = { readonly pair: PairRules; readonly market: string; readonly begin: Begin; readonly onPick: () => void }

/** The trade page on desktops: chart, book, deals, ticket and orders side by side. */
export function TradeDesk({ pair, market, begin, onPick }: Props) {
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
