import { walletList } from '#contract/assets/assets.ts'
import { accountKinds } from '#contract/wire/booking.ts'
import { decode } from '#contract/wire/coded.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

test.each([
  { demo: true, given: 'play money in the demo' },
  { demo: false, given: 'nothing outside of it' },
])('AT74 a new account is given $given, and one document verifies one account', async ({ demo }) => {
  const venue = createMemoryVenue({ settings: { demo, identity: { verification: '0', loginCode: false } } })
  const [ann, ben] = [
    await register(venue, 'ann@kontor.test', { code: '' }),
    await register(venue, 'ben@kontor.test', { code: '' }),
  ]
  for (const user of [ann, ben]) {
    const list = decode(walletList, answerOf((await venue.ask('POST /api/wallet/list', {}, { user })).answer).message)
    const totals = list.success ? accountKinds.map((kind) => list.data[`${kind}_wallet`].totle) : []
    expect(totals).toHaveLength(accountKinds.length)
    expect(totals.some((total) => Number(total) > 0)).toBe(demo)
  }
  const apply = (user: number, card: string) =>
    venue.ask('POST /api/user/real_name', { name: 'Ann Lee', country: 'HK', card_id: card }, { user })
  expect(answerOf((await apply(ann, 'a1234567')).answer).type).toBe('ok')
  expect(answerOf((await apply(ben, 'A1234567')).answer).reason).toBe('card_id_taken')
  expect(answerOf((await apply(ben, 'A7654321')).answer).type).toBe('ok')
})
