import { walkLevels, type FillLevel } from '#contract/market/market-fill.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const level = fc.tuple(fc.bigInt(1n, 10n ** 6n), fc.bigInt(1n, 40n))
const side = fc.constantFrom('buy' as const, 'sell' as const)

/** The same by the single unit: each takes the best level that still has one, and the last level when none has. */
function byUnit(levels: readonly FillLevel[], amount: bigint) {
  const left = levels.map(([price, there]) => ({ price, there }))
  const prices: bigint[] = []
  for (let n = 0n; n < amount; n += 1n) {
    const next = left.find(({ there }) => there > 0n)
    if (next) next.there -= 1n
    prices.push((next ?? left.at(-1))?.price ?? 0n)
  }
  return { cost: prices.reduce((sum, price) => sum + price, 0n), worst: prices.at(-1) }
}
test('FILL-5 a walk over a book is what its single units cost, its mean rounded against the filler', () => {
  fc.assert(
    fc.property(fc.array(level, { minLength: 1, maxLength: 8 }), fc.bigInt(1n, 200n), side, (levels, amount, takes) => {
      const { cost, worst } = byUnit(levels, amount)
      const walk = walkLevels(levels, amount, takes)
      const there = levels.reduce((sum, [, each]) => sum + each, 0n)
      expect(walk).toMatchObject({ worst, isEnough: there >= amount })
      const short = (walk?.mean ?? 0n) * amount - cost
      expect(takes === 'buy' ? short >= 0n && short < amount : short <= 0n && -short < amount).toBe(true)
    }),
  )
  // Two walks, the second over what the first has left, cost what one does: dividing an order saves nothing.
  const book = [
    [10n, 4n],
    [12n, 4n],
    [20n, 4n],
  ] as const
  const cost = (amount: bigint, gone = 0n) => (walkLevels(book, amount, 'sell', gone)?.mean ?? 0n) * amount
  expect([cost(4n) + cost(4n, 4n), cost(2n, 10n), cost(2n, 99n)]).toEqual([88n, 40n, 40n])
  expect([walkLevels([], 5n, 'buy'), walkLevels([[5n, 5n]], 0n, 'sell')]).toEqual([null, null])
})
