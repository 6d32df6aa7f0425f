import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { BookTools } from '#src/parts/trade/book-tools.tsx'
import { groupsOf } from '#src/parts/trade/group-book.ts'
import { OrderBook, type BookView } from '#src/parts/trade/order-book.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { BookColumn, LastPrice } from '#src/parts/trade/trade-layout.tsx'
import { useFormat } from '#src/parts/use-format.ts'
import { NumberCell } from '#src/ui/number.tsx'
import { loading } from '#streams/kit/live.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './lever.module.css'
import type { LeverState } from './use-lever.ts'

/** The order book of the market, with the mark and index prices that positions are valued at. */
export function BookPanel({ state, rows, onPick }: { readonly state: LeverState; readonly rows: number; readonly onPick: (price: string) => void }) {
  const { t } = useTranslation('lever')
  const shown = useFormat()
  const { feeds } = useServices()
  const { pair, market, quote } = state
  const ticks = useMemo(() => groupsOf(pair), [pair])
  const [tick, setTick] = useState(ticks[0] ?? '1')
  const [view, setView] = useState<BookView>('both')
  const book = useStream(feeds.orderBook$(market), loading)
  const isStale = quote.freshness === 'stale'
  return (
    <BookColumn>
      <OrderBook
        book={book}
        tick={tick}
        view={view}
        rows={rows}
        onPick={onPick}
        middle={<LastPrice pair={pair} isStale={book.freshness === 'stale'} />}
      />
      <dl className={styles.marks}>
        <div>
          <dt>{t('mark')}</dt>
          <dd>
            <NumberCell text={quote.value === null ? '—' : shown.amount(quote.value.mark)} isStale={isStale} />
          </dd>
        </div>
        <div>
          <dt>{t('index')}</dt>
          <dd>
            <NumberCell text={quote.value === null ? '—' : shown.amount(quote.value.index)} isStale={isStale} />
          </dd>
        </div>
      </dl>
      <PriceAge freshness={quote.freshness} ageMs={quote.ageMs} />
      <BookTools view={view} onView={setView} tick={tick} ticks={ticks} onTick={setTick} />
    </BookColumn>
  )
}
