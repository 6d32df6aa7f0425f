import { createMarks } from '#server/features/lever/marks.ts'
import { takeTicks } from '#server/features/option/deadlines.ts'
import { takeTicks as reachTriggers } from '#server/features/trigger/tick.ts'
import { openHarness, type Harness } from './harness.ts'
import { verify } from '#tests/support/lever-venue.ts'
import { register } from '#tests/support/people.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let harness: Harness
let ann: { user: number; headers: { Authorization: string } }
let ben: typeof ann
beforeEach(async () => {
  harness = await openHarness()
  ann = await enter('ann@kontor.test')
  ben = await enter('ben@kontor.test')
})
afterEach(() => harness.close())
const enter = async (mail: string) => {
  const user = await register(harness, mail)
  await verify(harness.venue, [user])
  return { user, headers: { Authorization: await harness.tokenOf(user) } }
}
const usdt = 3
let keys = 0
const key = () => `01890000-0000-4000-8000-${String((keys += 1)).padStart(12, '0')}`
type Person = typeof ann
const call = ({ headers }: Person, place: string, fields: Readonly<Record<string, unknown>>) =>
  harness.call(place, fields, { ...headers, 'Idempotency-Key': key() })
const order = (person: Person, more: object = {}) =>
  call(person, 'POST /api/coin/trade', {
    legal_id: usdt,
    currency_id: 1,
    type: 1,
    amount: '0.01',
    target_price: '50000',
    kind: 'limit',
    ...more,
  })
const cancel = (person: Person, id: unknown) => call(person, 'POST /api/coin/cancel', { id })
const move = (person: Person, from: string, to: string, number: string) =>
  call(person, 'POST /api/wallet/change', { number, currency_id: usdt, from_field: from, to_field: to })
const idOf = (responses: { answer: { data?: Record<string, unknown> } }) => responses.answer.data?.['id']
const times = <T>(count: number, work: (at: number) => T) => Array.from({ length: count }, (_, at) => work(at))
const balance = ({ user }: Person, kind: 'change' | 'lever' | 'micro' | 'legal') =>
  harness.venue.ctx.ledger.balance({ owner: user, asset: usdt, kind })
/** A user's total of one coin over all accounts, free and held. */
const total = (person: Person) =>
  (['change', 'lever', 'micro', 'legal'] as const).reduce(
    (sum, kind) => sum + balance(person, kind).free + balance(person, kind).held,
    0n,
  )
let ticks = 0
const quote = async (price: number) => {
  const { ctx } = harness.venue
  const market = ctx.markets.need('BTC-USDT')
  const index = Math.round(price * 10 ** market.pair.priceScale)
  market.setQuote({ tick: `t${(ticks += 1)}`, index, mark: index, sources: 1, at: ctx.now() })
  await harness.venue.command((inside) => {
    takeTicks(inside)
    reachTriggers(inside)
  })
  await createMarks(harness.venue).step()
}

type Round = { readonly no: number; readonly phase: string; readonly lock_ms: number }
const openRound = async () => {
  const { text } = await call(ann, 'GET /api/microtrade/lists', { match_id: 1, seconds: 60 })
  const responses: { message: { rounds: readonly Round[] } } = JSON.parse(text)
  const { no = 0, lock_ms: lockAt = 0 } = responses.message.rounds.find(({ phase }) => phase === 'open') ?? {}
  return { no, lockAt }
}

