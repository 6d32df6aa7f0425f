import { moveWithdrawal } from '#server/features/wallet/withdraw/settle.ts'
import { card, evm, pin, tron, usdt, walletVenue } from '#tests/server/features/wallet/wallet-venue.ts'
import { expect, test } from 'vitest'

type Venue = Awaited<ReturnType<typeof walletVenue>>
type More = Readonly<Record<string, unknown>>
const add = async ({ call, code }: Venue, more: More = {}) =>
  call('POST /api/wallet/addaddress', {
    currency_id: usdt,
    address: tron,
    netType: 'TRC20',
    pay_password: pin,
    code: await code(),
    ...more,
  })
const out = ({ call }: Venue, more: More = {}, key: string | null = null, user?: number) =>
  call('POST /api/wallet/out', { currency: usdt, number: '100', address: tron, pay_password: pin, ...more }, user, key)
const readyVenue = async (options: Parameters<typeof walletVenue>[0] = {}) => {
  const venue = await walletVenue(options)
  expect((await add(venue)).type).toBe('ok')
  return venue
}

test('WDR-1 an address of the book is written as its network writes it, and stands there once', async () => {
  const venue = await readyVenue()
  const { call, ben } = venue
  expect(await call('POST /api/wallet/get_address', { currency: usdt })).toMatchObject({
    message: [{ address: tron, netType: 'TRC20', currency_name: 'USDT' }],
  })
  venue.clock.advance(61_000)
  expect((await add(venue)).reason).toBe('address_taken')
  venue.clock.advance(61_000)
  expect(await add(venue, { netType: 'BSC', address: evm.toLowerCase() })).toMatchObject({
    data: { address: evm, netType: 'BSC' },
  })
  expect((await call('POST /api/wallet/deladdress', { address_id: 1 }, ben)).reason).toBe('not_found')
  expect((await call('POST /api/wallet/deladdress', { address_id: 1 })).type).toBe('ok')
  expect(await call('POST /api/wallet/get_address', {})).toMatchObject({ message: [{ netType: 'BSC' }] })
})
test.each<[string, More, string]>([
  ['nothing', { address: '' }, 'address_required'],
  ['one with a wrong character', { address: tron.replace('A', 'B') }, 'address_malformed'],
  ['one of another network', { address: evm }, 'address_malformed'],
  ['no network', { netType: '' }, 'network_unknown'],
  ['a coin without networks', { currency_id: 4 }, 'network_unknown'],
  ['no fund password', { pay_password: '' }, 'pay_password_required'],
  ['no code', { code: '' }, 'code_required'],
  ['a wrong code', { code: '000000' }, 'code_wrong'],
])('WDR-2 AT70 an address with %s is refused', async (_, more, reason) => {
  const venue = await walletVenue()
  expect((await add(venue, more)).reason).toBe(reason)
  expect((await venue.call('POST /api/wallet/get_address', {})).message).toEqual([])
})
test('L12 a withdrawal holds its amount; when it passes, receipt and fee leave the hold, once', async () => {
  const venue = await readyVenue()
  const { spot, ann, turn, call, received } = venue
  expect(await out(venue)).toMatchObject({
    data: { number: '100', rate: '1', real_number: '99', status: 1, netType: 'TRC20', txid: null },
  })
  expect(spot(ann)).toBe('990000000000+10000000000')
  expect(venue.venue.audit()).toEqual([])
  await turn(8000)
  expect(spot(ann)).toBe('990000000000+0')
  const { message } = await call('GET /api/charge_mention/log3')
  expect(message).toMatchObject({
    total: 1,
    data: [{ status: 2, txid: expect.stringMatching(/^[0-9a-f]{64}$/), rev: 2 }],
  })
  expect(received.filter(({ event }) => event.ev === 'withdraw.changed').map(({ event }) => event.why)).toEqual([
    'asked',
    'passed',
  ])
  expect(venue.venue.audit()).toEqual([])
})
test('L12 a rejected withdrawal returns its whole hold; no decision comes after a decision', async () => {
  const venue = await readyVenue()
  const { spot, ann, turn } = venue
  expect((await out(venue, { number: '6000' })).type).toBe('ok')
  const [row] = [...venue.venue.ctx.tables.withdrawals.all()]
  if (!row) throw new Error('one is processing')
  await turn(8000)
  expect(spot(ann)).toBe('1000000000000+0')
  const decided = { ...row, status: 'rejected' as const }
  await expect(
    venue.venue.command((ctx) => void moveWithdrawal(ctx, decided, 'pass', { txid: 'x' })),
  ).rejects.toMatchObject({ reason: 'step_refused' })
  expect(venue.venue.audit()).toEqual([])
})
test.each<[string, More, string]>([
  ['no address', { address: '' }, 'address_required'],
  ['an address that is not in the book', { address: evm }, 'address_unknown'],
  ['a number that is not in the book', { address_id: 99 }, 'address_unknown'],
  ['a network that the address is not on', { netType: 'BSC' }, 'address_unknown'],
  ['no amount', { number: '' }, 'amount_required'],
  ['less than the least', { number: '9.99' }, 'amount_below_min'],
  ['more decimals than the coin has', { number: '10.0000001' }, 'amount_step'],
  ['more than there is', { number: '10000.000001' }, 'insufficient_balance'],
  ['a coin for which there is no address', { currency: 1, number: '0.01' }, 'address_unset'],
  ['no fund password', { pay_password: '' }, 'pay_password_required'],
  ['a wrong fund password', { pay_password: '000000' }, 'pay_password_wrong'],
])('WDR-3 a withdrawal with %s is refused, and nothing is held', async (_, more, reason) => {
  const venue = await readyVenue()
  expect((await out(venue, more)).reason).toBe(reason)
  expect(venue.spot(venue.ann)).toBe('1000000000000+0')
})
test('AT6 three applications a day, rejected ones counted, coin and bank together, also by ten calls at once', async () => {
  const venue = await readyVenue()
  const told = await Promise.all(Array.from({ length: 10 }, () => out(venue, { number: '10' })))
  // Fund passwords that are compared at once each count as a guess until they prove right.
  expect([
    told.filter(({ type }) => type === 'ok').length,
    told.filter(({ reason }) => reason === 'withdraw_per_day' || reason === 'pay_password_locked').length,
  ]).toEqual([3, 7])
  const midnight = Date.UTC(2026, 0, 6)
  expect((await out(venue)).params).toEqual({ max: 3, resets_ms: midnight })
  expect(await venue.call('POST /api/wallet/get_info', { currency: usdt })).toMatchObject({
    message: { left_today: 0, per_day: 3, resets_ms: midnight },
  })
  await venue.turn(midnight - venue.clock.now())
  expect((await out(venue)).type).toBe('ok')
})
test.each([2, 10, 100])('AT1 %i withdrawals at once of the whole balance: one holds it', async (copies) => {
  const venue = await readyVenue({ settings: { withdraw: { perDay: 200 } } })
  const told = await Promise.all(Array.from({ length: copies }, () => out(venue, { number: '10000' })))
  expect([
    told.filter(({ type }) => type === 'ok').length,
    told.filter(({ reason }) => reason === 'insufficient_balance' || reason === 'pay_password_locked').length,
  ]).toEqual([1, copies - 1])
  expect(venue.spot(venue.ann)).toBe('0+1000000000000')
  expect(venue.venue.audit()).toEqual([])
})
test('L7 one key is one application, whatever is repeated', async () => {
  const venue = await readyVenue()
  const key = '01890000-0000-4000-8000-00000000abcd'
  const told = await Promise.all([out(venue, {}, key), out(venue, {}, key), out(venue, {}, key)])
  expect(new Set(told.filter(({ type }) => type === 'ok').map(({ data }) => data?.['id'])).size).toBe(1)
  expect(venue.spot(venue.ann)).toBe('990000000000+10000000000')
})
test('K1 a level that is revoked while the fund password is being compared stops the withdrawal', async () => {
  const venue = await readyVenue()
  const pending = out(venue)
  await venue.venue.command(({ tables }) =>
    tables.kycs.put({ ...tables.kycs.need(`${venue.ann}:1`), status: 'rejected' }),
  )
  expect(await pending).toMatchObject({ type: '998', reason: 'kyc_needed', params: { level: 1 } })
  expect(venue.spot(venue.ann)).toBe('1000000000000+0')
})
test('K4 W-15 the fund password locks after five wrong guesses, and a new address and a new payee wait before they can be used', async () => {
  const venue = await readyVenue({
    settings: { identity: { addressHoldMs: 86_400_000, credentialHoldMs: 86_400_000 } },
  })
  expect(await out(venue)).toMatchObject({
    reason: 'address_held',
    params: { usable_ms: venue.clock.now() + 86_400_000 },
  })
  await venue.turn(86_400_000)
  await venue.call('POST /api/user/cash_save', card)
  expect(await out(venue)).toMatchObject({
    reason: 'withdraw_locked',
    params: { until_ms: venue.clock.now() + 86_400_000 },
  })
  await venue.turn(86_400_000)
  for (let left = 4; left > 0; left -= 1)
    expect(await out(venue, { pay_password: '000000' })).toMatchObject({
      reason: 'pay_password_wrong',
      params: { left },
    })
  expect((await out(venue, { pay_password: '000000' })).reason).toBe('pay_password_locked')
  expect((await out(venue)).reason).toBe('pay_password_locked')
})
test('WDR-4 bank money is paid as quoted, to a bound payee of a person verified twice', async () => {
  const venue = await walletVenue()
  const { call, priced, spot, ann, turn } = venue
  const bank = (more: More = {}) =>
    call('POST /api/wallet/out2', {
      currency: usdt,
      number: '100',
      fiat: 'JPY',
      way: 'bank',
      pay_password: pin,
      ...more,
    })
  expect(await bank()).toMatchObject({ type: '997', params: { ways: ['bank'] } })
  await call('POST /api/user/cash_save', card)
  expect((await bank()).reason).toBe('quote_required')
  const { quote_id } = await priced({ kind: 'bank_out', from: usdt, to: 'JPY', num: '100' })
  expect((await bank({ quote_id, number: '99' })).reason).toBe('quote_unfit')
  expect(await bank({ quote_id })).toMatchObject({
    data: {
      is_bank: 1,
      fiat: 'JPY',
      fiat_amount: '14775',
      rate: '1',
      real_number: '99',
      address: '**** 8888',
      way: 'bank',
    },
  })
  expect((await bank({ quote_id })).reason).toBe('quote_used')
  expect(spot(ann)).toBe('990000000000+10000000000')
  await turn(8000)
  expect([spot(ann), venue.venue.audit()]).toEqual(['990000000000+0', []])
})
