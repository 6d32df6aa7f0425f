import { baseOf, quoteOf } from '#contract/market/market.ts'
import { useServices } from '#src/actors/services.tsx'
import { marksOf } from '#contract/wire/money-text.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { classes } from '#src/ui/classes.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading } from '#streams/kit/live.ts'
import {
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { useTranslation } from 'react-i18next'
import { createBookPainter } from './book-painter.ts'
import { levelOf } from './group-book.ts'
import styles from './order-book.module.css'

/** Must be stable as long as it is unchanged, or every row is compared again. */
export type OwnPrices = { readonly bids: readonly string[]; readonly asks: readonly string[] }
const noOwn: OwnPrices = { bids: [], asks: [] }
export type BookView = 'both' | 'bids' | 'asks'

type Props = {
  readonly market: string
  /** The step to which prices are grouped. */
  readonly tick: string
  /** Levels of each side. */
  readonly rows: number
  /** `phone`: asks above bids; `desk`: side by side, each a list that scrolls. */
  readonly layout?: 'stacked' | 'wide'
  /** One side alone takes the room of both. */
  readonly view?: BookView
  readonly height?: number
  /** The prices of the caller's own resting orders; their levels are marked. */
  readonly own?: OwnPrices
  /** The last price, between the sides. */
  readonly middle?: ReactNode
  readonly onPick?: (price: string) => void
}
const wideRowHeight = 22
const stackedRowHeight = 17

/**
 * What a row calls: a press takes the price under the finger, and a click without a press (a keyboard, a screen reader)
 * its own.
 */
type Press = {
  readonly down: (event: PointerEvent<HTMLElement>) => void
  readonly up: (event: PointerEvent<HTMLElement>) => void
  readonly click: (event: SyntheticEvent<HTMLElement>) => void
}
type Side = 'bids' | 'asks'

/**
 * The button of one level: price, amount, and a bar for its share of the visible depth, all of them written by the
 * painter.
 */
const Level = memo(function Level({
  market,
  side,
  label,
  isFirst,
  press,
}: {
  readonly market: string
  readonly side: Side
  readonly label: string
  readonly isFirst: boolean
  readonly press: Press
}) {
  return (
    <button
      type="button"
      hidden
      aria-label={label}
      className={rowClass[side]}
      tabIndex={isFirst ? 0 : -1}
      onPointerDown={press.down}
      onPointerUp={press.up}
      onClick={press.click}
    >
      <span className={styles.bar} aria-hidden="true" />
      <span className={styles.price} data-unit={quoteOf(market)} />
      <span className={styles.amount} data-unit={baseOf(market)} />
    </button>
  )
})
const rowClass = { bids: classes(styles.row, styles['bid']), asks: classes(styles.row, styles['ask']) }
/** The places of so many levels, best first. */
const places = (many: number) => Array.from({ length: many }, (_, at) => at)

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
const walk = (event: KeyboardEvent<HTMLDivElement>) => {
  const step = steps[event.key]
  if (step === undefined || !(document.activeElement instanceof HTMLElement)) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-level]')]
  all[all.indexOf(document.activeElement) + step]?.focus()
}

/** The buttons of a side, best price first; `isUpward` when the best is at the bottom. */
const buttonsIn = (side: HTMLElement | null, isUpward: boolean) => {
  const all = [...(side?.querySelectorAll('button') ?? [])]
  return isUpward ? all.toReversed() : all
}

/** A painter that follows the book, and what the rows call. */
function usePainter(market: string, onPick: Props['onPick']) {
  const { feeds } = useServices()
  const book$ = feeds.orderBook$(market)
  const painter = useMemo(() => createBookPainter(), [])
  const pick = useRef(onPick)
  useEffect(() => {
    pick.current = onPick
  })
  useLayoutEffect(() => {
    const following = book$.subscribe(painter.take)
    return () => following.unsubscribe()
  }, [book$, painter])
  const press = useMemo((): Press => {
    const take = (price: string | null) => price !== null && pick.current?.(price)
    return {
      down: ({ currentTarget }) => painter.down(currentTarget),
      up: ({ currentTarget }) => take(painter.up(currentTarget)),
      click: ({ currentTarget }) => take(painter.click(currentTarget)),
    }
  }, [painter])
  return { book$, painter, press }
}

