import { kycId } from '#server/identity/rows.ts'
import { pin, tron, usdt, walletVenue } from './wallet-venue.ts'
import { expect, test } from 'vitest'

type Venue = Awaited<ReturnType<typeof walletVenue>>
type More = Readonly<Record<string, unknown>>
const keyOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const charge = async ({ call, upload, ann }: Venue, more: More = {}, key: string | null = null) =>
  call(
    'POST /api/wallet/charge_req',
    {
      currency: usdt,
      amount: '500',
      netType: 'TRC20',
      account: 'a'.repeat(64),
      imgs: [await upload(ann, 'proof')],
      ...more,
    },
    ann,
    key,
  )
const deposits = async ({ call }: Venue) => (await call('GET /api/charge_mention/log2')).message
const add = async ({ call, code }: Venue) =>
  call('POST /api/wallet/addaddress', {
    currency_id: usdt,
    address: tron,
    netType: 'TRC20',
    pay_password: pin,
    code: await code(),
  })
const out = ({ call, ann }: Venue, more: More = {}) =>
  call('POST /api/wallet/out', { currency: usdt, number: '100', address: tron, pay_password: pin, ...more }, ann)

test('DEP-7 two tabs: one wish under one key is one deposit, whoever asks; another key is another', async () => {
  const venue = await walletVenue()
  const [first, second] = await Promise.all([charge(venue, {}, keyOf(1)), charge(venue, {}, keyOf(1))])
  expect(second).toEqual(first)
  expect(await deposits(venue)).toMatchObject({ total: 1 })
  await charge(venue, {}, keyOf(2))
  await venue.turn(6000)
  expect(await deposits(venue)).toMatchObject({ total: 2, data: [{ status: 3, remark: 'duplicate' }, { status: 2 }] })
  expect(venue.spot(venue.ann)).toBe('1050000000000+0')
})
test('DEP-7 a network that is closed between the view and the tap, and an amount finer than the coin, make no row', async () => {
  const venue = await walletVenue()
  expect((await charge(venue, { amount: '500.0000001' })).reason).toBe('amount_step')
  await venue.venue.command(({ tables: { coins } }) => {
    const coin = coins.need(usdt)
    coins.put({ ...coin, networks: coin.networks.filter(({ name }) => name !== 'TRC20') })
  })
  expect((await charge(venue)).reason).toBe('network_unknown')
  expect(await deposits(venue)).toMatchObject({ total: 0 })
})
test('WDR-5 a withdrawal keeps its address when that leaves the book', async () => {
  const venue = await walletVenue()
  await add(venue)
  await out(venue)
  expect((await venue.call('POST /api/wallet/deladdress', { address_id: 1 })).type).toBe('ok')
  await venue.turn(8000)
  expect((await venue.call('GET /api/charge_mention/log3')).message).toMatchObject({
    data: [{ address: tron, status: 2 }],
  })
  expect((await out(venue)).reason).toBe('address_unset')
  expect(venue.venue.audit()).toEqual([])
})
test('WDR-5 everything may leave, less its fee; what the fee would eat up is refused', async () => {
  const venue = await walletVenue()
  await add(venue)
  expect((await out(venue, { number: '1' })).reason).toBe('amount_below_min')
  const all = await out(venue, { number: '10000' })
  expect(all).toMatchObject({ data: { number: '10000' } })
  expect(Number((all.data ?? {})['real_number']) > 0).toBe(true)
  expect(venue.spot(venue.ann)).toBe('0+1000000000000')
  expect(venue.venue.audit()).toEqual([])
})
test('AT71 a new address is held, and a changed fund password holds every withdrawal; both say until when', async () => {
  const day = 86_400_000
  const venue = await walletVenue({ settings: { identity: { addressHoldMs: day, credentialHoldMs: day } } })
  await add(venue)
  const usable_ms = venue.clock.now() + day
  expect(await out(venue)).toMatchObject({ reason: 'address_held', params: { usable_ms } })
  await venue.turn(day)
  await venue.feed()
  const { data } = await venue.call('POST /api/set/sms_other_mail', { type: 'password' })
  expect(
    (
      await venue.call('POST /api/safe/update_password', {
        oldpassword: pin,
        password: '135790',
        re_password: '135790',
        code: String((data ?? {})['demo_code']),
      })
    ).type,
  ).toBe('ok')
  expect(await out(venue, { pay_password: '135790' })).toMatchObject({
    reason: 'withdraw_locked',
    params: { until_ms: venue.clock.now() + day },
  })
  expect(venue.spot(venue.ann)).toBe('1000000000000+0')
  await venue.turn(day)
  expect((await out(venue, { pay_password: '135790' })).type).toBe('ok')
})
test('AST-8 whoever is locked, unverified or without a fund password receives all the same', async () => {
  const venue = await walletVenue()
  await venue.venue.command(({ tables, now }) => {
    tables.users.put({
      ...tables.users.need(venue.ben),
      pin: null,
      accountUntil: now() + 10 ** 9,
      tradeUntil: now() + 10 ** 9,
      withdrawUntil: now() + 10 ** 9,
    })
    for (const level of [1, 2] as const)
      tables.kycs.put({ ...tables.kycs.need(kycId(venue.ben, level)), status: 'rejected' })
  })
  const before = venue.total(venue.ben)
  expect(
    (
      await venue.call('POST /api/trade/transfer', {
        email: 'ben@kontor.test',
        currency_id: usdt,
        number: '25',
        pay_password: pin,
      })
    ).type,
  ).toBe('ok')
  expect([venue.total(venue.ben) - before, venue.venue.audit()]).toEqual([2_500_000_000n, []])
})
test('X1 a quote for one exchange serves no other one, in whichever tab', async () => {
  const venue = await walletVenue()
  const { quote_id } = await venue.priced({ kind: 'flash', from: usdt, to: 1, num: '100' })
  const spend = (more: More) =>
    venue.call('POST /api/wallet/flashAgainst', {
      l_currency_id: usdt,
      r_currency_id: 1,
      num: '100',
      quote_id,
      ...more,
    })
  for (const more of [{ r_currency_id: 2 }, { num: '101' }, { l_currency_id: 1, r_currency_id: usdt }])
    expect((await spend(more)).reason).toBe('quote_unfit')
  expect([(await spend({})).type, (await spend({})).reason]).toEqual(['ok', 'quote_used'])
})
test('MONEY-15 deposits, remittances and withdrawals are asked for by their time, both ends included, in pages of what is left', async () => {
  const venue = await walletVenue({ settings: { deposit: { reviewMs: 10 ** 9 } } })
  const { call, priced, upload, ann, clock } = venue
  await add(venue)
  const remit = async () => {
    await venue.feed()
    const { quote_id } = await priced({ kind: 'remittance', from: 'EUR', to: usdt, num: '100', account_id: 'eur' })
    return call('POST /api/remittance/remittance', {
      account_id: 'eur',
      amount: '100',
      quote_id,
      payer_name: 'Ann Lee',
      imgs: [await upload(ann, 'slip')],
    })
  }
  const times: number[] = []
  for (let n = 1; n <= 3; n += 1) {
    clock.advance(1000)
    times.push(clock.now())
    for (const { type } of [
      await charge(venue, { amount: String(500 + n) }),
      await out(venue, { number: String(100 + n) }),
    ])
      expect(type).toBe('ok')
    expect((await remit()).reason).toBeUndefined()
  }
  venue.venue.flush()
  const [first = 0, second = 0, third = 0] = times
  for (const path of ['charge_mention/log2', 'charge_mention/log3', 'remittance/remittanceRecord']) {
    const found = async (query: More) => {
      const { message } = await call(`GET /api/${path}`, query)
      const { total, count, data, list } = Object(message)
      return [total ?? count, (data ?? list).length]
    }
    const spans = [
      {},
      { from: second },
      { to: second },
      { from: second, to: second },
      { from: first + 1, to: second - 1 },
      { from: third, to: first },
    ]
    expect([path, ...(await Promise.all(spans.map(found)))]).toEqual([
      path,
      [3, 3],
      [2, 2],
      [2, 2],
      [1, 1],
      [0, 0],
      [0, 0],
    ])
    expect([
      path,
      await found({ from: first, to: second, limit: 1, page: 2 }),
      await found({ from: second, status: 2 }),
    ]).toEqual([path, [2, 1], [0, 0]])
  }
})
