import { prove } from '#tests/proof/rounds.ts'
import { expect, test } from 'vitest'

test('O6 the proof in small: some hundred rounds against the naive twin, no flip, every payout exact', async () => {
  const seed = 5
  const { figures, failures } = await prove({ rounds: 120, seed })
  expect(failures, `seed ${seed}`).toEqual([])
  expect(figures['orders']).toBeGreaterThan(200)
})
