import { Facts } from '#src/ui/facts.tsx'
import { quoteOf, type PriceRow } from '#contract/market/market.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import { usePart } from '#src/lib/use-stream.ts'
import type { LeverPair } from '#src/parts/lever/account.ts'
import { useServices } from '#src/actors/services.tsx'
import { BookTools } from '#src/parts/trade/book-tools.tsx'
import { groupsOf } from '#src/parts/trade/group-book.ts'
import { usePaint, write } from '#src/parts/trade/paint.ts'
import { OrderBook, type BookView } from '#src/parts/trade/order-book.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { BookColumn, LastPrice } from '#src/parts/trade/trade-layout.tsx'
import { NumberCell } from '#src/ui/number.tsx'
import { loading, type Live } from '#streams/kit/live.ts'
import { memo, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The order book of the market, with the mark and index prices that positions are valued at. */
export const BookPanel = memo(function BookPanel({
  pair,
  market,
  rows,
  onPick,
}: {
  readonly pair: Pick<LeverPair, 'price_scale'>
  readonly market: string
  readonly rows: number
  readonly onPick: (price: string) => void
}) {
  const ticks = useMemo(() => groupsOf(pair), [pair])
  const [tick, setTick] = useState(ticks[0] ?? '1')
  const [view, setView] = useState<BookView>('both')
  const middle = useMemo(() => <Middle market={market} />, [market])
  return (
    <BookColumn>
      <OrderBook market={market} tick={tick} view={view} rows={rows} onPick={onPick} middle={middle} />
      <Marks market={market} scale={pair.price_scale} />
      <BookTools view={view} onView={setView} tick={tick} ticks={ticks} onTick={setTick} />
    </BookColumn>
  )
})

function Middle({ market }: { readonly market: string }) {
  const { feeds } = useServices()
  return (
    <LastPrice
      market={market}
      isStale={usePart(feeds.orderBook$(market), loading, ({ freshness }) => freshness === 'stale')}
    />
  )
}

/** Mark and index price, and their age. */
function Marks({ market, scale }: { readonly market: string; readonly scale: number }) {
  const { t } = useTranslation('lever')
  const { feeds } = useServices()
  const { isKnown, freshness, ageMs } = usePart(feeds.price$(market), loading, ({ value, freshness, ageMs }) => ({
    isKnown: value !== null,
    freshness,
    ageMs: freshness === 'stale' ? ageMs : null,
  }))
  return (
    <>
      <Facts
        kind="dense"
        facts={marks.map((of) => ({
          name: t(of),
          value: (
            <NumberCell
              text={isKnown ? <Digits market={market} scale={scale} of={of} /> : '—'}
              isStale={freshness === 'stale'}
            />
          ),
        }))}
      />
      <PriceAge freshness={freshness} ageMs={ageMs} />
    </>
  )
}
const marks = ['mark', 'index'] as const

/** One of the prices, written as it comes: several times a second. */
function Digits({
  market,
  scale,
  of,
}: {
  readonly market: string
  readonly scale: number
  readonly of: (typeof marks)[number]
}) {
  const { feeds } = useServices()
  const lang = useTranslation().i18n.language
  const paint = useCallback(
    (element: HTMLElement, { value }: Live<PriceRow>) =>
      value && write(element, numbersIn(lang).price(value[of], scale)),
    [of, scale, lang],
  )
  return <span key={lang} data-unit={quoteOf(market)} ref={usePaint(feeds.price$(market), paint)} />
}
