import type { Pair } from '#contract/market.ts'
import { compareDec } from '#contract/wire/money.ts'

export const rankings = ['gainers', 'losers', 'turnover'] as const
/** What the list of the home page is sorted by. */
export type Ranking = (typeof rankings)[number]

const orders: Readonly<Record<Ranking, (a: Pair, b: Pair) => number>> = {
  gainers: (a, b) => compareDec(b.change, a.change),
  losers: (a, b) => compareDec(a.change, b.change),
  turnover: (a, b) => compareDec(b.amount, a.amount),
}

/** The pairs people may see, best first; those that are even keep the venue's own order, so that no row jumps about. */
export const ranked = (pairs: readonly Pair[], ranking: Ranking): readonly Pair[] =>
  pairs.filter(({ is_display }) => is_display).toSorted((a, b) => orders[ranking](a, b) || a.sort - b.sort || a.id - b.id)
