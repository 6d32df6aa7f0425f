import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { card, pin, tron, usdt, walletVenue } from './wallet-venue.ts'
import { expect, test } from 'vitest'

type Venue = Awaited<ReturnType<typeof walletVenue>>
type Wish = readonly [
  name: string,
  make: (
    venue: Venue,
  ) => Promise<{ place: string; body: Readonly<Record<string, unknown>>; rows: (venue: Venue['venue']) => number }>,
]
const key = '0190a000-0000-4000-8000-000000000077'
const quoteFor = async ({ priced }: Venue, kind: string, from: unknown, to: unknown, more: object = {}) =>
  (await priced({ kind, from, to, num: '100', ...more }))['quote_id']

const wishes: readonly Wish[] = [
  [
    'a deposit',
    async ({ upload, ann }) => ({
      place: 'POST /api/wallet/charge_req',
      body: { currency: usdt, amount: '500', netType: 'TRC20', imgs: [await upload(ann, 'proof')] },
      rows: ({ ctx }) => ctx.tables.deposits.count(),
    }),
  ],
  [
    'a bank deposit',
    async (venue) => {
      await venue.call('POST /api/user/cash_save', card)
      const body = {
        currency: usdt,
        fiat: 'JPY',
        amount: '20000',
        quote_id: await quoteFor(venue, 'bank_in', 'JPY', usdt, { num: '20000' }),
        imgs: [await venue.upload(venue.ann, 'slip')],
      }
      return { place: 'POST /api/wallet/charge_req2', body, rows: ({ ctx }) => ctx.tables.deposits.count() }
    },
  ],
  [
    'a remittance',
    async (venue) => {
      const body = {
        account_id: 'eur',
        amount: '100',
        quote_id: await quoteFor(venue, 'remittance', 'EUR', usdt, { account_id: 'eur' }),
        payer_name: 'Ann Lee',
        imgs: [await venue.upload(venue.ann, 'slip')],
      }
      return { place: 'POST /api/remittance/remittance', body, rows: ({ ctx }) => ctx.tables.remittances.count() }
    },
  ],
  [
    'a withdrawal',
    async ({ call, code }) => {
      await call('POST /api/wallet/addaddress', {
        currency_id: usdt,
        address: tron,
        netType: 'TRC20',
        pay_password: pin,
        code: await code(),
      })
      return {
        place: 'POST /api/wallet/out',
        body: { currency: usdt, number: '100', address: tron, pay_password: pin },
        rows: ({ ctx }) => ctx.tables.withdrawals.count(),
      }
    },
  ],
  [
    'a bank withdrawal',
    async (venue) => {
      await venue.call('POST /api/user/cash_save', card)
      const body = {
        currency: usdt,
        number: '100',
        fiat: 'JPY',
        way: 'bank',
        pay_password: pin,
        quote_id: await quoteFor(venue, 'bank_out', usdt, 'JPY'),
      }
      return { place: 'POST /api/wallet/out2', body, rows: ({ ctx }) => ctx.tables.withdrawals.count() }
    },
  ],
  [
    'an exchange',
    async (venue) => ({
      place: 'POST /api/wallet/flashAgainst',
      body: { l_currency_id: usdt, r_currency_id: 1, num: '100', quote_id: await quoteFor(venue, 'flash', usdt, 1) },
      rows: () => 1,
    }),
  ],
  [
    'a transfer to a person',
    async () => ({
      place: 'POST /api/trade/transfer',
      body: { email: 'ben@kontor.test', currency_id: usdt, number: '25', pay_password: pin },
      rows: () => 1,
    }),
  ],
]
test.each(wishes)(
  'MONEY-8 %s whose answer is lost is one: its key tells the outcome to every device, also after a restart of the venue',
  async (_, make) => {
    const store = openSqlite(':memory:')
    const first = await walletVenue({ store, settings: { demoReview: false } })
    const { call, ann, venue, total } = first
    const { place, body, rows } = await make(first)
    const made = await call(place, body, ann, key)
    expect([made.type ?? made.code, made.reason]).toEqual([made.type === undefined ? 200 : 'ok', undefined])
    const left = total(ann)
    // The answer has not arrived: this device asks by the key, another one sends the same wish again.
    const asked = await call('POST /api/key/status', { key })
    expect(asked.message).toMatchObject({ state: 'done', answer: made })
    expect(await call(place, body, ann, key)).toEqual(made)
    expect((await call(place, { ...body, notes: 'other', remark: 'other' }, ann, key)).reason).toMatch(
      /^(key_reused|malformed)$/,
    )
    expect([rows(venue), total(ann), venue.audit()]).toEqual([1, left, []])
    venue.flush()

    const again = createMemoryVenue({ store, settings: { demoReview: false } })
    const later = async (route: string, fields: object) =>
      answerOf((await again.ask(route, fields, { user: ann }, route === place ? key : null)).answer)
    expect((await later('POST /api/key/status', { key })).message).toMatchObject({ state: 'done', answer: made })
    expect(await later(place, body)).toEqual(made)
    expect([rows(again.venue), again.venue.audit()]).toEqual([1, []])
  },
)

test('AT2 five people send all they have round a ring at the same time: the sum stays, and nobody goes below nothing', async () => {
  const venue = await walletVenue()
  const { call, ann, ben, total } = venue
  const mails = ['ann', 'ben', 'cleo', 'dora', 'eve'].map((name) => `${name}@kontor.test`)
  const others = [
    await register(venue, 'cleo@kontor.test'),
    await register(venue, 'dora@kontor.test'),
    await register(venue, 'eve@kontor.test'),
  ]
  await venue.venue.command(({ tables }) => {
    const { pin: hash } = tables.users.need(ann)
    for (const user of others) {
      tables.users.put({ ...tables.users.need(user), pin: hash })
      tables.kycs.put({ ...tables.kycs.need(`${ann}:1`), id: `${user}:1`, user, card: `C${user}` })
    }
  })
  const ring = [ann, ben, ...others]
  const before = ring.map((user) => total(user))
  const send = (from: number, number: string) =>
    call(
      'POST /api/trade/transfer',
      { email: mails[(from + 1) % ring.length] ?? '', currency_id: usdt, number, pay_password: pin },
      ring[from] ?? 0,
      crypto.randomUUID(),
    )
  const told = await Promise.all(
    ring.flatMap((_, from) => [send(from, '10000'), send(from, '10000'), send(from, '0.5')]),
  )
  expect(
    told.filter(
      ({ code, type, reason }) =>
        reason !== undefined &&
        !['insufficient_balance', 'amount_below_min'].includes(reason) &&
        code !== 200 &&
        type !== 'ok',
    ),
  ).toEqual([])
  expect(told.filter(({ reason }) => reason === undefined).length).toBeGreaterThanOrEqual(ring.length)
  const after = ring.map((user) => total(user))
  const sum = (all: readonly bigint[]) => all.reduce((one, other) => one + other, 0n)
  expect([sum(after), after.filter((each) => each < 0n), venue.venue.audit()]).toEqual([sum(before), [], []])
})
