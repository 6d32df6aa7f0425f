import { marketOf, type Pair } from '#contract/market/market.ts'
import { compareDec } from '#contract/wire/money.ts'

export const rankings = ['gainers', 'losers', 'turnover'] as const
/** The sort orders of the list on the home page. */
export type Ranking = (typeof rankings)[number]

const sizeOf = ({ change }: Pair) => change.replace(/^[+-]/, '')
const orders: Readonly<Record<Ranking | 'movers', (a: Pair, b: Pair) => number>> = {
  gainers: (a, b) => compareDec(b.change, a.change),
  losers: (a, b) => compareDec(a.change, b.change),
  turnover: (a, b) => compareDec(b.amount, a.amount),
  /** By how far they went, up or down. */
  movers: (a, b) => compareDec(sizeOf(b), sizeOf(a)),
}

/** The visible pairs among the favourites, in the order in which they were chosen. */
export const favoured = (pairs: readonly Pair[], favourites: readonly string[]): readonly Pair[] =>
  favourites.flatMap((market) => pairs.filter((pair) => pair.is_display && marketOf(pair.symbol) === market))

const isDown = ({ change }: Pair) => compareDec(change, '0') < 0
const isUp = ({ change }: Pair) => compareDec(change, '0') > 0
/** Who belongs on a list of winners has won something. */
const members: Partial<Record<Ranking | 'movers', (pair: Pair) => boolean>> = { gainers: isUp, losers: isDown }

/** The visible pairs, best first; equal ones keep the server's order, so that rows do not jump. */
export const ranked = (pairs: readonly Pair[], ranking: Ranking | 'movers'): readonly Pair[] =>
  pairs
    .filter((pair) => pair.is_display && members[ranking]?.(pair) !== false)
    .toSorted((a, b) => orders[ranking](a, b) || a.sort - b.sort || a.id - b.id)

/** The favourites with two of them in each other's place; those between stay, also ones that are not shown. */
export const swapped = (favourites: readonly string[], one: string, other: string): readonly string[] =>
  favourites.map((each) => (each === one ? other : each === other ? one : each))
