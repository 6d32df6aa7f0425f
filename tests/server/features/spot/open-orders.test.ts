import { spotVenue } from '#tests/support/spot-venue.ts'
import { expect, test } from 'vitest'

test('QUOTA-1 two hundred orders of one user rest in a market and no more; the ended ones and those of others do not count', async () => {
  const harness = await spotVenue(2)
  const { ann, ben } = harness
  const price = '50000'
  const ids: unknown[] = []
  for (let n = 0; n < 200; n += 1) ids.push((await harness.submit(ann, { type: 2, amount: '0.0002', target_price: '99000' })).data?.['id'])
  expect(await harness.submit(ann, { type: 2, amount: '0.0002', target_price: '99000' })).toMatchObject({ reason: 'too_many_open', params: { max: 200 } })
  expect((await harness.submit(ben, { type: 1, amount: '0.001', target_price: price })).type).toBe('ok')
  await harness.cancel(ann, ids[0])
  expect((await harness.submit(ann, { type: 2, amount: '0.0002', target_price: '99000' })).type).toBe('ok')
})