/** What the painter shows; the same object while it is unchanged. */
function usePlan(tick: string, many: number, own: OwnPrices) {
  const { t, i18n } = useTranslation('market')
  const words = useMemo(
    () => ({ price: t('price'), amount: t('amount'), own: t('ownOrder'), marks: marksOf(i18n.language) }),
    [t, i18n.language],
  )
  return useMemo(() => {
    const mine = {
      bids: own.bids.map((price) => levelOf(price, tick, false)),
      asks: own.asks.map((price) => levelOf(price, tick, true)),
    }
    return { tick, rows: many, own: mine, words }
  }, [tick, many, own, words])
}

type StackedProps = {
  readonly view: BookView
  readonly many: number
  readonly middle: ReactNode
  readonly head: ReactNode
  readonly level: (side: Side, at: number) => ReactNode
  readonly sides: Readonly<Record<Side, RefObject<HTMLDivElement | null>>>
}
/** Asks above bids, the best prices around what stands in the middle. */
function Stacked({ view, many, middle, head, level, sides }: StackedProps) {
  const { t } = useTranslation('market')
  return (
    <>
      {head}
      {view !== 'bids' && (
        <div
          role="group"
          aria-label={t('asks')}
          className={styles.asks}
          style={{ minBlockSize: many * stackedRowHeight }}
          ref={sides.asks}
        >
          {places(many)
            .toReversed()
            .map((at) => level('asks', at))}
        </div>
      )}
      <div className={styles.middle}>{middle}</div>
      {view !== 'asks' && (
        <div role="group" aria-label={t('bids')} style={{ minBlockSize: many * stackedRowHeight }} ref={sides.bids}>
          {places(many).map((at) => level('bids', at))}
        </div>
      )}
    </>
  )
}

/** The order book of one market: the best prices meet in the middle, bars show the depth, a tap selects a price. */
export function OrderBook(props: Props) {
  const { market, tick, rows, layout = 'stacked', view = 'both', own = noOwn, height, middle, onPick } = props
  const { t } = useTranslation('market')
  const many = view === 'both' ? rows : rows * 2
  const { book$, painter, press } = usePainter(market, onPick)
  const { isLoaded, freshness } = usePart(book$, loading, ({ value, freshness }) => ({
    isLoaded: value !== null,
    freshness,
  }))
  const plan = usePlan(tick, many, own)
  const { words } = plan
  const sides = { bids: useRef<HTMLDivElement>(null), asks: useRef<HTMLDivElement>(null) }
  useLayoutEffect(() => {
    painter.show(
      { bids: buttonsIn(sides.bids.current, false), asks: buttonsIn(sides.asks.current, layout === 'stacked') },
      plan,
    )
  }, [painter, plan, isLoaded, layout, view, sides.bids, sides.asks])
  if (!isLoaded) return <Skeleton lines={Math.min(rows * 2, 16)} height={wideRowHeight - 6} />
  const isWide = layout === 'wide'
  const head = (
    <div className={styles.head} aria-hidden="true">
      <span>{words.price}</span>
      <span>{words.amount}</span>
    </div>
  )
  const level = (side: Side, at: number) => (
    <Level key={at} market={market} side={side} label={words.price} isFirst={at === 0} press={press} />
  )
  const list = (side: Side) => (
    <div>
      {head}
      <div role="list" aria-label={t(side)} className={styles.list} style={{ blockSize: height }} ref={sides[side]}>
        {places(many).map((at) => (
          <div key={at} role="listitem" hidden style={{ blockSize: wideRowHeight }}>
            {level(side, at)}
          </div>
        ))}
      </div>
    </div>
  )
  return (
    <div
      className={classes(
        isWide ? styles.wide : styles.stacked,
        (freshness === 'stale' || freshness === 'syncing') && styles.old,
      )}
      onKeyDown={walk}
      onPointerUp={painter.release}
      onPointerCancel={painter.release}
      onPointerLeave={painter.release}
      role="presentation"
    >
      {isWide ? (
        <>
          {list('bids')}
          {list('asks')}
        </>
      ) : (
        <Stacked view={view} many={many} middle={middle} head={head} level={level} sides={sides} />
      )}
    </div>
  )
}
