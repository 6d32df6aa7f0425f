import { logTypes } from '#contract/wire/booking.ts'
import { pin, usdt, walletVenue } from '#tests/server/features/wallet/wallet-venue.ts'
import { atOnce } from '#tests/support/venues.ts'
import { expect, test } from 'vitest'

type Venue = Awaited<ReturnType<typeof walletVenue>>
const wish = { kind: 'flash', from: usdt, to: 1, num: '1000' }
const flash = (call: Venue['call'], quote_id: unknown, more: Readonly<Record<string, unknown>> = {}) =>
  call('POST /api/wallet/flashAgainst', { l_currency_id: usdt, r_currency_id: 1, num: '1000', quote_id, ...more })
const gift = (call: Venue['call'], more: Readonly<Record<string, unknown>> = {}) =>
  call('POST /api/trade/transfer', {
    email: 'ben@kontor.test',
    currency_id: usdt,
    number: '100',
    pay_password: pin,
    ...more,
  })

test.each(['', '0', '0.00'])(
  'AST-6 an exchange without an amount is refused before its quote is looked for: %j',
  async (num) => {
    const { call } = await walletVenue()
    expect(await flash(call, 'none', { num })).toMatchObject({ reason: 'amount_required' })
  },
)
test('L9 an exchange books both legs and the fee in one entry', async () => {
  const { call, priced, spot, ann, venue } = await walletVenue()
  const { quote_id, result, fee, expires_ms } = await priced(wish)
  expect([result, fee, expires_ms]).toEqual(['0.0099875', '0.00001', venue.ctx.now() + 10_000])
  const before = venue.ctx.journal.end().seq
  expect(await flash(call, quote_id)).toMatchObject({
    data: { num: '1000', absolute_quantity: '0.0099875', fee: '0.00001', status: 1 },
  })
  expect(venue.ctx.journal.end().seq).toBe(before + 1)
  expect([spot(ann), spot(ann, 1)]).toEqual(['900000000000+0', '10998750+0'])
  expect(venue.audit()).toEqual([])
  expect(await call('POST /api/wallet/legal_log', { log_type: 601 })).toMatchObject({
    message: { count: 1, list: [{ value: '0.0099975' }] },
  })
})
test('AST-6 the rates of the list are those of the market, without a spread', async () => {
  const { call } = await walletVenue()
  const { message } = await call('GET /api/wallet/flashAgainstList')
  const pairs: readonly unknown[] = Object(message)['pairs']
  const rateOf = (left: number, right: number) =>
    pairs.map(Object).find(({ left_id, right_id }) => left_id === left && right_id === right)?.['rate']
  expect([rateOf(1, usdt), rateOf(usdt, 1), rateOf(1, 2), rateOf(2, usdt)]).toEqual(['100000', '0.00001', '25', '4000'])
})
test('X1 a quote is used once, by its owner, for what it was made, until it expires', async () => {
  const { call, priced, turn, ann, ben, total } = await walletVenue()
  const { quote_id } = await priced(wish)
  const before = total(ann)
  const refused = async (told: Promise<{ reason?: string }>) => (await told).reason
  expect(await refused(flash(call, ''))).toBe('quote_required')
  expect(await refused(flash(call, 'nothing'))).toBe('quote_unfit')
  expect(await refused(flash(call, quote_id, { num: '999' }))).toBe('quote_unfit')
  expect(await refused(flash(call, quote_id, { r_currency_id: 2 }))).toBe('quote_unfit')
  expect(
    await refused(
      call('POST /api/wallet/flashAgainst', { l_currency_id: usdt, r_currency_id: 1, num: '1000', quote_id }, ben),
    ),
  ).toBe('quote_unfit')
  expect(total(ann)).toBe(before)
  const told = await Promise.all(Array.from({ length: 10 }, () => flash(call, quote_id)))
  expect([
    told.filter(({ type }) => type === 'ok').length,
    told.filter(({ reason }) => reason === 'quote_used').length,
  ]).toEqual([1, 9])
  expect(total(ann)).toBe(before - 1000n * 10n ** 8n)
  const { quote_id: late } = await priced(wish)
  await turn(10_000)
  expect(await refused(flash(call, late))).toBe('quote_expired')
})
test('X1 a favourable move of the market ends a quote early', async () => {
  const { call, priced, mark, clock } = await walletVenue()
  const { quote_id } = await priced(wish)
  clock.advance(1000)
  await mark(110_000)
  expect(await flash(call, quote_id)).toMatchObject({ reason: 'quote_expired' })
})
test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['of nothing', { num: '' }, 'amount_required'],
  ['below the least', { num: '9.99' }, 'amount_below_min'],
  ['above the most', { num: '50001' }, 'amount_above_max'],
  ['finer than the coin', { num: '10.0000001' }, 'amount_step'],
  ['of one coin to itself', { to: usdt }, 'pair_unknown'],
  ['of an unknown coin', { to: 99 }, 'pair_unknown'],
  ['into a coin without a current price', { to: 4 }, 'feed_stale'],
  ['of mining rewards', { kind: 'mining' }, 'pair_unknown'],
  ['for an unknown account', { kind: 'remittance', from: 'HKD', to: usdt, account_id: 'none' }, 'pair_unknown'],
])('AST-6 a quote %s is refused as %s', async (_, more, reason) => {
  const { priced } = await walletVenue()
  expect((await priced({ ...wish, ...more }))['reason']).toBe(reason)
})
test('AST-6 bank money is dearer to buy than to sell, and whole in its own scale', async () => {
  const { priced } = await walletVenue()
  expect(await priced({ kind: 'bank_in', from: 'HKD', to: usdt, num: '1000' })).toMatchObject({
    price: '7.839',
    result: '127.312156',
    fee: '0.255135',
  })
  expect(await priced({ kind: 'bank_out', from: usdt, to: 'JPY', num: '100' })).toMatchObject({
    price: '149.25',
    result: '14775',
    fee: '1',
  })
})
test('L10 a circle of exchanges returns less than went in, ten thousand tiny steps included', async () => {
  const { call, priced, spot, ann, venue, feed, clock } = await walletVenue()
  const before = BigInt(spot(ann).split('+')[0] ?? '0')
  for (let at = 0; at < 30; at += 1) {
    clock.advance(500)
    await feed()
    const out = await priced({ ...wish, num: '10' })
    expect((await flash(call, out['quote_id'], { num: '10' })).type).toBe('ok')
    const back = await priced({ kind: 'flash', from: 1, to: usdt, num: out['result'] })
    const told = await flash(call, back['quote_id'], { l_currency_id: 1, r_currency_id: usdt, num: out['result'] })
    expect([told.type ?? told.reason, told.reason]).toEqual(['error', 'quote_required'])
    expect(back['reason']).toBe('amount_below_min')
  }
  expect(BigInt(spot(ann).split('+')[0] ?? '0') < before).toBe(true)
  expect(venue.audit()).toEqual([])
})
test('L17 a gift moves coins from spot account to spot account at once, with a row and a log line for both', async () => {
  const { call, spot, ann, ben, total, venue, received } = await walletVenue()
  const before = total(ann) + total(ben)
  const { message } = await gift(call, { remark: 'lunch' })
  expect(message).toMatchObject({
    direction: 'out',
    peer: 'be***@kontor.test',
    number: '100',
    fee: '0',
    remark: 'lunch',
    status: 'done',
  })
  expect([spot(ann), spot(ben)]).toEqual(['990000000000+0', '1010000000000+0'])
  expect(total(ann) + total(ben)).toBe(before)
  expect(
    received
      .filter(({ event }) => event.ev === 'assets.giftReceived')
      .map(({ user, event }) => [user, event.v['direction'], event.v['number']]),
  ).toEqual([[ben, 'in', '100']])
  expect(await call('GET /api/trade/transferRecord', { direction: 'in' }, ben)).toMatchObject({
    message: { count: 1, list: [{ peer: 'an***@kontor.test', number: '100' }] },
  })
  expect(venue.audit()).toEqual([])
})
test('L17 the fee of a gift is rounded up, goes to the fee account, and books no line when it is nothing', async () => {
  const gifting = { feeRate: '0.001', min: '1', max: '10000' }
  const { call, spot, ann, ben, venue } = await walletVenue({ settings: { assets: { gift: gifting } } })
  await venue.command(
    ({ ledger }) =>
      void ledger.post({
        type: 1,
        ref: 'coins',
        postings: [
          { owner: ann, asset: 1, kind: 'change', free: 10n ** 8n },
          { owner: 'house', asset: 1, kind: 'change', free: -(10n ** 8n) },
        ],
      }),
  )
  const linesOf = async (given: Promise<unknown>) => {
    const { seq } = venue.ctx.journal.end()
    await given
    venue.flush()
    return atOnce(venue.store.entries(seq, 9)).map(({ lines }): unknown => JSON.parse(lines))
  }
  // 0.00123457 × 0.001 = 0.00000123457, of which the coin knows eight decimals.
  expect(await linesOf(gift(call, { currency_id: 1, number: '0.00123457' }))).toEqual([
    [
      [ann, 1, 'change', '-123457', '0'],
      [ben, 1, 'change', '123457', '0'],
      [ann, 1, 'change', '-124', '0'],
      ['fee', 1, 'change', '124', '0'],
    ],
  ])
  expect([spot(ann, 1), spot(ben, 1)]).toEqual(['109876419+0', '10123457+0'])
  const logOf = async (log_type: number, user = ann) =>
    Object(Object((await call('POST /api/wallet/legal_log', { log_type }, user)).message)['list'])
  expect([
    await logOf(logTypes.giftOut),
    await logOf(logTypes.giftFee),
    await logOf(logTypes.giftIn, ben),
  ]).toMatchObject([[{ value: '-0.00123457' }], [{ value: '-0.00000124' }], [{ value: '0.00123457' }]])
  const free = await walletVenue()
  const { seq } = free.venue.ctx.journal.end()
  await gift(free.call)
  free.venue.flush()
  expect(atOnce(free.venue.store.entries(seq, 9)).map(({ lines }): unknown => JSON.parse(lines))).toMatchObject([
    { length: 2 },
  ])
})
test('AST-7 whom a transfer would reach is named before it is sent: the name, and mail or phone masked', async () => {
  const { call } = await walletVenue()
  const named = (email: string) => call('POST /api/trade/recipient', { email })
  expect((await named('ben@kontor.test')).message).toMatchObject({ account: 'be***@kontor.test' })
  expect(Object((await named('ben@kontor.test')).message)['name']).not.toBe('')
  expect((await named('ann@kontor.test')).reason).toBe('recipient_self')
  expect((await named('nobody@kontor.test')).reason).toBe('recipient_unknown')
})
test('AST-7 the least and the most that may be sent can be sent', async () => {
  const { call, spot, ann } = await walletVenue()
  expect([(await gift(call, { number: '1' })).type, (await gift(call, { number: '9999' })).type, spot(ann)]).toEqual([
    'ok',
    'ok',
    '0+0',
  ])
  const all = await walletVenue()
  expect([(await gift(all.call, { number: '10000' })).type, all.spot(all.ann)]).toEqual(['ok', '0+0'])
})
test('AST-7 of a coin that has no price nothing can be sent, whatever the amount', async () => {
  const { call, venue } = await walletVenue()
  await venue.command(({ tables }) => tables.coins.put({ ...tables.coins.need(4), id: 77, name: 'NEW' }))
  expect((await gift(call, { currency_id: 77, number: '1' })).reason).toBe('amount_above_max')
})
test('X1 a quote for coins lasts ten seconds, one for bank money ten minutes', async () => {
  const { priced, venue } = await walletVenue()
  const now = venue.ctx.now()
  const lives = async (body: Readonly<Record<string, unknown>>) => Number((await priced(body))['expires_ms']) - now
  expect([
    await lives({ ...wish, account_id: 'eur' }),
    await lives({ kind: 'remittance', from: 'EUR', to: usdt, num: '100', account_id: 'eur' }),
  ]).toEqual([10_000, 600_000])
  // Only money that is sent by bank belongs to one account of the house.
  expect([...venue.ctx.tables.quotes.all()].map(({ kind, account }) => [kind, account])).toEqual([
    ['flash', null],
    ['remittance', 'eur'],
  ])
})
test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['nobody', { email: '' }, 'account_required'],
  ['a name', { email: 'ben' }, 'account_malformed'],
  ['who is not there', { email: 'nobody@kontor.test' }, 'recipient_unknown'],
  ['oneself', { email: 'ann@kontor.test' }, 'recipient_self'],
  ['ben, without an amount', { number: '' }, 'amount_required'],
  ['ben, too little', { number: '0.5' }, 'amount_below_min'],
  ['ben, too much', { number: '10001' }, 'amount_above_max'],
  ['ben, finer than the coin', { number: '1.0000001' }, 'amount_step'],
  ['ben, more than there is', { number: '2.1', currency_id: 2 }, 'insufficient_balance'],
  ['ben, an unknown coin', { currency_id: 99 }, 'not_found'],
  ['ben, without a fund password', { pay_password: '' }, 'pay_password_required'],
  ['ben, with a wrong fund password', { pay_password: '000000' }, 'pay_password_wrong'],
])('AST-7 a transfer to %s is refused, and nothing moves', async (_, more, reason) => {
  const { call, spot, ann, venue } = await walletVenue()
  const before = venue.ctx.journal.end().seq
  expect((await gift(call, more)).reason).toBe(reason)
  expect([spot(ann), venue.ctx.journal.end().seq]).toEqual(['1000000000000+0', before])
})
test('AT2 gifts in a ring, a hundred at once, keep the sum and never go below zero', async () => {
  const { call, total, ann, ben, venue } = await walletVenue()
  const before = total(ann) + total(ben)
  const told = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      at % 2
        ? call(
            'POST /api/trade/transfer',
            { email: 'ann@kontor.test', currency_id: usdt, number: '6000', pay_password: pin },
            ben,
          )
        : gift(call, { number: '6000' }),
    ),
  )
  expect(
    told.filter(
      ({ type, reason }) => type !== 'ok' && reason !== 'insufficient_balance' && reason !== 'pay_password_locked',
    ),
  ).toEqual([])
  expect(total(ann) + total(ben)).toBe(before)
  expect(venue.audit()).toEqual([])
})
