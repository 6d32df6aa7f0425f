import { divDown, divUp } from '#contract/wire/money.ts'

/** A level of a book as a filler meets it: price and base amount, both in units of 10^-8. */
export type FillLevel = readonly [price: bigint, amount: bigint]
/** What a walk over one side of a book comes to; `worst` is the last price that was needed. */
export type Walk = { readonly mean: bigint; readonly worst: bigint; readonly isEnough: boolean }

/**
 * Walks one side of a book, best level first, until `amount` is filled; null without a level. The mean price is rounded
 * against the filler, and what the book lacks counts at its last level: then it is at least so bad. The first `gone` of
 * the side counts as taken.
 */
export function walkLevels(levels: Iterable<FillLevel>, amount: bigint, takes: 'buy' | 'sell', gone = 0n): Walk | null {
  if (amount <= 0n) return null
  let left = amount
  let skipped = gone
  let cost = 0n
  let worst: bigint | null = null
  for (const [price, amountThere] of levels) {
    worst = price
    const there = amountThere > skipped ? amountThere - skipped : 0n
    skipped -= amountThere - there
    const taken = there < left ? there : left
    cost += taken * price
    left -= taken
    if (left === 0n) break
  }
  if (worst === null) return null
  cost += left * worst
  return { mean: takes === 'buy' ? divUp(cost, amount) : divDown(cost, amount), worst, isEnough: left === 0n }
}
