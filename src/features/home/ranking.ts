import { marketOf, type Pair } from '#contract/market.ts'
import { compareDec } from '#contract/wire/money.ts'

export const rankings = ['gainers', 'losers', 'turnover'] as const
/** The sort orders of the list on the home page. */
export type Ranking = (typeof rankings)[number]

const orders: Readonly<Record<Ranking, (a: Pair, b: Pair) => number>> = {
  gainers: (a, b) => compareDec(b.change, a.change),
  losers: (a, b) => compareDec(a.change, b.change),
  turnover: (a, b) => compareDec(b.amount, a.amount),
}

/** The visible pairs among the favourites, in the order in which they were chosen. */
export const favoured = (pairs: readonly Pair[], favourites: readonly string[]): readonly Pair[] =>
  favourites.flatMap((market) => pairs.filter((pair) => pair.is_display && marketOf(pair.symbol) === market))

/** The visible pairs, best first; equal ones keep the server's order, so that rows do not jump. */
export const ranked = (pairs: readonly Pair[], ranking: Ranking): readonly Pair[] =>
  pairs.filter(({ is_display }) => is_display).toSorted((a, b) => orders[ranking](a, b) || a.sort - b.sort || a.id - b.id)
