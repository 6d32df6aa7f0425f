import { useStream } from '#src/lib/use-stream.ts'
import { CandleChart } from '#src/parts/candle-chart.tsx'
import { intervalOf } from '#src/parts/chart-interval.ts'
import { DealsList } from '#src/parts/deals-list.tsx'
import { useFloor } from '#src/parts/floor.tsx'
import { IntervalBar } from '#src/parts/interval-bar.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { loading } from '#streams/feeds.ts'
import { useTranslation } from 'react-i18next'
import { BookPanel } from './book-panel.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import type { PairRules } from './ticket-sums.ts'
import { TicketForm } from './ticket.tsx'
import styles from './trade.module.css'
import { useTicket, type Begin } from './use-ticket.ts'

/** The trade page as a desk: chart, book, deals, ticket and orders side by side. */
export function TradeDesk({ pair, market, begin }: { readonly pair: PairRules; readonly market: string; readonly begin: Begin }) {
  const { t } = useTranslation('market')
  const state = useTicket(pair, market, begin)
  const lastPeriod = useSettings((settings) => settings.lastPeriod)
  const set = useSettings((settings) => settings.set)
  const period = intervalOf(lastPeriod)
  return (
    <div className={styles.desk}>
      <section className={styles.chartPanel} aria-label={t('chart')}>
        <IntervalBar value={period} onChange={(lastPeriod) => set({ lastPeriod })} />
        <CandleChart market={market} period={period} height={420} />
      </section>
      <div className={styles.bookPanel}>
        <BookPanel pair={pair} market={market} rows={12} onPick={state.pick} />
      </div>
      <section className={styles.dealsPanel} aria-label={t('deals')}>
        <h2>{t('deals')}</h2>
        <Deals market={market} />
      </section>
      <div className={styles.ticketPanel}>
        <TicketForm pair={pair} state={state} />
      </div>
      <div className={styles.ordersPanel}>
        <OrdersPanel pair={pair} />
      </div>
    </div>
  )
}

function Deals({ market }: { readonly market: string }) {
  const { feeds } = useFloor()
  return <DealsList deals={useStream(feeds.deals$(market), loading)} height={300} />
}
