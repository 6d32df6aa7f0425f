import { parseDec } from '#contract/wire/money.ts'
import { marksOf, type Marks } from '#src/lib/format.ts'
import { shownAmount } from '#src/lib/read-amount.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { classes } from '#src/ui/classes.ts'
import { List } from '#src/ui/list.tsx'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import type { Live } from '#streams/kit/live.ts'
import { memo, useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { groupBook, levelOf, type BookRow, type GroupedBook } from './group-book.ts'
import styles from './order-book.module.css'

/** Must be stable as long as it is unchanged, or every row renders again. */
export type OwnPrices = { readonly bids: readonly string[]; readonly asks: readonly string[] }
const noOwn: OwnPrices = { bids: [], asks: [] }
export type BookView = 'both' | 'bids' | 'asks'

type Props = {
  readonly book: Live<BookSnapshot>
  /** The step to which prices are grouped. */
  readonly tick: string
  /** Levels of each side. */
  readonly rows: number
  /** `phone`: asks above bids; `desk`: side by side, each a virtual list. */
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

type LevelProps = {
  readonly price: string
  readonly amount: string
  readonly side: 'bid' | 'ask'
  /** The width of its bar, relative to the widest. */
  readonly share: number
  readonly isFirst: boolean
  /** An own order rests here. */
  readonly isOwn: boolean
  readonly words: Words
  readonly press: Press
}
/** What a row calls: a press takes the price under the finger, and a click without a press (a keyboard, a screen reader) its own. */
type Press = { readonly down: (price: string) => void; readonly up: (price: string) => void; readonly click: (price: string) => void }
/** Translated once for all rows. */
type Words = { readonly price: string; readonly amount: string; readonly bids: string; readonly asks: string; readonly own: string; readonly marks: Marks }

/**
 * One level: price, amount, and a bar for its share of the visible depth. Renders again only when its values change.
 */
const Level = memo(function Level({ price, amount, side, share, isFirst, isOwn, words, press }: LevelProps) {
  return (
    <button
      type="button"
      className={rowClass[side]}
      tabIndex={isFirst ? 0 : -1}
      data-level
      aria-label={`${words.price} ${shownAmount(price, words.marks, true)}, ${words.amount} ${shownAmount(amount, words.marks, true)}${isOwn ? `, ${words.own}` : ''}`}
      data-own={isOwn || undefined}
      onPointerDown={() => press.down(price)}
      onPointerUp={() => press.up(price)}
      onClick={() => press.click(price)}
    >
      <span className={styles.bar} style={{ transform: `scaleX(${share})` }} aria-hidden="true" />
      <span className={styles.price}>{shownAmount(price, words.marks, true)}</span>
      <span className={styles.amount}>{shownAmount(shortAmount(amount), words.marks, true)}</span>
    </button>
  )
})
const rowClass = { bid: classes(styles.row, styles['bid']), ask: classes(styles.row, styles['ask']) }
const shareOf = (total: string, max: bigint) => (max === 0n ? 0 : Number((parseDec(total) * 1000n) / max) / 1000)

/** A cheap compact format for cells that change often: no Intl, at most six decimals. */
const shortAmount = (amount: string) => {
  const [whole = '0', part = ''] = amount.split('.')
  const room = Math.max(0, 6 - whole.length)
  return room === 0 || part === '' ? whole : `${whole}.${part.slice(0, room).padEnd(Math.min(room, 4), '0')}`
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
const walk = (event: KeyboardEvent<HTMLDivElement>) => {
  const step = steps[event.key]
  if (step === undefined || !(document.activeElement instanceof HTMLElement)) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-level]')]
  all[all.indexOf(document.activeElement) + step]?.focus()
}

/**
 * Rows move while a finger is down: the book is held from the press to the release, and the pressed price is taken at the release. The
 * click that follows may already meet another row, so it counts only without a press before it.
 */
function usePress(onPick: Props['onPick'], now: GroupedBook | null) {
  const [held, setHeld] = useState<GroupedBook | null>(null)
  const seen = useRef(now)
  const pick = useRef(onPick)
  useEffect(() => {
    seen.current = held ?? now
    pick.current = onPick
  })
  const state = useRef<{ price: string | null; isTaken: boolean }>({ price: null, isTaken: false })
  const release = useCallback(() => {
    state.current.price = null
    setHeld(null)
  }, [])
  const press = useMemo(
    (): Press => ({
      down: (price) => {
        state.current = { price, isTaken: false }
        setHeld(seen.current)
      },
      up: (price) => {
        if (state.current.price !== price) return
        state.current.isTaken = true
        pick.current?.(price)
      },
      click: (price) => {
        if (!state.current.isTaken) pick.current?.(price)
        state.current.isTaken = false
      },
    }),
    [],
  )
  return { shown: held ?? now, press, release }
}

/** The order book of one market: the best prices meet in the middle, bars show the depth, a tap selects a price. */
export function OrderBook({ book, tick, rows, layout = 'stacked', view = 'both', own = noOwn, height, middle, onPick }: Props) {
  const { t, i18n } = useTranslation('market')
  const many = view === 'both' ? rows : rows * 2
  const newest = useMemo(() => (book.value === null ? null : groupBook(book.value, tick, many)), [book.value, tick, many])
  const { shown: grouped, press, release } = usePress(onPick, newest)
  const max = useMemo(() => parseDec(grouped?.max ?? '0'), [grouped])
  const words = useMemo(() => ({ price: t('price'), amount: t('amount'), bids: t('bids'), asks: t('asks'), own: t('ownOrder'), marks: marksOf(i18n.language) }), [t, i18n.language])
  const { bid, ask } = useMemo(() => {
    const mine = { bid: own.bids.map((price) => levelOf(price, tick, false)), ask: own.asks.map((price) => levelOf(price, tick, true)) }
    const level = (side: 'bid' | 'ask') =>
      function level({ price, amount, total }: BookRow, at: number) {
        return <Level key={price} price={price} amount={amount} side={side} share={shareOf(total, max)} isFirst={at === 0} isOwn={mine[side].includes(price)} words={words} press={press} />
      }
    return { bid: level('bid'), ask: level('ask') }
  }, [max, words, press, own, tick])
  if (grouped === null) return <Skeleton lines={Math.min(rows * 2, 16)} height={wideRowHeight - 6} />
  const isOld = book.freshness === 'stale' || book.freshness === 'syncing'
  const head = (
    <div className={styles.head} aria-hidden="true">
      <span>{words.price}</span>
      <span>{words.amount}</span>
    </div>
  )
  if (layout === 'wide')
    return (
      <div className={classes(styles.wide, isOld && styles.old)} onKeyDown={walk} onPointerUp={release} onPointerCancel={release} onPointerLeave={release} role="presentation">
        <div>
          {head}
          <List label={words.bids} items={grouped.bids} rowHeight={wideRowHeight} {...(height !== undefined && { height })} render={bid} />
        </div>
        <div>
          {head}
          <List label={words.asks} items={grouped.asks} rowHeight={wideRowHeight} {...(height !== undefined && { height })} render={ask} />
        </div>
      </div>
    )
  return (
    <div className={classes(styles.stacked, isOld && styles.old)} onKeyDown={walk} onPointerUp={release} onPointerCancel={release} onPointerLeave={release} role="presentation">
      {head}
      {view !== 'bids' && (
        <div role="group" aria-label={words.asks} className={styles.asks} style={{ minBlockSize: many * stackedRowHeight }}>
          {grouped.asks.toReversed().map((row, at) => ask(row, grouped.asks.length - 1 - at))}
        </div>
      )}
      <div className={styles.middle}>{middle}</div>
      {view !== 'asks' && (
        <div role="group" aria-label={words.bids} style={{ minBlockSize: many * stackedRowHeight }}>
          {grouped.bids.map(bid)}
        </div>
      )}
    </div>
  )
}
