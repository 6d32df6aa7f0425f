import { otcBand, otcFee, otcSums } from '#contract/otc/otc-sums.ts'
import { parseDec } from '#contract/wire/money.ts'
import { seededRandom } from '#server/core/random.ts'
import { otcVenue, pin, sellAd } from '#tests/support/otc/otc-venue.ts'
import { expect, test } from 'vitest'

type More = Readonly<Record<string, unknown>>
test.each<[string, More, string]>([
  ['no price', { price: '' }, 'price_required'],
  ['a price far from the index', { price: '1.2' }, 'price_out_of_band'],
  ['no quantity', { total_number: '0' }, 'quantity_required'],
  ['a quantity finer than the coin', { total_number: '500.0000001' }, 'amount_step'],
  ['no least amount', { min_amount: '' }, 'amount_required'],
  ['a least amount above the greatest', { min_amount: '401' }, 'amount_range'],
  ['a greatest amount above the worth of all', { max_amount: '505.01' }, 'amount_range'],
  ["a least amount below the venue's", { min_amount: '9' }, 'amount_below_min'],
  ['no way to be paid', { ways: [] }, 'way_unknown'],
  ['a way that is not bound', { ways: ['bank', 'we_chat'] }, 'payee_missing'],
  ['a time to pay that is not offered', { pay_minutes: 5 }, 'period_required'],
  ['more than there is', { total_number: '9000', max_amount: '500' }, 'insufficient_balance'],
  ['an unknown currency', { fiat: 'XXX' }, 'not_found'],
  ['an unknown coin', { currency_id: 99 }, 'not_found'],
  ['no fund password', { pay_password: '' }, 'pay_password_required'],
  ['a wrong fund password', { pay_password: '000000' }, 'pay_password_wrong'],
])('OTC-2 AT21 an ad with %s is refused, and nothing is held', async (_, more, reason) => {
  const v = await otcVenue()
  expect(await v.reasonOf('publish', sellAd, v.ann)).toBe('bail_needed')
  await v.bail()
  expect(await v.reasonOf('publish', { ...sellAd, ...more }, v.ann)).toBe(reason)
  expect([v.money(v.ann), v.venue.audit()]).toEqual(['9000+1000', []])
})
test.each<[string, More, string]>([
  ["one's own ad", { by: 'ann' }, 'own_ad'],
  ['another price than shown', { price: '1.00' }, 'price_moved'],
  ['a way that the ad does not offer', { way: 'we_chat' }, 'way_unknown'],
  ['nothing', { value: '' }, 'amount_required'],
  ['less than the least', { value: '49' }, 'amount_below_min'],
  ['more than the greatest', { value: '397' }, 'amount_above_max'],
  ['an ad that is not there', { id: '999' }, 'not_found'],
])('OTC-3 taking %s is refused', async (_, { by, ...more }, reason) => {
  const v = await otcVenue()
  await v.bail()
  const ad = await v.publish()
  const taking = { id: ad.id, means: 'number', value: '100', way: 'bank', ...more }
  expect(await v.reasonOf('take', taking, by === 'ann' ? v.ann : v.ben)).toBe(reason)
  expect(await v.adSeen(ad)).toMatchObject({ surplus_number: '500', locked_number: '0' })
})
test('OTC-4 one taker has at most three unfinished orders; an ad off the shelf is gone for takers and kept for its orders', async () => {
  const v = await otcVenue()
  await v.bail()
  const ad = await v.publish()
  const taking = { id: ad.id, means: 'money', value: '50.5', way: 'ali_pay' }
  for (let n = 0; n < 3; n += 1) expect(await v.reasonOf('take', taking, v.ben)).toBe('ok')
  expect(await v.call('take', taking, v.ben)).toMatchObject({ reason: 'orders_unfinished', params: { max: 3 } })
  expect(await v.reasonOf('shelf', { id: ad.id, is_shelves: 2, expect: 'on_shelf' }, v.ann)).toBe('ok')
  expect([await v.reasonOf('take', taking, v.cleo), await v.reasonOf('ad', { id: ad.id }, v.cleo)]).toEqual([
    'ad_gone',
    'not_found',
  ])
  expect(await v.reasonOf('refund', {}, v.ann)).toBe('bail_in_use')
  expect((await v.call('orders', { filter: 'incomplete' }, v.ben)).message).toMatchObject({ count: 3 })
})
test('OTC-5 the list shows what fits: side, currency, way and amount, the best price first, and no rest that is too small', async () => {
  const v = await otcVenue()
  await v.bail()
  const dear = await v.publish({ price: '1.03', ways: ['bank'] })
  const cheap = await v.publish({ price: '1.01', min_amount: '100' })
  const buying = await v.publish({ side: 'buy', price: '0.99', pay_password: undefined })
  const idsOf = async (query: More) => {
    const { message } = await v.call('ads', { side: 'buy', currency_id: 3, fiat: 'USD', ...query }, v.ben)
    return (
      JSON.stringify(message)
        .match(/"id":"(\d+)","ad_no"/g)
        ?.map((text) => /\d+/.exec(text)?.[0]) ?? []
    )
  }
  expect(await idsOf({})).toEqual([cheap.id, dear.id])
  expect([
    await idsOf({ side: 'sell' }),
    await idsOf({ fiat: 'HKD' }),
    await idsOf({ way: 'ali_pay' }),
    await idsOf({ amount: '60' }),
  ]).toEqual([[buying.id], [], [cheap.id], [dear.id]])
  await v.take(cheap, { means: 'number', value: '390' })
  await v.take(cheap, { means: 'number', value: '100' }, v.cleo)
  expect(await idsOf({})).toEqual([dear.id])
})
test('OTC-6 an ad whose last part is sold is sold out, and lets go of the rest of its fee', async () => {
  const v = await otcVenue()
  await v.bail()
  const ad = await v.publish({ total_number: '100.000001', max_amount: '101', min_amount: '50' })
  const order = await v.take(ad, { value: '100.000001' })
  await v.pay(order)
  await v.confirm(order)
  expect(await v.adSeen(ad)).toMatchObject({
    status: 'sold_out',
    surplus_number: '0',
    done_number: '100.000001',
    escrow: '0',
  })
  expect(v.venue.audit()).toEqual([])
  expect(await v.reasonOf('editAd', { id: ad.id, price: '1.02' }, v.ann)).toBe('step_refused')
  expect((await v.call('refund', { expect: 'held' }, v.ann)).message).toMatchObject({
    bail_status: 'returned',
    bail_amount: '0',
    may: ['bail'],
  })
})
test('E9 the deposit is held once, is returned once, and can be paid anew', async () => {
  const v = await otcVenue()
  expect((await v.call('agent', {}, v.ann)).message).toMatchObject({
    bail_status: 'none',
    bail_required: '1000',
    may: ['bail'],
  })
  const told = await Promise.all([v.bail(), v.bail(), v.bail()])
  expect(told.map(({ reason = 'ok' }) => reason).toSorted()).toEqual(['bail_held', 'bail_held', 'ok'])
  expect(v.money(v.ann)).toBe('9000+1000')
  expect([await v.reasonOf('refund', {}, v.ann), await v.reasonOf('refund', {}, v.ann), v.money(v.ann)]).toEqual([
    'ok',
    'bail_none',
    '10000+0',
  ])
  expect([(await v.bail()).reason, v.money(v.ann), v.venue.audit()]).toEqual([undefined, '9000+1000', []])
  expect(await v.reasonOf('agent', { user_id: v.cleo }, v.ben)).toBe('not_found')
  const { answer } = await v.ask('GET /api/user/center', {}, { user: v.ann })
  expect(answer).toMatchObject({ message: { is_seller: 1, caution_money: '1000' } })
})
test('AT3 an ad and its deposit hold no more than there is, also by calls at once', async () => {
  const v = await otcVenue()
  await v.bail()
  const big = { ...sellAd, total_number: '8000', max_amount: '400' }
  const told = await Promise.all([1, 2, 3].map(() => v.call('publish', big, v.ann)))
  expect(told.filter(({ type }) => type === 'ok').length).toBe(1)
  expect([v.money(v.ann), v.venue.audit()]).toEqual(['992+9008', []])
})
test('AT29 an ad of others that is not listed is as missing as one that never was; a listed one is changed by its owner alone', async () => {
  const v = await otcVenue()
  await v.bail()
  const [ad, hidden] = [await v.publish(), await v.publish()]
  await v.call('shelf', { id: hidden.id, is_shelves: 2 }, v.ann)
  for (const id of [hidden.id, '424242']) expect(await v.reasonOf('ad', { id }, v.cleo)).toBe('not_found')
  for (const id of [ad.id, '424242'])
    expect([
      await v.reasonOf('editAd', { id, price: '1.02' }, v.cleo),
      await v.reasonOf('shelf', { id, is_shelves: 2 }, v.cleo),
      await v.reasonOf('takeBack', { id }, v.cleo),
    ]).toEqual(['not_found', 'not_found', 'not_found'])
  expect((await v.adSeen(ad, v.ben)).escrow).toBe('0')
})
test('OTC-7 W-15 a locked trader opens nothing new, and finishes what is open', async () => {
  const v = await otcVenue()
  await v.bail()
  const ad = await v.publish()
  const order = await v.take(ad)
  await v.venue.command(({ tables, now }) => {
    for (const user of [v.ann, v.ben]) tables.users.put({ ...tables.users.need(user), tradeUntil: now() + 3_600_000 })
  })
  expect([
    await v.reasonOf('take', { id: ad.id, means: 'number', value: '100', way: 'bank' }, v.ben),
    await v.reasonOf('publish', sellAd, v.ann),
  ]).toEqual(['trade_locked', 'trade_locked'])
  expect([(await v.pay(order)).reason, (await v.confirm(order)).reason]).toEqual([undefined, undefined])
})
test('K1 a fund password that is compared while the level is revoked publishes nothing', async () => {
  const v = await otcVenue()
  await v.bail()
  const pending = v.call('publish', { ...sellAd, pay_password: pin }, v.ann)
  await v.venue.command(({ tables }) => tables.kycs.put({ ...tables.kycs.need(`${v.ann}:2`), status: 'rejected' }))
  expect(await pending).toMatchObject({ reason: 'kyc_needed', params: { level: 2 } })
  expect(v.money(v.ann)).toBe('9000+1000')
})
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
test(`E10 a total is cut to the currency, a quantity to the coin, and parts never need more fee than the whole (seed ${seed})`, () => {
  const random = seededRandom(seed)
  for (let n = 0; n < 2000; n += 1) {
    const [coinScale, fiatScale] = [[6, 8][random.int(2)] ?? 6, [0, 2][random.int(2)] ?? 2]
    const price = `${1 + random.int(90_000)}.${random.int(100).toString().padStart(2, '0')}`
    const value = `${random.int(1000)}.${random.int(100_000_000).toString().padStart(8, '0')}`
    const byNumber = otcSums('number', value, price, { coinScale, fiatScale })
    const unit = 10n ** 8n
    const step = 10n ** BigInt(8 - fiatScale)
    expect(byNumber.total % step).toBe(0n)
    const exact = parseDec(price) * byNumber.number
    expect(byNumber.total * unit <= exact && exact < (byNumber.total + step) * unit).toBe(true)
    const byMoney = otcSums('money', value, price, { coinScale, fiatScale })
    expect(byMoney.number * parseDec(price) <= byMoney.total * unit).toBe(true)
    const half = byNumber.number / 2n
    expect(
      otcFee(half, '0.001', coinScale) + otcFee(byNumber.number - half, '0.001', coinScale) <=
        otcFee(byNumber.number, '0.001', coinScale),
    ).toBe(true)
  }
  expect(otcSums('money', '101', '1.01', { coinScale: 6, fiatScale: 2 })).toEqual({
    number: parseDec('100'),
    total: parseDec('101'),
  })
  expect(otcBand('1', '0.1', 2)).toEqual({ low: '0.9', high: '1.1' })
})
