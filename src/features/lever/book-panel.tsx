import { usePart } from '#src/lib/use-stream.ts'
import type { LeverPair } from '#src/parts/lever/account.ts'
import { useServices } from '#src/actors/services.tsx'
import { BookTools } from '#src/parts/trade/book-tools.tsx'
import { groupsOf } from '#src/parts/trade/group-book.ts'
import { OrderBook, type BookView } from '#src/parts/trade/order-book.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { BookColumn, LastPrice } from '#src/parts/trade/trade-layout.tsx'
import { useFormat } from '#src/parts/use-format.ts'
import { NumberCell } from '#src/ui/number.tsx'
import { loading } from '#streams/kit/live.ts'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './lever.module.css'

/** The order book of the market, with the mark and index prices that positions are valued at. */
export const BookPanel = memo(function BookPanel({ pair, market, rows, onPick }: { readonly pair: Pick<LeverPair, 'price_scale'>; readonly market: string; readonly rows: number; readonly onPick: (price: string) => void }) {
  const ticks = useMemo(() => groupsOf(pair), [pair])
  const [tick, setTick] = useState(ticks[0] ?? '1')
  const [view, setView] = useState<BookView>('both')
  const middle = useMemo(() => <Middle market={market} />, [market])
  return (
    <BookColumn>
      <OrderBook
        market={market}
        tick={tick}
        view={view}
        rows={rows}
        onPick={onPick}
        middle={middle}
      />
      <Marks market={market} />
      <BookTools view={view} onView={setView} tick={tick} ticks={ticks} onTick={setTick} />
    </BookColumn>
  )
})

function Middle({ market }: { readonly market: string }) {
  const { feeds } = useServices()
  return <LastPrice market={market} isStale={usePart(feeds.orderBook$(market), loading, ({ freshness }) => freshness === 'stale')} />
}

/** Mark and index price, and their age. */
function Marks({ market }: { readonly market: string }) {
  const { t } = useTranslation('lever')
  const shown = useFormat()
  const { feeds } = useServices()
  const { mark, index, freshness, ageMs } = usePart(feeds.price$(market), loading, ({ value, freshness, ageMs }) => ({
    mark: value && shown.amount(value.mark), index: value && shown.amount(value.index), freshness, ageMs: freshness === 'stale' ? ageMs : null,
  }))
  const isStale = freshness === 'stale'
  return (
    <>
      <dl className={styles.marks}>
        <div>
          <dt>{t('mark')}</dt>
          <dd>
            <NumberCell text={mark ?? '—'} isStale={isStale} />
          </dd>
        </div>
        <div>
          <dt>{t('index')}</dt>
          <dd>
            <NumberCell text={index ?? '—'} isStale={isStale} />
          </dd>
        </div>
      </dl>
      <PriceAge freshness={freshness} ageMs={ageMs} />
    </>
  )
}
