import { adversaries, mostWon, playAdversary } from '#tests/proof/strategies.ts'
import { firstSeed, partOf } from '#tests/support/parts.ts'
import { expect, test } from 'vitest'

test.each(partOf(adversaries, 3))(
  `ADV-1 the house loses nothing to: %s (a third, by seed ${firstSeed})`,
  { timeout: 300_000 },
  async (name) => {
    const { won, note, breaches } = await playAdversary(name, firstSeed)
    expect({ breaches, won: won <= mostWon(name) || `${won} by ${note}` }).toEqual({ breaches: [], won: true })
  },
)
