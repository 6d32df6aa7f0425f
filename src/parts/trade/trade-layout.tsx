import type { Pair } from '#contract/market.ts'
import { useSettings } from '#src/stores/settings.ts'
import { go } from '#src/lib/hash-location.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { Button } from '#src/ui/button.tsx'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { intervalOf, type Interval } from '#src/parts/chart/chart-interval.ts'
import { useFormat } from '#src/parts/use-format.ts'
import { DealsList } from './deals-list.tsx'
import { IntervalBar } from '#src/parts/chart/interval-bar.tsx'
import styles from './trade-layout.module.css'

type Pieces = { readonly ticket: ReactNode; readonly book: ReactNode; readonly orders: ReactNode }
type PhoneProps = Pieces & {
  readonly top?: ReactNode
  /** Null while it is folded away. */
  readonly chart: ReactNode
  readonly market: string
  /** Buttons that stay in view above the tab bar. */
  readonly deal?: ReactNode
}

/** The phone layout of a trading page: ticket beside the book, orders below, and the chart above when it is asked for. */
export function TradePhoneLayout({ top, chart, market, ticket, book, orders, deal }: PhoneProps) {
  const { t } = useTranslation('market')
  return (
    <div className={styles.phone}>
      {top}
      {chart !== null && (
        <section aria-label={t('chart')}>
          {chart}
          <Button kind="text" size="s" icon="expand" onClick={() => go(marketPaths.klineOf(market))}>
            {t('openKline')}
          </Button>
        </section>
      )}
      <div className={styles.pair}>
        {ticket}
        {book}
      </div>
      {orders}
      {deal !== undefined && <div className={styles.deal}>{deal}</div>}
    </div>
  )
}

type DeskProps = Pieces & { readonly market: string; readonly chart: (period: Interval) => ReactNode }

/** The desktop layout of a trading page: chart, book, deals, ticket and orders side by side. */
export function TradeDeskLayout({ market, chart, ticket, book, orders }: DeskProps) {
  const { t } = useTranslation('market')
  const period = intervalOf(useSettings((settings) => settings.lastPeriod))
  const set = useSettings((settings) => settings.set)
  return (
    <div className={styles.desk}>
      <section className={styles.chartPanel} aria-label={t('chart')}>
        <IntervalBar value={period} onChange={(lastPeriod) => set({ lastPeriod })} />
        {chart(period)}
      </section>
      <div className={styles.bookPanel}>{book}</div>
      <div className={styles.side}>
        <div>{ticket}</div>
        <section aria-label={t('deals')}>
          <h2>{t('deals')}</h2>
          <DealsList market={market} height={300} />
        </section>
      </div>
      <div className={styles.ordersPanel}>{orders}</div>
    </div>
  )
}

/** The book of a trading page, with the content below it. */
export function BookColumn({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('market')
  return (
    <section className={styles.book} aria-label={t('book')}>
      {children}
    </section>
  )
}

type LastPriceProps = { readonly pair: Pick<Pair, 'now_price' | 'price_scale' | 'change'> | null; readonly isStale: boolean; readonly children?: ReactNode }

/** The last price between the two sides of a book, with its age. */
export function LastPrice({ pair, isStale, children }: LastPriceProps) {
  const shown = useFormat()
  return (
    <span className={styles.middle}>
      {pair && <NumberCell text={shown.fixed(pair.now_price, pair.price_scale)} value={pair.now_price} trend={trendOf(pair.change)} hasArrow isStale={isStale} />}
      {children}
    </span>
  )
}
