import { firstSeed, playWorlds } from '#tests/proof/worlds.ts'
import { expect, test } from 'vitest'

test(`L1 L16 M13 P1 P4 P7 O3 O6 a hundred short simulations of a crowd break no rule (seeds from ${firstSeed + 100})`, {
  timeout: 300_000,
}, async () => {
  expect(await playWorlds(firstSeed + 100, 100)).toBeNull()
})
