import { CandleChart } from '#src/parts/chart/candle-chart.tsx'
import { DealsList } from '#src/parts/trade/deals-list.tsx'
import { TradePhoneLayout } from '#src/parts/trade/trade-layout.tsx'
import { useMemo } from 'react'
import { BookPanel } from './book-panel.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import type { PairRules } from './ticket-sums.ts'
import { TicketForm } from './ticket.tsx'
import { useTicket, type Begin } from './use-ticket.ts'

const rows = 7

/** The trade page on phones: ticket beside the book, collapsible chart above, orders below. */
export function TradePhone({ pair, market, begin }: { readonly pair: PairRules; readonly market: string; readonly begin: Begin }) {
  const state = useTicket(pair, market, begin)
  const deals = useMemo(() => <DealsList market={market} height={360} />, [market])
  return (
    <TradePhoneLayout
      chart={<CandleChart market={market} period="timeShare" height={180} isCompact />}
      ticket={<TicketForm pair={pair} state={state} />}
      book={<BookPanel pair={pair} market={market} rows={rows} onPick={state.pick} />}
      orders={<OrdersPanel pair={pair} deals={deals} />}
    />
  )
}
