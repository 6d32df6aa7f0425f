import { CandleChart } from '#src/parts/chart/candle-chart.tsx'
import { TradeDeskLayout } from '#src/parts/trade/trade-layout.tsx'
import { BookPanel } from './book-panel.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import type { PairRules } from './ticket-sums.ts'
import { TicketForm } from './ticket.tsx'
import { useOwnLevels } from './use-own-levels.ts'
import { useTicket, type Begin } from './use-ticket.ts'

const rows = 12

/** The trade page on desktops: chart, book, deals, ticket and orders side by side. */
export function TradeDesk({ pair, market, begin }: { readonly pair: PairRules; readonly market: string; readonly begin: Begin }) {
  const state = useTicket(pair, market, begin)
  const levels = useOwnLevels(market)
  return (
    <TradeDeskLayout
      market={market}
      chart={(period) => <CandleChart market={market} period={period} height={440} levels={levels} />}
      ticket={<TicketForm pair={pair} state={state} />}
      book={<BookPanel pair={pair} market={market} rows={rows} onPick={state.pick} />}
      orders={<OrdersPanel pair={pair} />}
    />
  )
}
