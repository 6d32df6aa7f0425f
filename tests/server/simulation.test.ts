import { planted } from '#tests/proof/planted.ts'
import { simulate } from '#tests/proof/simulate.ts'
import { expect, test } from 'vitest'

const first = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const seeds = 30
/** Rounds need time, meeting oneself needs few people. */
const worldOf = (rule: string) => {
  if (rule.startsWith('O')) return { ops: 8000, users: 20, beats: 0.12 }
  return rule === 'M12' ? { ops: 3000, users: 2 } : { ops: 3000, users: 20 }
}

test(`L1 L16 M13 P1 O6 short worlds of a crowd keep every rule (seeds from ${first})`, { timeout: 180_000 }, async () => {
  for (let seed = first; seed < first + seeds; seed += 1) {
    const { breaches } = await simulate({ seed, ops: 50, users: 8 })
    expect({ seed, breaches }).toEqual({ seed, breaches: [] })
  }
})
test(`M7 L16 the same seed writes the same bytes (seed ${first})`, { timeout: 180_000 }, async () => {
  const run = () => simulate({ seed: first, ops: 300, users: 20 })
  const [one, another] = [await run(), await run()]
  expect(one.breaches).toEqual([])
  expect(another.hash).toBe(one.hash)
  expect((await simulate({ seed: first + 1, ops: 300, users: 20 })).hash).not.toBe(one.hash)
})
test.each(planted)('L1 a planted fault is caught: %s, by %s', { timeout: 180_000 }, async (_fault, rule, plant) => {
  const { breaches } = await simulate({ seed: 7, ...worldOf(rule), plant })
  expect(breaches.map((breach) => breach.rule)).toContain(rule)
})
