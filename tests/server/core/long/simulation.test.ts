import { planted } from '#tests/proof/planted.ts'
import { plantedInProducts } from '#tests/proof/products/planted-products.ts'
import { plantedInTriggers, triggerWorld } from '#tests/proof/planted-triggers.ts'
import { simulate } from '#tests/proof/simulate.ts'
import { productWorld, worldAgainst } from '#tests/proof/worlds.ts'
import { firstSeed, partOf } from '#tests/support/parts.ts'
import { expect, test } from 'vitest'

test(`M7 L16 the same seed writes the same bytes (seed ${firstSeed})`, { timeout: 180_000 }, async () => {
  const run = () => simulate({ seed: firstSeed, ops: 300, users: 20 })
  const [one, another] = [await run(), await run()]
  expect(one.breaches).toEqual([])
  expect(another.hash).toBe(one.hash)
  expect((await simulate({ seed: firstSeed + 1, ops: 300, users: 20 })).hash).not.toBe(one.hash)
})
test.each(partOf(planted, 4))(
  `L1 a planted fault is caught (a third of them, by seed ${firstSeed}): %s, by %s`,
  { timeout: 180_000 },
  async (_fault, rule, plant) => {
    const { breaches } = await simulate({ ...worldAgainst(rule), plant })
    expect(breaches.map((breach) => breach.rule)).toContain(rule)
  },
)
test.each(partOf(plantedInProducts, 3))(
  `F2 a planted fault is caught (a third of them, by seed ${firstSeed}): %s, by %s`,
  { timeout: 180_000 },
  async (_fault, rule, plant) => {
    const { breaches } = await simulate({ ...productWorld, plant })
    expect(breaches.map((breach) => breach.rule)).toContain(rule)
  },
)
test.each(partOf(plantedInTriggers, 3))(
  `TR-3 a planted fault is caught (a third of them, by seed ${firstSeed}): %s, by %s`,
  { timeout: 180_000 },
  async (_fault, rule, plant) => {
    const { breaches } = await simulate({ ...triggerWorld, plant })
    expect(breaches.map((breach) => breach.rule)).toContain(rule)
  },
)
