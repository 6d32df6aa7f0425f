import type { Said } from './source.ts'

type Fields = Readonly<Record<string, unknown>>
/** The fields of an object; none when it is something else. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const rowsOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

/** A positive number, or decimal text of one: sources write both. Null for everything else. */
function positiveOf(value: unknown): number | null {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d{1,18}(\.\d{1,18})?$/.test(value)
        ? Number(value)
        : NaN
  return Number.isFinite(number) && number > 0 ? number : null
}
/** An instant in milliseconds: as a number, as digits, or as RFC 3339 text. */
function instantOf(value: unknown): number | null {
  if (typeof value === 'string' && value.includes('T')) return positiveOf(Date.parse(value))
  return positiveOf(value)
}

/** No coin is worth more or less than this; what is beyond could not be written as a price either. */
const [minPrice, maxPrice] = [1e-9, 1e9]
export const isPrice = (price: number) => price >= minPrice && price <= maxPrice

/** A book whose two sides lie further apart than this has a hole; its middle says nothing. */
const maxSpread = 0.02
/** The middle of bid and ask, or the last trade where the book says nothing. */
function priceOf(bid: unknown, ask: unknown, last: unknown): number | null {
  const [low, high] = [positiveOf(bid), positiveOf(ask)]
  return low !== null && high !== null && high >= low && high - low <= maxSpread * low
    ? (low + high) / 2
    : positiveOf(last)
}
type Quoted = { symbol: unknown; bid?: unknown; ask?: unknown; last?: unknown; at: unknown }
/** One row of a message as a price; null when it names no symbol or says no price. */
export function saidOf({ symbol, bid, ask, last, at }: Quoted): Said | null {
  const price = priceOf(bid, ask, last)
  return typeof symbol !== 'string' || price === null || !isPrice(price) ? null : { symbol, price, atMs: instantOf(at) }
}
