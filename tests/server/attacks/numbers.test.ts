import { takeTicks } from '#server/features/option/deadlines.ts'
import { routeKeysOf } from '#server/core/routes.ts'
import { openDoor, type Door } from './door.ts'
import { fieldsOf } from './shapes.ts'
import { verify } from '#tests/support/lever-venue.ts'
import { register } from '#tests/support/people.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let door: Door
let headers: { Authorization: string }
let user: number
const usdt = 3
beforeEach(async () => {
  door = await openDoor()
  user = await register(door, 'ann@kontor.test')
  await verify(door.venue, [user])
  headers = { Authorization: await door.tokenOf(user) }
  await quote(50_000)
})
afterEach(() => door.close())
let ticks = 0
const quote = async (price: number) => {
  const { ctx } = door.venue
  const market = ctx.markets.need('BTC-USDT')
  const index = Math.round(price * 10 ** market.pair.priceScale)
  market.setQuote({ tick: `t${(ticks += 1)}`, index, mark: index, sources: 1, at: ctx.now() })
  await door.venue.command(takeTicks)
}
let keys = 0
type Fields = Readonly<Record<string, unknown>>
const call = async (place: string, fields: Fields) => {
  keys += 1
  const { answer } = await door.call(place, fields, { ...headers, 'Idempotency-Key': `01890000-0000-7000-8000-${String(keys).padStart(12, '0')}` })
  return answer
}
const order = (fields: Fields) => call('POST /api/coin/trade', { legal_id: usdt, currency_id: 1, type: 1, amount: '0.01', target_price: '50000', kind: 'limit', ...fields })
const contract = (fields: Fields) => call('POST /api/lever/submit', { legal_id: usdt, currency_id: 1, type: 1, status: 1, share: 1, multiple: 10, ...fields })
const worth = () => door.venue.ctx.ledger.balance({ owner: user, asset: usdt, kind: 'change' })

test.each([
  ['a price between two steps', { target_price: '50000.001' }, 'price_step'],
  ['an amount between two steps', { amount: '0.0100001' }, 'amount_step'],
  ['less than the least amount', { amount: '0.000001' }, 'amount_below_min'],
  ['a worth below the least', { amount: '0.000019' }, 'amount_below_min'],
  ['one step at a price of one', { amount: '0.00001', target_price: '0.01' }, null],
  ['a price beyond all', { target_price: '999999999999999999' }, null],
  ['an amount beyond all', { amount: '999999999999999999' }, 'amount_above_max'],
  ['an amount and a price whose product leaves numbers', { amount: '99', target_price: '90071992547409.91' }, null],
  ['an amount beyond what one has', { amount: '90', target_price: '50000' }, 'insufficient_balance'],
  ['a total beyond all', { kind: 'market', amount: undefined, target_price: undefined, total: '999999999999999999.99999999' }, null],
] as const)('AT20 AT19 an order with %s is refused and holds nothing', async (_, fields, reason) => {
  const before = worth()
  const booked = door.booked()
  const answer = await order(fields)
  expect(answer.type).toBe('error')
  expect([reason ?? answer.reason, worth(), door.booked()]).toEqual([answer.reason, before, booked])
  expect([answer.reason === 'fault', door.faults]).toEqual([false, []])
})
test.each([1.5, 0, -1, '1.5', '0', '-1', '1e1', '0x1', ' 1', '', null, true, [1], '9'.repeat(30)])('AT17 %j lots open nothing', async (share) => {
  const answer = await contract({ share })
  expect(answer.type).toBe('error')
  expect(['lots_required', 'malformed', 'lots_out_of_range']).toContain(answer.reason)
  expect(door.faults).toEqual([])
})
test.each([
  [1, { target_profit_price: '49000' }], [1, { stop_loss_price: '51000' }], [2, { target_profit_price: '51000' }], [2, { stop_loss_price: '49000' }],
])('AT22 a contract of side %i with %j has its stop on the wrong side, at the opening and later', async (type, stops) => {
  expect((await contract({ type, ...stops })).reason).toBe('stop_wrong_side')
  const opened = await contract({ type })
  expect(opened.type).toBe('ok')
  const id = opened.data?.['id']
  expect((await call('POST /api/lever/setstop', { id, ...stops })).reason).toBe('stop_wrong_side')
})
test('AT18 the least order to and fro five hundred times: each pays its fee, nobody is a unit richer', async () => {
  const ben = await register(door, 'ben@kontor.test')
  const assets = [1, usdt]
  const sum = (asset: number) => [user, ben].reduce((all, owner) => all + door.venue.ctx.ledger.balance({ owner, asset, kind: 'change' }).free + door.venue.ctx.ledger.balance({ owner, asset, kind: 'change' }).held, 0n)
  let before = assets.map(sum)
  const least = { legal_id: usdt, currency_id: 1, amount: '0.0001', target_price: '50000' }
  for (let at = 0; at < 500; at += 1) {
    const [maker, taker] = at % 2 === 0 ? [user, ben] : [ben, user]
    await door.ask('POST /api/coin/trade', { ...least, type: 1, kind: 'limit' }, { user: maker })
    await door.ask('POST /api/coin/trade', { ...least, type: 2, kind: 'ioc' }, { user: taker })
    const after = assets.map(sum)
    // Either side gives something of what it gets, however little that is.
    expect(after.every((now, of) => now < (before[of] ?? 0n))).toBe(true)
    before = after
  }
  expect(door.venue.audit()).toEqual([])
}, 30_000)
test('AT75 no list gives more than fifty rows a page, none goes below the first page, and one far behind the end is empty', async () => {
  const lists = door.venue.routes.filter(({ endpoint }) => Object.hasOwn(fieldsOf(endpoint), 'limit'))
  expect(lists.length).toBeGreaterThan(5)
  const needed: Fields = { currency: usdt, currency_id: 1, legal_id: usdt, type: 'change', kind: 'change', match_id: 1, seconds: 60, c_id: 1 }
  for (const route of lists) {
    const [place = ''] = routeKeysOf(route)
    const some = Object.fromEntries(Object.entries(needed).filter(([name]) => Object.hasOwn(fieldsOf(route.endpoint), name) && !name.startsWith('type')))
    for (const more of [{ limit: 51 }, { limit: 1e9 }, { limit: 0 }, { limit: -1 }, { page: 0 }, { page: -1 }, { page: 1.5 }, { page: '1e3' }]) {
      const answer = await call(place, { ...some, ...more })
      expect([place, more, answer.reason]).toEqual([place, more, 'malformed'])
    }
    const far = await call(place, { ...some, page: 1_000_000_000, limit: 50 })
    expect([place, far.reason ?? 'ok']).not.toEqual([place, 'fault'])
  }
  expect(door.faults).toEqual([])
})
test('AT75 a thousand bars are the most that is told, however long the span; a span that ends before it begins is empty', async () => {
  const bars = async (from: number, to: number) => {
    const { text } = await door.knock('GET', `/api/currency/new_timeshar?symbol=BTC%2FUSDT&period=1min&from=${from}&to=${to}`)
    const told: { data?: unknown[] } = JSON.parse(text)
    return told.data?.length ?? 0
  }
  expect(await bars(0, 4_102_444_800)).toBeLessThanOrEqual(1000)
  expect(await bars(4_102_444_800, 0)).toBe(0)
  expect(door.faults).toEqual([])
})
