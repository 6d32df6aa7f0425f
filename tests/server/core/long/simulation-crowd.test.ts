import { playWorlds } from '#tests/proof/worlds.ts'
import { firstSeed } from '#tests/support/parts.ts'
import { expect, test } from 'vitest'

test(`L1 L16 M13 P1 P4 P7 O3 O6 fifty short simulations of a crowd break no rule (seeds from ${firstSeed})`, {
  timeout: 300_000,
}, async () => {
  expect(await playWorlds(firstSeed, 50)).toBeNull()
})
