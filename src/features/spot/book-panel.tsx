import type { Pair } from '#contract/market.ts'
import { OrderBook } from '#src/parts/order-book.tsx'
import { PriceAge } from '#src/parts/price-age.tsx'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import { Select } from '#src/ui/select.tsx'
import type { Live, OrderBook as Book } from '#streams/feeds.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupsOf } from './ticket-sums.ts'
import styles from './trade.module.css'

type Props = {
  readonly pair: Pair
  readonly book: Live<Book>
  readonly rows: number
  readonly layout?: 'stacked' | 'wide'
  readonly height?: number
  readonly onPick: (price: string) => void
}

/** The book with its grouping: prices gathered to the chosen step, the last price between the sides. */
export function BookPanel({ pair, book, rows, layout = 'stacked', height, onPick }: Props) {
  const { t } = useTranslation('market')
  const groups = groupsOf(pair)
  const [tick, setTick] = useState(groups[0] ?? '1')
  return (
    <section className={styles.book} aria-label={t('book')}>
      <OrderBook
        book={book}
        tick={tick}
        rows={rows}
        layout={layout}
        {...(height !== undefined && { height })}
        onPick={onPick}
        middle={
          <span className={styles.middle}>
            <NumberCell text={pair.now_price} value={pair.now_price} trend={trendOf(pair.change)} hasArrow isStale={book.freshness === 'stale'} />
            {book.freshness === 'syncing' ? <small>{t('syncing')}</small> : <PriceAge freshness={book.freshness} ageMs={book.ageMs} />}
          </span>
        }
      />
      <Select label={t('grouping')} isBare value={tick} options={groups.map((value) => ({ value, label: value }))} onChange={setTick} />
    </section>
  )
}