test.each([2, 10, 100])(
  'AT3 %i concurrent orders, transfers and margins on the same money hold no more than the balance',
  async (copies) => {
    await quote(50_000)
    const before = total(ann)
    const { free } = balance(ann, 'change')
    const all = (Number(free) / 1e8).toFixed(2)
    const wanted = times(copies, (at) => {
      if (at % 3 === 0) return order(ann, { amount: (Number(all) / 50_000 - 0.000001).toFixed(6) })
      if (at % 3 === 1) return move(ann, 'change', at % 2 ? 'lever' : 'micro', all)
      return call(ann, 'POST /api/lever/submit', {
        legal_id: usdt,
        currency_id: 1,
        type: 1,
        status: 1,
        share: 1000,
        multiple: 5,
      })
    })
    const responses = await Promise.all(wanted)
    expect(
      responses.filter(
        ({ answer }) =>
          answer.type !== 'ok' && answer.reason !== 'insufficient_balance' && answer.reason !== 'lots_out_of_range',
      ),
    ).toEqual([])
    for (const kind of ['change', 'lever', 'micro', 'legal'] as const)
      expect(balance(ann, kind).free >= 0n && balance(ann, kind).held >= 0n).toBe(true)
    expect(total(ann) <= before).toBe(true)
    expect(harness.venue.audit()).toEqual([])
  },
)
test.each([2, 10, 100])(
  'AT7 %i concurrent cancels of one order end it once and release its money once',
  async (copies) => {
    const before = total(ann)
    const id = idOf(await order(ann))
    expect(balance(ann, 'change').held).toBe(500n * 10n ** 8n)
    const responses = await Promise.all(times(copies, () => cancel(ann, id)))
    expect(responses.filter(({ answer }) => answer.type === 'ok')).toHaveLength(1)
    expect([total(ann), balance(ann, 'change').held]).toEqual([before, 0n])
    expect(harness.venue.audit()).toEqual([])
  },
)
test('AT7 a cancel and a fill at the same time, in both orders: the order ends once, and no money is lost', async () => {
  for (const isCancelFirst of [true, false]) {
    const before = total(ann) + total(ben)
    const id = idOf(await order(ann))
    const race = [() => cancel(ann, id), () => order(ben, { type: 2, kind: 'ioc' })] as const
    const [first, second] = isCancelFirst ? race : [race[1], race[0]]
    await Promise.all([first(), second()])
    const row = harness.venue.ctx.tables.spotOrders.get(Number(id))
    expect(['cancelled', 'filled', undefined]).toContain(row?.status)
    expect(balance(ann, 'change').held).toBe(0n)
    const fees = before - total(ann) - total(ben)
    expect(fees >= 0n).toBe(true)
    expect(harness.venue.audit()).toEqual([])
  }
})
test('AT11 of concurrent stakes around the lock only those before it are accepted, all in the same round', async () => {
  const { ctx } = harness.venue
  await quote(100)
  harness.clock.advance(1000)
  await harness.venue.runDue()
  await quote(100)
  const round = await openRound()
  const stake = () =>
    call(ann, 'POST /api/microtrade/submit', {
      match_id: 1,
      currency_id: usdt,
      type: 1,
      seconds: 60,
      number: '10',
      round_no: round.no,
    })
  harness.clock.advance(round.lockAt - ctx.now() - 1)
  await quote(100)
  const early = await Promise.all(times(3, stake))
  // Sent in time, but decided after the lock: the time of the decision counts.
  const held = stake()
  harness.clock.advance(1)
  const late = await Promise.all([held, ...times(5, stake)])
  const ends = (some: typeof early) => some.map(({ answer }) => answer.reason ?? 'ok')
  expect([new Set(ends(early)), ends(late)]).toEqual([new Set(['ok']), times(6, () => 'round_closed')])
  expect(new Set([...ctx.tables.optionOrders.all()].map(({ no }) => no))).toEqual(new Set([round.no]))
})
test('AT64 a stake whose body is completed after the lock is decided at that time and refused', async () => {
  const { ctx } = harness.venue
  await quote(100)
  await harness.venue.runDue()
  const round = await openRound()
  const text = JSON.stringify({
    match_id: 1,
    currency_id: usdt,
    type: 1,
    seconds: 60,
    number: '10',
    round_no: round.no,
  })
  let finishBody: () => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(text.slice(0, -1)))
      finishBody = () => {
        controller.enqueue(new TextEncoder().encode(text.slice(-1)))
        controller.close()
      }
    },
  })
  const answer = harness.sendRequest('POST', '/api/microtrade/submit', {
    body,
    duplex: 'half',
    headers: { ...ann.headers, 'Content-Type': 'application/json', 'Idempotency-Key': key(), 'language-mark': 'en' },
  })
  harness.clock.advance(round.lockAt - ctx.now())
  await quote(100)
  finishBody()
  expect((await answer).text).toContain('round_closed')
  for (const more of [{ created_at: 1 }, { at_ms: 1 }, { open_at: 1 }, { now: 1 }])
    expect(
      (
        await call(ann, 'POST /api/microtrade/submit', {
          match_id: 1,
          currency_id: usdt,
          type: 1,
          seconds: 60,
          number: '10',
          ...more,
        })
      ).answer.reason,
    ).toBe('malformed')
  expect([...ctx.tables.optionOrders.all()]).toEqual([])
})
test('AT66 two accounts that trade with each other only lose fees, and no account trades with itself', async () => {
  const before = total(ann) + total(ben)
  await order(ann, { target_price: '50000' })
  await order(ben, { type: 2, target_price: '50000', kind: 'ioc' })
  expect(total(ann) + total(ben) < before).toBe(true)
  const mine = idOf(await order(ann, { target_price: '49000' }))
  await order(ann, { type: 2, target_price: '49000', kind: 'limit' })
  expect(harness.venue.ctx.tables.spotOrders.get(Number(mine))).toMatchObject({ filled: 0 })
  expect(harness.venue.audit()).toEqual([])
})
