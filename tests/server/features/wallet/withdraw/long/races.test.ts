import { parseDec } from '#contract/wire/money.ts'
import { card, pin, tron, usdt, walletVenue } from '#tests/server/features/wallet/wallet-venue.ts'
import { expect, test } from 'vitest'

type Venue = Awaited<ReturnType<typeof walletVenue>>
const amount = '6000'
const stake = '5000'
const raceOf = async () => {
  const venue = await walletVenue({ settings: { demoReview: false, withdraw: { perDay: 200 } } })
  const { call, code, priced } = venue
  await call('POST /api/wallet/addaddress', {
    currency_id: usdt,
    address: tron,
    netType: 'TRC20',
    pay_password: pin,
    code: await code(),
  })
  await call('POST /api/user/cash_save', card)
  const quotes = {
    out: await priced({ kind: 'bank_out', from: usdt, to: 'JPY', num: amount }),
    flash: await priced({ kind: 'flash', from: usdt, to: 2, num: amount }),
  }
  const key = () => crypto.randomUUID()
  /** Six ways to spend more than half of one spot balance. */
  const ways = [
    () =>
      call(
        'POST /api/wallet/out',
        { currency: usdt, number: amount, address: tron, pay_password: pin },
        venue.ann,
        key(),
      ),
    () =>
      call(
        'POST /api/wallet/out2',
        {
          currency: usdt,
          number: amount,
          fiat: 'JPY',
          way: 'bank',
          pay_password: pin,
          quote_id: quotes.out['quote_id'],
        },
        venue.ann,
        key(),
      ),
    () =>
      call(
        'POST /api/trade/transfer',
        { email: 'ben@kontor.test', currency_id: usdt, number: amount, pay_password: pin },
        venue.ann,
        key(),
      ),
    () =>
      call(
        'POST /api/coin/trade',
        { currency_id: 1, legal_id: usdt, type: 1, kind: 'limit', amount: '0.12', target_price: '50000' },
        venue.ann,
        key(),
      ),
    () =>
      call(
        'POST /api/wallet/change',
        { currency_id: usdt, number: amount, from_field: 'change', to_field: 'legal' },
        venue.ann,
        key(),
      ),
    () =>
      call(
        'POST /api/wallet/flashAgainst',
        { l_currency_id: usdt, r_currency_id: 2, num: amount, quote_id: quotes.flash['quote_id'] },
        venue.ann,
        key(),
      ),
  ] as const
  return { ...venue, ways }
}
const refusedFor = ['insufficient_balance', 'pay_password_locked', 'quote_used']
const free = ({ venue, ann }: Pick<Venue, 'venue' | 'ann'>) =>
  venue.ctx.ledger.balance({ owner: ann, asset: usdt, kind: 'change' }).free

test.each([2, 10, 100])(
  'AT3 %i ways at once to spend one spot balance: withdrawal, bank, gift, order, transfer, exchange; one succeeds',
  async (copies) => {
    const race = await raceOf()
    const told = await Promise.all(
      Array.from({ length: copies }, async (_, at) => race.ways[(at * 5 + copies) % race.ways.length]?.()),
    )
    const done = told.filter((each) => each?.type === 'ok' || (each !== undefined && each.reason === undefined))
    expect(told.filter((each) => each?.reason !== undefined && !refusedFor.includes(each.reason))).toEqual([])
    expect(done).toHaveLength(1)
    expect(free(race)).toBe(parseDec('4000'))
    expect(race.venue.audit()).toEqual([])
  },
)

test.each([0, 1, 2, 3, 4, 5])(
  'AT3 whichever of them comes first (%i) is the one that succeeds, or nothing is lost',
  async (first) => {
    const race = await raceOf()
    const order = [...race.ways.slice(first), ...race.ways.slice(0, first)]
    expect((await order[0]?.())?.reason).toBeUndefined()
    const after = await Promise.all(order.slice(1).map((way) => way()))
    expect(after.filter(({ reason }) => reason !== 'insufficient_balance')).toEqual([])
    expect(race.venue.audit()).toEqual([])
  },
)

test.each([2, 10, 100])(
  'AT3 %i stakes and transfers at once of one options balance: one of them has it',
  async (copies) => {
    const { call, ann, venue } = await raceOf()
    const ways = [
      () =>
        call(
          'POST /api/microtrade/submit',
          { currency_id: 1, legal_id: usdt, num: stake, type: 1, seconds: 60 },
          ann,
          crypto.randomUUID(),
        ),
      () =>
        call(
          'POST /api/wallet/change',
          { currency_id: usdt, number: stake, from_field: 'micro', to_field: 'change' },
          ann,
          crypto.randomUUID(),
        ),
    ] as const
    await call('POST /api/wallet/change', {
      currency_id: usdt,
      number: '8000',
      from_field: 'change',
      to_field: 'micro',
    })
    const told = await Promise.all(Array.from({ length: copies }, (_, at) => ways[at % 2 === 0 ? 1 : 0]()))
    expect(told.filter(({ reason }) => reason === undefined)).toHaveLength(1)
    expect(venue.ctx.ledger.balance({ owner: ann, asset: usdt, kind: 'micro' }).free).toBe(parseDec('4000'))
    expect(venue.audit()).toEqual([])
  },
)

test('L12 a withdrawal whose hold is missing, or is not its amount, is reported by the audit', async () => {
  const race = await raceOf()
  await race.ways[0]()
  expect(race.venue.audit()).toEqual([])
  const { tables } = race.venue.ctx
  const [row] = [...tables.withdrawals.all()]
  if (!row) throw new Error('one is processing')
  await race.venue.command((ctx) => void ctx.tables.withdrawals.put({ ...row, number: '6001' }))
  expect(race.venue.audit().map(({ rule }) => rule)).toEqual(['L12'])
  await race.venue.command((ctx) => void ctx.tables.withdrawals.put({ ...row, status: 'rejected' }))
  expect(race.venue.audit().map(({ rule }) => rule)).toEqual(['L12'])
})

test('AT6 ten applications that begin before midnight and are decided after it count for the new day, three of them', async () => {
  const venue = await walletVenue({ settings: { demoReview: false } })
  const { call, code, clock } = venue
  await call('POST /api/wallet/addaddress', {
    currency_id: usdt,
    address: tron,
    netType: 'TRC20',
    pay_password: pin,
    code: await code(),
  })
  const out = () =>
    call(
      'POST /api/wallet/out',
      { currency: usdt, number: '10', address: tron, pay_password: pin },
      venue.ann,
      crypto.randomUUID(),
    )
  clock.advance(Date.UTC(2026, 0, 6) - 1 - clock.now())
  expect([(await out()).type, (await out()).type]).toEqual(['ok', 'ok'])
  const pending = Array.from({ length: 10 }, () => out())
  clock.advance(1)
  const told = await Promise.all(pending)
  expect(told.filter(({ type }) => type === 'ok')).toHaveLength(3)
  expect((await out()).params).toEqual({ max: 3, resets_ms: Date.UTC(2026, 0, 7) })
  expect([...venue.venue.ctx.tables.withdrawals.all()].map(({ at }) => new Date(at).getUTCDate())).toEqual([
    5, 5, 6, 6, 6,
  ])
  expect(venue.venue.audit()).toEqual([])
})
