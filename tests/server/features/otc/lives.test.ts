import { liveOtc } from '#tests/proof/otc-lives.ts'
import { plantedInOtc } from '#tests/proof/planted-otc.ts'
import { expect, test } from 'vitest'

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const ops = Number(process.env['OPS'] ?? 1500)

test(`E1 E2 E3 E4 E5 E6 E7 E8 E10 E11 E12 random lives with late clocks, outages, rulings, edits and restarts keep every rule (seed ${seed}, ${ops} steps)`, {
  timeout: 600_000 + ops * 20,
}, async () => {
  const { breaches, reached } = await liveOtc({ seed, ops })
  expect(breaches).toEqual([])
  expect([...reached.keys()]).toEqual(
    expect.arrayContaining([
      'taken',
      'to_be_paid > to_be_confirmed',
      'to_be_confirmed > to_be_paid',
      'to_be_confirmed > confirmed',
      'to_be_paid > cancelled',
      'to_be_confirmed > seller_appealing',
      'seller_appealing > confirmed',
      'too_late',
      'step_refused',
      'ad_gone',
    ]),
  )
})
test.each(plantedInOtc)(
  'E1 a planted fault is caught: %s, by %s',
  { timeout: 120_000 },
  async (_fault, rule, plant) => {
    const { breaches } = await liveOtc({ seed: 7, ops: 1500, plant, overlook: rule === 'E11' ? [] : ['E11'] })
    expect(breaches.map((breach) => breach.rule)).toContain(rule)
  },
)
