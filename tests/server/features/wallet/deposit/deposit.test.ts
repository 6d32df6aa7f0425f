import { addressOn } from '#contract/market/market-address.ts'
import { checkCredit, moveDeposit } from '#server/features/wallet/deposit/settle.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { card, usdt, walletVenue } from '#tests/server/features/wallet/wallet-venue.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { atOnce } from '#tests/support/venues.ts'
import { expect, test } from 'vitest'

type Venue = Awaited<ReturnType<typeof walletVenue>>
const tx = 'a'.repeat(64)
const charge = async ({ call, upload, ann }: Venue, more: Readonly<Record<string, unknown>> = {}) => {
  const img = await upload(ann, 'proof')
  return call('POST /api/wallet/charge_req', {
    currency: usdt,
    amount: '500',
    netType: 'TRC20',
    account: tx,
    imgs: [img],
    ...more,
  })
}
const rows = async ({ call }: Venue) => (await call('GET /api/charge_mention/log2')).message

/** Neither the text nor what stands after its mark is an address, with or without the sign of an EVM address. */
const isRefused = (network: string, text: string) => {
  const [mark, name, rest = ''] = text.split('-')
  const forms = [text, rest, `0x${rest}`].flatMap((form) =>
    ['TRC20', 'BSC', 'BTC'].map((each) => addressOn(each, form)),
  )
  return mark === 'DEMO' && name === network && rest.length > 20 && forms.every((form) => form === null)
}
test('DEP-1 each network has an address of its own that says DEMO, that no network takes, and that never changes; a coin without networks has none', async () => {
  const { call, ben } = await walletVenue()
  const { message } = await call('POST /api/wallet/get_in_address', { currency: usdt })
  const addresses = typeof message === 'object' && message !== null ? Object.entries(message) : []
  expect(addresses.map(([network]) => network)).toEqual(['TRC20', 'BSC', 'ERC20'])
  expect(addresses.filter(([network, address]) => !isRefused(network, String(address)))).toEqual([])
  expect((await call('POST /api/wallet/get_in_address', { currency: usdt })).message).toEqual(message)
  expect((await call('POST /api/wallet/get_in_address', { currency: usdt }, ben)).message).not.toEqual(message)
  expect((await call('POST /api/wallet/get_in_address', { currency: 4 })).reason).toBe('network_unknown')
  expect((await call('POST /api/wallet/get_in_address', { currency: 9999 })).message).toEqual({
    bkname: 'Kontor Demo Bank',
    bkcardnumer: '000123456788',
    cardname: 'KONTOR DEMO LTD',
  })
})
test('DEP-2 a deposit is credited to the spot account when it passes, and told at each step', async () => {
  const venue = await walletVenue()
  const { spot, ann, turn, received } = venue
  expect(await charge(venue)).toMatchObject({
    data: { amount: '500', daozhang_num: '0', status: 1, netType: 'TRC20', is_bank: 0, rev: 1 },
  })
  expect(spot(ann)).toBe('1000000000000+0')
  await turn(6000)
  expect(spot(ann)).toBe('1050000000000+0')
  expect(await rows(venue)).toMatchObject({ total: 1, data: [{ status: 2, daozhang_num: '500', rev: 2 }] })
  expect(received.filter(({ event }) => event.ev === 'deposit.changed').map(({ event }) => event.why)).toEqual([
    'asked',
    'passed',
  ])
  venue.venue.flush()
  const booked = atOnce(venue.venue.store.entries(0, 1000)).at(-1)
  expect(JSON.parse(booked?.lines ?? '')).toEqual([
    ['external', usdt, 'change', '-50000000000', '0'],
    [ann, usdt, 'change', '50000000000', '0'],
  ])
  expect(venue.venue.audit()).toEqual([])
})
test('L13 a transaction and a proof are credited once, however often they are sent in', async () => {
  const venue = await walletVenue()
  await charge(venue)
  await charge(venue)
  await charge(venue, { imgs: [await venue.upload(venue.ann, 'other')] })
  await charge(venue, { account: 'b'.repeat(64) })
  await venue.turn(6000)
  expect(venue.spot(venue.ann)).toBe('1050000000000+0')
  expect(await rows(venue)).toMatchObject({
    data: [
      { status: 3, remark: 'duplicate' },
      { status: 3, remark: 'duplicate' },
      { status: 3, remark: 'duplicate' },
      { status: 2 },
    ],
  })
})
test('AT14 one deposit approved twice, and a voucher approved under two deposits, credit once', async () => {
  const venue = await walletVenue({ settings: { deposit: { reviewMs: 10 ** 9 } } })
  await charge(venue)
  await charge(venue)
  const { ctx } = venue.venue
  const [one, two] = [...ctx.tables.deposits.all()]
  if (!one || !two) throw new Error('two deposits are processing')
  const pass = (row: typeof one) => venue.venue.command((c) => void moveDeposit(c, row, 'pass'))
  await pass(one)
  const again = [...ctx.tables.deposits.all()].find(({ id }) => id === one.id) ?? { ...one, status: 'passed' as const }
  await expect(pass(again)).rejects.toMatchObject({ reason: 'step_refused' })
  await expect(pass(two)).rejects.toMatchObject({ reason: 'credited_before' })
  expect(venue.spot(venue.ann)).toBe('1050000000000+0')
})
test('DEP-2 a decider hears beforehand what passing would refuse: more than was sent, and what is credited already', async () => {
  const venue = await walletVenue({ settings: { deposit: { reviewMs: 10 ** 9 } } })
  await charge(venue)
  await charge(venue)
  const { ctx } = venue.venue
  const [row, same] = [...ctx.tables.deposits.all()]
  if (!row || !same) throw new Error('two deposits are processing')
  const refusal = (of: typeof row, credited?: string) => {
    try {
      checkCredit(ctx, of, credited)
      return null
    } catch (thrown) {
      return thrown
    }
  }
  expect(refusal(row, '500.000001')).toMatchObject({ reason: 'amount_above_max', params: { max: '500' } })
  expect([refusal(row), refusal(row, '500'), refusal(row, '499.5')]).toEqual([null, null, null])
  await venue.venue.command((c) => void moveDeposit(c, row, 'pass'))
  expect(refusal(same)).toMatchObject({ reason: 'credited_before' })
})
test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['no amount', { amount: '' }, 'amount_required'],
  ['less than the network takes', { amount: '9.99' }, 'amount_below_min'],
  ['more decimals than the coin has', { amount: '10.0000001' }, 'amount_step'],
  ['no proof', { imgs: [] }, 'proof_required'],
  ['a proof of nobody', { imgs: ['voucher/none.png'] }, 'file_unknown'],
  ['no network', { netType: '' }, 'network_unknown'],
  ['a network the coin is not on', { currency: 2, netType: 'TRC20' }, 'network_unknown'],
  ['an unknown coin', { currency: 99 }, 'not_found'],
])('DEP-3 a deposit with %s is refused', async (_, more, reason) => {
  const venue = await walletVenue()
  expect((await charge(venue, more)).reason).toBe(reason)
  expect(await rows(venue)).toMatchObject({ total: 0 })
})
test('DEP-3 W-16 CF27 a proof that somebody else has uploaded is unknown', async () => {
  const venue = await walletVenue()
  expect((await charge(venue, { imgs: [await venue.upload(venue.ben, 'theirs')] })).reason).toBe('file_unknown')
})
test('DEP-4 bank money is credited as its quote has fixed it, for who has a payee', async () => {
  const venue = await walletVenue()
  const { call, priced, upload, ann, turn, spot } = venue
  const img = await upload(ann, 'slip')
  const bank = (more: object = {}) =>
    call('POST /api/wallet/charge_req2', {
      currency: usdt,
      fiat: 'HKD',
      amount: '1000',
      way: 'bank',
      imgs: [img],
      ...more,
    })
  expect(await bank()).toMatchObject({ type: '997', reason: 'payee_missing', params: { ways: ['bank'] } })
  await call('POST /api/user/cash_save', card)
  expect((await bank()).reason).toBe('quote_required')
  const { quote_id, result } = await priced({ kind: 'bank_in', from: 'HKD', to: usdt, num: '1000' })
  expect((await bank({ quote_id, fiat: 'USD' })).reason).toBe('quote_unfit')
  expect((await bank({ quote_id, imgs: [] })).reason).toBe('proof_required')
  expect(await bank({ quote_id })).toMatchObject({
    data: {
      is_bank: 1,
      amount: result,
      fiat: 'HKD',
      fiat_amount: '1000',
      bank_account: '**** 8888',
      user_account: 'ANN LEE',
    },
  })
  expect((await bank({ quote_id })).reason).toBe('quote_used')
  await turn(6000)
  expect(spot(ann)).toBe(`${1_000_000_000_000n + 12_731_215_600n}+0`)
  expect(venue.venue.audit()).toEqual([])
})
test('DEP-5 a remittance goes to an account of its currency, and is credited as quoted', async () => {
  const { call, priced, upload, ann, turn, spot, venue, received } = await walletVenue()
  const { message } = await call('GET /api/remittance/remittanceList', { fiat: 'EUR' })
  expect(message).toMatchObject({
    reference: `KT${ann}`,
    list: [{ id: 'eur', iban: 'DE89370400440532013000', fee_rate: '0.001' }],
  })
  const { quote_id, result } = await priced({
    kind: 'remittance',
    from: 'EUR',
    to: usdt,
    num: '100',
    account_id: 'eur',
  })
  const remit = (more: object = {}) =>
    call('POST /api/remittance/remittance', {
      account_id: 'eur',
      amount: '100',
      quote_id,
      payer_name: 'Ann Lee',
      ...more,
    })
  expect((await remit()).reason).toBe('proof_required')
  const imgs = [await upload(ann, 'slip')]
  expect((await remit({ imgs, account_id: 'usd' })).reason).toBe('quote_unfit')
  expect((await remit({ imgs, payer_name: '' })).reason).toBe('real_name_required')
  expect(await remit({ imgs })).toMatchObject({ message: { status: 1, result, reference: `KT${ann}`, fiat: 'EUR' } })
  const before = spot(ann)
  await turn(6000)
  expect(spot(ann)).not.toBe(before)
  expect(
    received
      .filter(({ event }) => event.ev === 'deposit.remittanceChanged')
      .map(({ user, event }) => [user, event.why, event.v['status']]),
  ).toEqual([
    [ann, 'asked', 1],
    [ann, 'passed', 2],
  ])
  expect(await call('GET /api/remittance/remittanceRecord')).toMatchObject({
    message: { count: 1, list: [{ status: 2 }] },
  })
  expect(await call('POST /api/wallet/legal_log', { log_type: 750 })).toMatchObject({
    message: { list: [{ value: result }] },
  })
  expect(venue.audit()).toEqual([])
})
test('DEP-6 outside of the demo there is no address and no account to lose money to, and nothing decides by itself', async () => {
  const harness = createMemoryVenue({ settings: { deposit: { hasDemoAddresses: false } } })
  const user = await register(harness, 'ann@kontor.test')
  expect(
    answerOf((await harness.ask('POST /api/wallet/get_in_address', { currency: usdt }, { user })).answer).reason,
  ).toBe('network_unknown')
})
