import { otcVenue } from '#tests/support/otc/otc-venue.ts'
import { expect, test } from 'vitest'

const dayMs = 86_400_000
test('the page of a merchant lists what they offer now and what they completed day by day, and is that of merchants alone', async () => {
  const v = await otcVenue()
  await v.bail()
  const ad = await v.publish()
  const off = await v.publish({ total_number: '100', max_amount: '100' })
  await v.call('shelf', { id: off.id, is_shelves: 2 }, v.ann)
  const asked = async (user: number, of: number) => v.call('merchantAds', { user_id: of }, user)
  const order = await v.take(ad)
  await v.pay(order)
  await v.confirm(order)
  v.clock.advance(2 * dayMs)
  const { message } = await asked(v.ben, v.ann)
  expect(message).toMatchObject({ count: 1, list: [{ id: ad.id, mine: 0 }] })
  expect(message).toHaveProperty('done_days', [...Array.from({ length: 27 }, () => 0), 1, 0, 0])
  expect((await asked(v.ann, v.ann)).message).toMatchObject({ list: [{ mine: 1 }] })
  expect((await asked(v.ann, v.ben)).reason).toBe('not_found')
  await v.call('block', { user_id: v.ann, is_blocked: 1 }, v.ben)
  expect((await asked(v.ben, v.ann)).message).toMatchObject({ count: 0, list: [] })
})
