import { decimalsOf, parseDec } from '#contract/wire/money.ts'
import { placesText, type Marks } from '#contract/wire/money-text.ts'
import { shownAmount } from '#src/lib/read-amount.ts'
import type { Live } from '#streams/kit/live.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import { groupBook, type BookRow } from './group-book.ts'
import { write } from './paint.ts'

/** Translated once for all rows. */
export type BookWords = { readonly price: string; readonly amount: string; readonly own: string; readonly marks: Marks }
/** What the rows show beside the book itself; the same object while it is unchanged. */
export type BookPlan = {
  readonly tick: string
  /** Levels of each side. */
  readonly rows: number
  /** The displayed levels at which own orders rest. */
  readonly own: { readonly bids: readonly string[]; readonly asks: readonly string[] }
  readonly words: BookWords
}
/** The buttons of each side, best price first. */
export type BookRows = { readonly bids: readonly HTMLElement[]; readonly asks: readonly HTMLElement[] }
type Row = {
  readonly button: HTMLElement
  /** Hidden while there is no level for it: the button, or the item of the list around it. */
  readonly box: HTMLElement
  readonly bar: HTMLElement | null
  readonly price: Element | undefined
  readonly amount: Element | undefined
  level: Pick<BookRow, 'price' | 'amount'> | null
  share: number
  isOwn: boolean
  places: number
  words: BookWords | null
}

/** So many digits fit into the column of amounts. */
const digits = 7
/** The decimals that all amounts have room for: as many as any of them had so far. */
const placesIn = (amounts: readonly string[], most: number) =>
  Math.max(0, Math.min(most, digits - Math.max(...amounts.map((amount) => amount.split('.')[0]?.length ?? 0))))
/**
 * In steps of about a pixel: each step that is no other to the eye is one write less, for every row of every message.
 */
const barSteps = 200
const shareOf = (total: string, max: bigint) =>
  max === 0n ? 0 : Number((parseDec(total) * BigInt(barSteps)) / max) / barSteps

const newRow = (button: HTMLElement): Row => {
  const [bar, price, amount] = button.children
  const box = button.closest<HTMLElement>('[role="listitem"]') ?? button
  return {
    button,
    box,
    bar: bar instanceof HTMLElement ? bar : null,
    price,
    amount,
    level: null,
    share: -1,
    isOwn: false,
    places: 0,
    words: null,
  }
}
const hide = (row: Row) => {
  row.level = null
  row.box.hidden = true
  row.button.removeAttribute('data-level')
}
const showLevel = (
  row: Row,
  { price, amount }: BookRow,
  share: number,
  isOwn: boolean,
  words: BookWords,
  places: number,
) => {
  if (row.level === null) {
    row.box.hidden = row.button.hidden = false
    row.button.setAttribute('data-level', '')
  }
  if (row.share !== share) {
    row.share = share
    if (row.bar) row.bar.style.transform = `scaleX(${share})`
  }
  if (
    row.level?.price === price &&
    row.level.amount === amount &&
    row.isOwn === isOwn &&
    row.places === places &&
    row.words === words
  )
    return
  const shown = shownAmount(price, words.marks, true)
  write(row.price, shown)
  write(row.amount, placesText(amount, places, words.marks))
  row.button.setAttribute(
    'aria-label',
    `${words.price} ${shown}, ${words.amount} ${shownAmount(amount, words.marks, true)}` +
      (isOwn ? `, ${words.own}` : ''),
  )
  row.button.toggleAttribute('data-own', isOwn)
  row.level = { price, amount }
  row.isOwn = isOwn
  row.places = places
  row.words = words
}

/**
 * Writes the levels of a book into the buttons that React has made, with no render for a message. A button shows
 * whatever level is at its place; the focus follows the price it was on. While a finger is down nothing is written: the
 * pressed price is taken at the release, and the click that follows counts only without a press before it.
 */
export function createBookPainter() {
  const known = new WeakMap<HTMLElement, Row>()
  let sides: { readonly bids: readonly Row[]; readonly asks: readonly Row[] } = { bids: [], asks: [] }
  let plan: BookPlan | null = null
  let newest: BookSnapshot | null = null
  let isHeld = false
  let pressed: HTMLElement | null = null
  let isTaken = false
  let decimals = 0

  const rowOf = (button: HTMLElement): Row => {
    const row = known.get(button) ?? newRow(button)
    known.set(button, row)
    return row
  }
  const paint = () => {
    if (plan === null || newest === null || isHeld) return
    const { words, own } = plan
    const book = groupBook(newest, plan.tick, plan.rows)
    const max = parseDec(book.max)
    const amounts = [...book.bids, ...book.asks].map(({ amount }) => amount)
    decimals = Math.max(decimals, ...amounts.map(decimalsOf))
    const places = placesIn(amounts, decimals)
    const focus = focusIn(sides)
    for (const side of ['bids', 'asks'] as const) {
      const levels = book[side]
      sides[side].forEach((row, at) => {
        const level = levels[at]
        if (level === undefined) hide(row)
        else showLevel(row, level, shareOf(level.total, max), own[side].includes(level.price), words, places)
      })
    }
    if (focus === null || focus.row.level?.price === focus.price) return
    sides[focus.side].find(({ level }) => level?.price === focus.price)?.button.focus({ preventScroll: true })
  }
  const priceOf = (button: HTMLElement) => known.get(button)?.level?.price ?? null
  return {
    /** A message of the book. */
    take: ({ value }: Live<BookSnapshot>) => {
      if (value === newest) return
      newest = value
      paint()
    },
    /** What React has rendered anew. */
    show: (rows: BookRows, next: BookPlan) => {
      sides = { bids: rows.bids.map(rowOf), asks: rows.asks.map(rowOf) }
      plan = next
      paint()
    },
    down: (button: HTMLElement) => {
      pressed = button
      isTaken = false
      isHeld = true
    },
    /** The price that the released button has, if it was pressed there. */
    up: (button: HTMLElement) => {
      if (pressed !== button) return null
      isTaken = true
      return priceOf(button)
    },
    /** The price of a button that was clicked without a press: by a keyboard, by a screen reader. */
    click: (button: HTMLElement) => {
      const price = isTaken ? null : priceOf(button)
      isTaken = false
      return price
    },
    /** The finger has left: what came meanwhile is shown. */
    release: () => {
      pressed = null
      if (!isHeld) return
      isHeld = false
      paint()
    },
  }
}

/** The row that has the focus, and the price it is on. */
function focusIn(sides: { readonly bids: readonly Row[]; readonly asks: readonly Row[] }) {
  const { activeElement } = document
  if (activeElement === null || !activeElement.hasAttribute('data-level')) return null
  for (const side of ['bids', 'asks'] as const) {
    const row = sides[side].find(({ button }) => button === activeElement)
    if (row?.level) return { side, row, price: row.level.price }
  }
  return null
}
