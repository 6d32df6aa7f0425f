import { prove } from '#tests/proof/rounds.ts'
import { expect, test } from 'vitest'

test('O6 some hundred rounds agree with the naive model: no result changes, every payout is exact', async () => {
  const seed = 5
  const { figures, failures } = await prove({ rounds: 120, seed })
  expect(failures, `seed ${seed}`).toEqual([])
  expect(figures['orders']).toBeGreaterThan(200)
})
