import type { Deal } from '#contract/market/market.ts'
import { decimalsOf } from '#contract/wire/money.ts'
import { placesText, type Marks } from '#contract/wire/money-text.ts'
import { shownAmount } from '#src/lib/read-amount.ts'
import type { Live } from '#streams/kit/live.ts'
import type { MarketDeals } from '#streams/market/deals.ts'
import { write } from './paint.ts'

type Row = {
  readonly time: Element | undefined
  readonly price: Element | undefined
  readonly mark: Element | null | undefined
  readonly sum: Element | null | undefined
  readonly amount: Element | undefined
  shown: Deal | null
  marks: Marks | null
  decimals: number
}
/** Arrow and class of the price by the taker's side. */
export type DealSides = Readonly<Record<Deal['side'], { readonly mark: string; readonly price: string }>>

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
/** Most trades of a list fell within the same few seconds. */
let last = { second: -1, text: '' }
const clockOf = (atMs: number) => {
  const second = Math.floor(atMs / 1000)
  if (second !== last.second) last = { second, text: clock.format(atMs) }
  return last.text
}

/** Writes trades into the rows that React has made, by their place in the list, with no render for a message. */
export function createDealsPainter(sides: DealSides) {
  const rows = new Map<number, Row>()
  let deals: readonly Deal[] = []
  let marks: Marks | null = null
  /** One scale for the column: the most that any amount had so far. */
  let decimals = 0
  const paint = (row: Row, deal: Deal | undefined) => {
    if (
      deal === undefined ||
      marks === null ||
      (row.shown === deal && row.marks === marks && row.decimals === decimals)
    )
      return
    write(row.time, clockOf(deal.at_ms))
    if (row.price && row.shown?.side !== deal.side) {
      row.price.className = sides[deal.side].price
      write(row.mark, sides[deal.side].mark)
    }
    write(row.sum, shownAmount(deal.price, marks, true))
    write(row.amount, placesText(deal.amount, decimals, marks))
    row.shown = deal
    row.marks = marks
    row.decimals = decimals
  }
  const paintAll = () => rows.forEach((row, at) => paint(row, deals[at]))
  return {
    /** A message of the trades. */
    take: ({ value }: Live<MarketDeals>) => {
      if (value === null || value.deals === deals) return
      deals = value.deals
      decimals = Math.max(decimals, ...deals.map(({ amount }) => decimalsOf(amount)))
      paintAll()
    },
    /** How the reader's language writes numbers. */
    speak: (next: Marks) => {
      marks = next
      paintAll()
    },
    /** The row at a place has been made; the returned function tells that it is gone. */
    add: (at: number, element: HTMLElement) => {
      const [time, price, amount] = element.children
      const row: Row = {
        time,
        price,
        mark: price?.firstElementChild,
        sum: price?.lastElementChild,
        amount,
        shown: null,
        marks: null,
        decimals: 0,
      }
      rows.set(at, row)
      paint(row, deals[at])
      return () => void rows.delete(at)
    },
  }
}
