import { otcVenue } from '#tests/support/otc/otc-venue.ts'
import { expect, test } from 'vitest'

const second = 1000
const withBots = () => otcVenue({ settings: { otc: { hasBots: true } } })
type Venue = Awaited<ReturnType<typeof withBots>>
const adOf = (v: Venue, nickname: string, side: 'buy' | 'sell') => {
  const [bot] = [...v.venue.ctx.tables.otcBots.all()].filter(({ name }) => name === nickname)
  const row = v.venue.ctx.tables.otcAds
    .group('user', bot?.user ?? 0)
    .find((each) => each.side === side && each.fiat === 'USD' && each.coin === 3)
  if (!row) throw new Error(`no ad of ${nickname}`)
  return { id: String(row.id) }
}
test('OTC-16 a newcomer finds merchants in every currency on both sides, said to be bots, and the books are whole', async () => {
  const v = await withBots()
  for (const side of ['buy', 'sell'])
    for (const fiat of ['USD', 'CNY', 'HKD', 'JPY', 'KRW', 'EUR', 'THB']) {
      const { message } = await v.call('ads', { side, currency_id: 3, fiat }, v.ben)
      expect(JSON.stringify(message)).toContain('"is_bot":1')
    }
  expect(v.venue.audit()).toEqual([])
})
test('OTC-16 the quick merchant releases after a payment and pays after a sale', async () => {
  const v = await withBots()
  const bought = await v.take(adOf(v, 'DemoExpress', 'sell'))
  await v.pay(bought)
  await v.advance(4 * second)
  expect((await v.seen(bought, v.ben)).status).toBe('to_be_confirmed')
  await v.advance(5 * second)
  expect((await v.seen(bought, v.ben)).status).toBe('confirmed')
  const sold = await v.take(adOf(v, 'DemoExpress', 'buy'))
  await v.advance(second)
  await v.advance(8 * second)
  expect((await v.seen(sold, v.ben)).status).toBe('to_be_confirmed')
  expect((await v.confirm(sold, {}, v.ben)).reason).toBe(undefined)
  expect(v.venue.audit()).toEqual([])
})
test('OTC-16 the forgetful merchant never pays: the time runs out and the coins return', async () => {
  const v = await withBots()
  const sold = await v.take(adOf(v, 'DemoForgetful', 'buy'))
  expect(v.money(v.ben)).toBe('9900+100')
  for (let n = 0; n < 15; n += 1) await v.advance(60 * second)
  expect(await v.seen(sold, v.ben)).toMatchObject({ status: 'cancelled', cancel_reason: 'timeout' })
  expect(v.money(v.ben)).toBe('10000+0')
})
test('OTC-16 the disputing merchant appeals; the demo rules for who has a voucher', async () => {
  const v = await withBots()
  const bought = await v.take(adOf(v, 'DemoDisputer', 'sell'))
  await v.pay(bought)
  await v.advance(second)
  await v.advance(15 * second)
  expect(await v.seen(bought, v.ben)).toMatchObject({
    status: 'seller_appealing',
    appeals: [{ by: 'seller', kind: 'seller' }],
  })
  await v.advance(second)
  await v.advance(91 * second)
  expect(await v.seen(bought, v.ben)).toMatchObject({ status: 'confirmed', ruling: { to: 'buyer' } })
  const sold = await v.take(adOf(v, 'DemoExpress', 'buy'))
  await v.advance(second)
  await v.advance(8 * second)
  await v.appeal(sold, v.ben)
  await v.advance(second)
  await v.advance(91 * second)
  expect(await v.seen(sold, v.ben)).toMatchObject({
    status: 'cancelled',
    cancel_reason: 'ruling',
    ruling: { to: 'seller' },
  })
  expect(v.venue.audit()).toEqual([])
})
test('OTC-16 merchants keep offering: a half sold ad is replaced', async () => {
  const v = await withBots()
  const ad = adOf(v, 'DemoPatient', 'sell')
  const before = v.venue.ctx.tables.otcAds.need(Number(ad.id))
  await v.venue.command(({ tables }) =>
    tables.otcAds.put({ ...before, surplus: '100', takenBack: String(Number(before.total) - 100) }),
  )
  await v.advance(61 * second)
  const after = adOf(v, 'DemoPatient', 'sell')
  expect(after.id).not.toBe(ad.id)
  expect(v.venue.ctx.tables.otcAds.need(Number(after.id)).surplus).toBe(before.total)
})
