import { CandleChart } from '#src/parts/chart/candle-chart.tsx'
import { DayStrip } from '#src/parts/trade/day-strip.tsx'
import { DealsList } from '#src/parts/trade/deals-list.tsx'
import { TradePhoneLayout } from '#src/parts/trade/trade-layout.tsx'
import { useMemo } from 'react'
import { BookPanel } from './book-panel.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import type { PairRules } from './ticket-sums.ts'
import { TicketForm } from './ticket.tsx'
import { useTicket, type Begin } from './use-ticket.ts'

const rows = 12

type Props = { readonly pair: PairRules; readonly market: string; readonly begin: Begin; readonly isChart: boolean }

/** The trade page on phones: ticket beside the book, orders below, the chart above when it is asked for. */
export function TradePhone({ pair, market, begin, isChart }: Props) {
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
