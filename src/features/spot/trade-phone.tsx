import { CandleChart } from '#src/parts/candle-chart.tsx'
import { DealsList } from '#src/parts/deals-list.tsx'
import { useFloor } from '#src/parts/floor.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { Button } from '#src/ui/button.tsx'
import { loading } from '#streams/feeds.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BookPanel } from './book-panel.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import type { PairRules } from './ticket-sums.ts'
import { TicketForm } from './ticket.tsx'
import styles from './trade.module.css'
import { useTicket, type Begin } from './use-ticket.ts'

const rows = 7

/** The trade page in a hand: ticket and book side by side, the chart folded above, orders below. */
export function TradePhone({ pair, market, begin }: { readonly pair: PairRules; readonly market: string; readonly begin: Begin }) {
  const { t } = useTranslation(['spot', 'market'])
  const state = useTicket(pair, market, begin)
  const [isChart, setIsChart] = useState(false)
  const deals = useMemo(() => <Deals market={market} />, [market])
  return (
    <div className={styles.phone}>
      <Button kind="quiet" size="s" icon="chart" aria-expanded={isChart} onClick={() => setIsChart(!isChart)}>
        {t('market:chart')}
      </Button>
      {isChart && <CandleChart market={market} period="timeShare" height={180} isCompact />}
      <div className={styles.pair}>
        <TicketForm pair={pair} state={state} />
        <BookPanel pair={pair} market={market} rows={rows} onPick={state.pick} />
      </div>
      <OrdersPanel pair={pair} deals={deals} />
    </div>
  )
}

function Deals({ market }: { readonly market: string }) {
  const { feeds } = useFloor()
  return <DealsList deals={useStream(feeds.deals$(market), loading)} height={360} />
}
