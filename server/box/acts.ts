import { numberIn, textIn, Wrong, type Fields } from './fields.ts'

/** Which sides of a book the house quotes. */
export type Sides = 'both' | 'buy' | 'sell' | 'none'
/** What may be done to the exchange from outside, as it is written into a record. */
export type Act =
  /** Moves the price of a market by so many per cent, once and for good. */
  | { readonly act: 'jump'; readonly market: string; readonly percent: number }
  /** No price comes for so long. */
  | { readonly act: 'stale'; readonly market: string; readonly ms: number }
  /** Nothing new is taken there, until it is resumed. */
  | { readonly act: 'halt'; readonly market: string }
  | { readonly act: 'resume'; readonly market: string }
  /** The house quotes only there from now on. */
  | { readonly act: 'quotes'; readonly market: string; readonly sides: Sides }
  /** The API key of an account, counted from 0 on, is deleted. */
  | { readonly act: 'end_key'; readonly account: number }
  /** The clock jumps: what falls due on the way falls due at once. */
  | { readonly act: 'clock'; readonly ms: number }
export type ActName = Act['act']

const maxJumpMs = 400 * 86_400_000
const sidesIn = (fields: Fields): Sides => {
  const sides = textIn(fields, 'sides')
  const found = (['both', 'buy', 'sell', 'none'] as const).find((each) => each === sides)
  if (!found) throw new Wrong('sides is one of both, buy, sell and none')
  return found
}
const readers: { readonly [Name in ActName]: (fields: Fields) => Act } = {
  jump: (fields) => ({ act: 'jump', market: textIn(fields, 'market'), percent: numberIn(fields, 'percent') }),
  stale: (fields) => ({ act: 'stale', market: textIn(fields, 'market'), ms: numberIn(fields, 'ms') }),
  halt: (fields) => ({ act: 'halt', market: textIn(fields, 'market') }),
  resume: (fields) => ({ act: 'resume', market: textIn(fields, 'market') }),
  quotes: (fields) => ({ act: 'quotes', market: textIn(fields, 'market'), sides: sidesIn(fields) }),
  end_key: (fields) => ({ act: 'end_key', account: numberIn(fields, 'account') }),
  clock: (fields) => {
    const ms = numberIn(fields, 'ms')
    if (!(ms > 0 && ms <= maxJumpMs)) throw new Wrong('the clock jumps forward, by at most 400 days')
    return { act: 'clock', ms }
  },
}
export const isActName = (name: string): name is ActName => Object.hasOwn(readers, name)
/** Reads what is to be done; says why when it makes no sense. */
export const readAct = (name: ActName, fields: Fields): Act => readers[name](fields)
