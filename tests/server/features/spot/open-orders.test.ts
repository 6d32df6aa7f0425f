import { spotVenue } from '#tests/support/spot-venue.ts'
import { answerOf } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

test('QUOTA-1 two hundred orders of one user rest in a market and no more; the ended ones and those of others do not count', async () => {
  const harness = await spotVenue(2)
  const { ann, ben } = harness
  const price = '50000'
  const ids: unknown[] = []
  for (let n = 0; n < 200; n += 1)
    ids.push((await harness.submit(ann, { type: 2, amount: '0.0002', target_price: '99000' })).data?.['id'])
  expect(await harness.submit(ann, { type: 2, amount: '0.0002', target_price: '99000' })).toMatchObject({
    reason: 'too_many_open',
    params: { max: 200 },
  })
  expect((await harness.submit(ben, { type: 1, amount: '0.001', target_price: price })).type).toBe('ok')
  await harness.cancel(ann, ids[0])
  expect((await harness.submit(ann, { type: 2, amount: '0.0002', target_price: '99000' })).type).toBe('ok')
})

test("SPOT-30 a person reads where the own orders of a pair stand in their queues, and nobody else's", async () => {
  const harness = await spotVenue(2)
  const { ann, ben } = harness
  const rest = async (user: number, amount: string, price: string) =>
    (await harness.submit(user, { type: 1, amount, target_price: price })).data?.['id']
  const queue = async (user: number) =>
    answerOf((await harness.ask('GET /api/coin/queue', { currency_id: 1, legal_id: 3 }, { user })).answer).message
  const first = await rest(ann, '0.01', '50000')
  const second = await rest(ben, '0.02', '50000')
  const third = await rest(ann, '0.03', '50000')
  const fourth = await rest(ann, '0.01', '49000')
  expect(await queue(ann)).toEqual([
    { id: first, place: 1, ahead: '0' },
    { id: third, place: 3, ahead: '0.03' },
    { id: fourth, place: 1, ahead: '0' },
  ])
  await harness.cancel(ann, first)
  expect(await queue(ben)).toEqual([{ id: second, place: 1, ahead: '0' }])
  expect(await queue(ann)).toEqual([
    { id: third, place: 2, ahead: '0.02' },
    { id: fourth, place: 1, ahead: '0' },
  ])
  expect(
    answerOf((await harness.ask('GET /api/coin/queue', { currency_id: 1, legal_id: 99 }, { user: ann })).answer),
  ).toMatchObject({ reason: 'not_found' })
})
