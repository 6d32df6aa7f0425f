import { Row } from '#src/ui/box.tsx'
import { intervalOf, type Interval } from '#src/parts/chart/chart-interval.ts'
import { IntervalBar } from '#src/parts/chart/interval-bar.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { IconButton } from '#src/ui/button.tsx'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DealsList } from './deals-list.tsx'
import { Fitted, Split, useDocks } from './dock-split.tsx'
import styles from './trade-desk-layout.module.css'

type Props = {
  readonly page: 'spot' | 'lever'
  readonly market: string
  /** Draws the chart at a height in px. */
  readonly chart: (period: Interval, height: number) => ReactNode
  readonly ticket: ReactNode
  /** The book with so many levels of each side. */
  readonly book: (rows: number) => ReactNode
  /** The height of everything in the book but its levels, in px. */
  readonly bookRest: number
  readonly orders: ReactNode
}

const IndicatorPicker = lazy(async () => ({
  default: (await import('#src/parts/chart/indicator-picker.tsx')).IndicatorPicker,
}))
function Indicators() {
  const { t } = useTranslation('market')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton icon="line" label={t('indicators')} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <Suspense fallback={null}>
          <IndicatorPicker isOpen onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What stands below the chart and above the deals. */
const [chartFoot, dealsHead] = [44, 20]
const levelHeight = 17
const rowsIn = (height: number) => Math.max(4, Math.min(60, Math.floor(height / 2 / levelHeight)))

/**
 * The desktop layout of a trading page: chart, book, deals, ticket and orders side by side, each resized by mouse,
 * finger or keys.
 */
export function TradeDeskLayout({ page, market, chart, ticket, book, bookRest, orders }: Props) {
  const { t } = useTranslation(['market', 'trades'])
  const period = intervalOf(useSettings((settings) => settings.lastPeriod))
  const set = useSettings((settings) => settings.set)
  const docks = useDocks(page)
  return (
    <div className={styles.desk}>
      <Split docks={docks} name="desk">
        <Split docks={docks} name="main" isColumn>
          <Split docks={docks} name="view">
            <section className={styles.panel} aria-label={t('chart')}>
              <Row className={styles.tools}>
                <IntervalBar value={period} onChange={(lastPeriod) => set({ lastPeriod })} />
                <Indicators />
                {docks.isChanged && (
                  <IconButton icon="refresh" label={t('trades:docks.reset')} onClick={docks.resetAll} />
                )}
              </Row>
              <Fitted>{(height) => chart(period, Math.max(120, height - chartFoot))}</Fitted>
            </section>
            <div className={styles.panel}>
              <Fitted>{(height) => book(rowsIn(height - bookRest))}</Fitted>
            </div>
          </Split>
          <div className={styles.panel}>{orders}</div>
        </Split>
        <Split docks={docks} name="side" isColumn>
          <div className={styles.panel}>{ticket}</div>
          <section className={styles.panel} aria-label={t('deals')}>
            <h2>{t('deals')}</h2>
            <Fitted>{(height) => <DealsList market={market} height={height - dealsHead} />}</Fitted>
          </section>
        </Split>
      </Split>
    </div>
  )
}
