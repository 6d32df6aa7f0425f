import { createMarks } from '#server/features/lever/marks.ts'
import { takeTicks } from '#server/features/option/deadlines.ts'
import { openDoor, type Door } from './door.ts'
import { verify } from '#tests/support/lever-venue.ts'
import { register } from '#tests/support/people.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let door: Door
let ann: { user: number; headers: { Authorization: string } }
let ben: typeof ann
beforeEach(async () => {
  door = await openDoor()
  ann = await enter('ann@kontor.test')
  ben = await enter('ben@kontor.test')
})
afterEach(() => door.close())
const enter = async (mail: string) => {
  const user = await register(door, mail)
  await verify(door.venue, [user])
  return { user, headers: { Authorization: await door.tokenOf(user) } }
}
const usdt = 3
let keys = 0
const key = () => `01890000-0000-7000-8000-${String((keys += 1)).padStart(12, '0')}`
type Person = typeof ann
const call = ({ headers }: Person, place: string, fields: Readonly<Record<string, unknown>>) => door.call(place, fields, { ...headers, 'Idempotency-Key': key() })
const order = (who: Person, more: object = {}) => call(who, 'POST /api/coin/trade', { legal_id: usdt, currency_id: 1, type: 1, amount: '0.01', target_price: '50000', kind: 'limit', ...more })
const cancel = (who: Person, id: unknown) => call(who, 'POST /api/coin/cancel', { id })
const move = (who: Person, from: string, to: string, number: string) => call(who, 'POST /api/wallet/change', { number, currency_id: usdt, from_field: from, to_field: to })
const idOf = (told: { answer: { data?: Record<string, unknown> } }) => told.answer.data?.['id']
const times = <T>(count: number, work: (at: number) => T) => Array.from({ length: count }, (_, at) => work(at))
const balance = ({ user }: Person, kind: 'change' | 'lever' | 'micro' | 'legal') => door.venue.ctx.ledger.balance({ owner: user, asset: usdt, kind })
/** All of one coin that one person has, wherever it lies. */
const total = (who: Person) => (['change', 'lever', 'micro', 'legal'] as const).reduce((sum, kind) => sum + balance(who, kind).free + balance(who, kind).held, 0n)
let ticks = 0
const quote = async (price: number) => {
  const { ctx } = door.venue
  const market = ctx.markets.need('BTC-USDT')
  const index = Math.round(price * 10 ** market.pair.priceScale)
  market.setQuote({ tick: `t${(ticks += 1)}`, index, mark: index, sources: 1, at: ctx.now() })
  await door.venue.command(takeTicks)
  await createMarks(door.venue).step()
}

type Round = { readonly no: number; readonly phase: string; readonly lock_ms: number }
const openRound = async () => {
  const { text } = await call(ann, 'GET /api/microtrade/lists', { match_id: 1, seconds: 60 })
  const told: { message: { rounds: readonly Round[] } } = JSON.parse(text)
  const { no = 0, lock_ms: lockAt = 0 } = told.message.rounds.find(({ phase }) => phase === 'open') ?? {}
  return { no, lockAt }
}

