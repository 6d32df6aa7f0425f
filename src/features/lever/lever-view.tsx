import type { Pair } from '#contract/market.ts'
import { useIsDesk } from '#src/lib/use-media.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { CandleChart } from '#src/parts/candle-chart.tsx'
import { intervalOf } from '#src/parts/chart-interval.ts'
import { DealsList } from '#src/parts/deals-list.tsx'
import { useFloor } from '#src/parts/floor.tsx'
import { IntervalBar } from '#src/parts/interval-bar.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Button } from '#src/ui/button.tsx'
import type { ChartLevel } from '#src/ui/chart-model.ts'
import { loading } from '#streams/feeds.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liquidationOf } from './account.ts'
import { AccountStrip, RiskBanner } from './account-strip.tsx'
import { BookPanel } from './book-panel.tsx'
import { Calculator } from './calculator.tsx'
import { levelsOf } from './levels.ts'
import styles from './lever.module.css'
import { OrdersPanel } from './orders-panel.tsx'
import { TicketForm } from './ticket.tsx'
import { useEndToasts } from './use-ended-positions.ts'
import { useLever, type LeverState } from './use-lever.ts'
import { useTicket, type TicketState } from './use-ticket.ts'

/** One market of contracts, in a hand or as a desk: one set of parts, laid out twice. */
export function LeverView({ pair, market }: { readonly pair: Pair; readonly market: string }) {
  const lever = useLever(pair, market)
  const ticket = useTicket(lever)
  const levels = useLevels(lever)
  const isDesk = useIsDesk()
  const [isCalculating, setIsCalculating] = useState(false)
  useEndToasts()
  const calculate = () => setIsCalculating(true)
  return (
    <>
      <RiskBanner state={lever} />
      {isDesk ? (
        <Desk lever={lever} ticket={ticket} levels={levels} onCalculate={calculate} />
      ) : (
        <Phone lever={lever} ticket={ticket} levels={levels} onCalculate={calculate} />
      )}
      <Calculator state={lever} isOpen={isCalculating} onClose={() => setIsCalculating(false)} />
    </>
  )
}

type LayoutProps = { readonly lever: LeverState; readonly ticket: TicketState; readonly levels: readonly ChartLevel[]; readonly onCalculate: () => void }

/** A price of the book becomes the limit price. */
const pick = ({ change }: TicketState) => (target: string) => change({ entry: 'limit', target })
const phoneRows = 8

function Phone({ lever, ticket, levels, onCalculate }: LayoutProps) {
  const { t } = useTranslation('market')
  const [isChart, setIsChart] = useState(false)
  return (
    <div className={styles.phone}>
      <AccountStrip state={lever} onCalculate={onCalculate} />
      <Button kind="quiet" size="s" icon="chart" aria-expanded={isChart} onClick={() => setIsChart(!isChart)}>
        {t('chart')}
      </Button>
      {isChart && <CandleChart market={lever.market} period="1min" height={260} isCompact levels={levels} />}
      <div className={styles.pair}>
        <TicketForm state={ticket} />
        <BookPanel state={lever} rows={phoneRows} onPick={pick(ticket)} />
      </div>
      <OrdersPanel state={lever} deals={<Deals market={lever.market} height={360} />} />
    </div>
  )
}

function Desk({ lever, ticket, levels, onCalculate }: LayoutProps) {
  const { t } = useTranslation('market')
  const lastPeriod = useSettings((settings) => settings.lastPeriod)
  const set = useSettings((settings) => settings.set)
  return (
    <div className={styles.desk}>
      <section className={styles.chartPanel} aria-label={t('chart')}>
        <IntervalBar value={intervalOf(lastPeriod)} onChange={(period) => set({ lastPeriod: period })} />
        <CandleChart market={lever.market} period={intervalOf(lastPeriod)} height={500} levels={levels} />
      </section>
      <div className={styles.bookPanel}>
        <BookPanel state={lever} rows={11} onPick={pick(ticket)} />
      </div>
      <section className={styles.dealsPanel} aria-label={t('deals')}>
        <h2>{t('deals')}</h2>
        <Deals market={lever.market} height={300} />
      </section>
      <div className={styles.ticketPanel}>
        <AccountStrip state={lever} onCalculate={onCalculate} />
        <TicketForm state={ticket} />
      </div>
      <div className={styles.ordersPanel}>
        <OrdersPanel state={lever} />
      </div>
    </div>
  )
}

function Deals({ market, height }: { readonly market: string; readonly height: number }) {
  const { feeds } = useFloor()
  return <DealsList deals={useStream(feeds.deals$(market), loading)} height={height} />
}

/** Entries, stops and the liquidation across the chart; the same array while they say the same. */
function useLevels({ positions, market, account, terms, rates }: LeverState): readonly ChartLevel[] {
  const { t } = useTranslation('lever')
  const all = positions.value
  const liquidation = account === null ? null : liquidationOf(account, terms.base, rates.burst, terms.tick)
  return useMemo(
    () =>
      levelsOf(all ?? [], market, liquidation, {
        entry: { long: t('line.long'), short: t('line.short') }, takeProfit: t('line.takeProfit'), stopLoss: t('line.stopLoss'), liquidation: t('line.liquidation'),
      }),
    [all, market, liquidation, t],
  )
}