test.each([2, 10, 100])('AT3 %i orders, transfers and margins at once on the same money hold no more than there is', async (copies) => {
  await quote(50_000)
  const before = total(ann)
  const { free } = balance(ann, 'change')
  const all = (Number(free) / 1e8).toFixed(2)
  const wanted = times(copies, (at) => {
    if (at % 3 === 0) return order(ann, { amount: (Number(all) / 50_000 - 0.000001).toFixed(6) })
    if (at % 3 === 1) return move(ann, 'change', at % 2 ? 'lever' : 'micro', all)
    return call(ann, 'POST /api/lever/submit', { legal_id: usdt, currency_id: 1, type: 1, status: 1, share: 1000, multiple: 5 })
  })
  const told = await Promise.all(wanted)
  expect(told.filter(({ answer }) => answer.type !== 'ok' && answer.reason !== 'insufficient_balance' && answer.reason !== 'lots_out_of_range')).toEqual([])
  for (const kind of ['change', 'lever', 'micro', 'legal'] as const) expect(balance(ann, kind).free >= 0n && balance(ann, kind).held >= 0n).toBe(true)
  expect(total(ann) <= before).toBe(true)
  expect(door.venue.audit()).toEqual([])
})
test.each([2, 10, 100])('AT7 %i cancels of one order at once end it once; its money comes back once', async (copies) => {
  const before = total(ann)
  const id = idOf(await order(ann))
  expect(balance(ann, 'change').held).toBe(500n * 10n ** 8n)
  const told = await Promise.all(times(copies, () => cancel(ann, id)))
  expect(told.filter(({ answer }) => answer.type === 'ok')).toHaveLength(1)
  expect([total(ann), balance(ann, 'change').held]).toEqual([before, 0n])
  expect(door.venue.audit()).toEqual([])
})
test('AT7 a cancel against a fill, in both orders: one legal end, and every coin is somewhere', async () => {
  for (const isCancelFirst of [true, false]) {
    const before = total(ann) + total(ben)
    const id = idOf(await order(ann))
    const race = [() => cancel(ann, id), () => order(ben, { type: 2, kind: 'ioc' })] as const
    const [first, second] = isCancelFirst ? race : [race[1], race[0]]
    await Promise.all([first(), second()])
    const row = door.venue.ctx.tables.spotOrders.get(Number(id))
    expect(['cancelled', 'filled', undefined]).toContain(row?.status)
    expect(balance(ann, 'change').held).toBe(0n)
    const fees = before - total(ann) - total(ben)
    expect(fees >= 0n).toBe(true)
    expect(door.venue.audit()).toEqual([])
  }
})
test('AT11 stakes sent at once around the lock: those of this round lie before it, none has moved to another', async () => {
  const { ctx } = door.venue
  await quote(100)
  door.clock.turn(1000)
  await door.venue.runDue()
  await quote(100)
  const round = await openRound()
  const stake = () => call(ann, 'POST /api/microtrade/submit', { match_id: 1, currency_id: usdt, type: 1, seconds: 60, number: '10', round_no: round.no })
  door.clock.turn(round.lockAt - ctx.now() - 1)
  await quote(100)
  const early = await Promise.all(times(3, stake))
  // The request was sent in time and is held until after the lock: the decision counts.
  const held = stake()
  door.clock.turn(1)
  const late = await Promise.all([held, ...times(5, stake)])
  const ends = (some: typeof early) => some.map(({ answer }) => answer.reason ?? 'ok')
  expect([new Set(ends(early)), ends(late)]).toEqual([new Set(['ok']), times(6, () => 'round_closed')])
  expect(new Set([...ctx.tables.optionOrders.all()].map(({ no }) => no))).toEqual(new Set([round.no]))
})
test('AT64 a body that is held back until after the lock is decided by the clock of the decision', async () => {
  const { ctx } = door.venue
  await quote(100)
  await door.venue.runDue()
  const round = await openRound()
  const text = JSON.stringify({ match_id: 1, currency_id: usdt, type: 1, seconds: 60, number: '10', round_no: round.no })
  let letGo: () => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(text.slice(0, -1)))
      letGo = () => {
        controller.enqueue(new TextEncoder().encode(text.slice(-1)))
        controller.close()
      }
    },
  })
  const answer = door.knock('POST', '/api/microtrade/submit', {
    body, duplex: 'half', headers: { ...ann.headers, 'Content-Type': 'application/json', 'Idempotency-Key': key(), 'language-mark': 'en' },
  })
  door.clock.turn(round.lockAt - ctx.now())
  await quote(100)
  letGo()
  expect((await answer).text).toContain('round_closed')
  for (const more of [{ created_at: 1 }, { at_ms: 1 }, { open_at: 1 }, { now: 1 }])
    expect((await call(ann, 'POST /api/microtrade/submit', { match_id: 1, currency_id: usdt, type: 1, seconds: 60, number: '10', ...more })).answer.reason).toBe('malformed')
  expect([...ctx.tables.optionOrders.all()]).toEqual([])
})
test('AT66 two accounts of one person trade with each other: what they pay in fees is all that happens, and nobody trades with themselves', async () => {
  const before = total(ann) + total(ben)
  await order(ann, { target_price: '50000' })
  await order(ben, { type: 2, target_price: '50000', kind: 'ioc' })
  expect(total(ann) + total(ben) < before).toBe(true)
  const mine = idOf(await order(ann, { target_price: '49000' }))
  await order(ann, { type: 2, target_price: '49000', kind: 'limit' })
  expect(door.venue.ctx.tables.spotOrders.get(Number(mine))).toMatchObject({ filled: 0 })
  expect(door.venue.audit()).toEqual([])
})
