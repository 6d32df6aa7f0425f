import type { JoinedPlan } from '#contract/finance/follow.ts'
import { parseDec } from '#contract/wire/money.ts'
import { dayMs, financeVenue } from '#tests/server/features/finance/finance-venue.ts'
import { expect, test } from 'vitest'

const start = Date.UTC(2026, 0, 5)
type Venue = Awaited<ReturnType<typeof financeVenue>>
const isJoined = (value: unknown): value is JoinedPlan =>
  typeof value === 'object' && value !== null && 'plan_id' in value
const join = ({ call, ann }: Venue, body: Readonly<Record<string, unknown>>, user = ann) =>
  call('GET /api/project/project', { id: 'first-steps', amount: '100', ...body }, user)

test('F1 F2 F4 a plan pays each day once and returns the amount at its end, also when the venue was down on that day', async () => {
  const venue = await financeVenue()
  const { message } = await join(venue, {})
  expect(isJoined(message) && message).toMatchObject({
    plan_id: 'first-steps',
    name: 'First Steps',
    amount: '100',
    remain_day: 7,
    daily: '0.25',
    sum_profit: '0',
    status: 'in_progress',
    end_ms: start + 8 * dayMs,
  })
  expect(venue.spot(venue.ann)).toBe('990000000000+10000000000')
  await venue.to(4)
  expect((await venue.call('GET /api/project/record', { status: 'in_progress' })).message).toMatchObject({
    count: 1,
    list: [{ today_profit: '0.25', sum_profit: '0.75', remain_day: 4, rev: 4 }],
  })
  await venue.to(11, 5)
  expect(venue.spot(venue.ann)).toBe('1000175000000+0')
  expect((await venue.call('GET /api/project/record', { status: 'ended' })).message).toMatchObject({
    count: 1,
    list: [{ sum_profit: '1.75', remain_day: 0, status: 'ended', next_ms: null }],
  })
  expect((await venue.call('GET /api/project/projectDetail', { id: 'first-steps' })).message).toMatchObject({
    joined: null,
    joined_count: 1,
    surplus_number: '200000',
  })
  expect(venue.accruals().length).toBe(7)
  expect([venue.venue.audit(), venue.bugs]).toEqual([[], []])
})
test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['no amount', { amount: '' }, 'amount_required'],
  ['less than the least', { amount: '19' }, 'amount_below_min'],
  ['more than the most', { amount: '2001' }, 'amount_above_max'],
  ['more decimals than the coin has', { amount: '20.0000001' }, 'amount_step'],
  ['more than there is', { id: 'long-haul', amount: '20000' }, 'insufficient_balance'],
  ['another state than it has', { expect: 'full' }, 'state_moved'],
  ['a plan that does not exist', { id: 'none' }, 'not_found'],
])('FOL-1 joining with %s is refused and changes nothing', async (_, body, reason) => {
  const venue = await financeVenue()
  expect((await join(venue, body)).reason).toBe(reason)
  expect(venue.spot(venue.ann)).toBe('1000000000000+0')
})
test('FOL-2 a plan that is full between the look and the join is told as it is now; one that is closed or beyond the limit of the house takes nobody', async () => {
  const venue = await financeVenue({ settings: { earnings: { USDT: '5' } } })
  const change = (some: object) =>
    venue.venue.command(({ tables }) => tables.plans.put({ ...tables.plans.need('first-steps'), ...some }))
  await change({ total: '110' })
  expect((await join(venue, { expect: 'open' }, venue.ben)).reason).toBeUndefined()
  const late = await join(venue, { expect: 'open' })
  expect(late).toMatchObject({ reason: 'state_moved', params: { now: { status: 'full', surplus_number: '10' } } })
  expect((await join(venue, {})).reason).toBe('sold_out')
  await change({ total: '100000' })
  expect((await join(venue, { amount: '2000' })).reason).toBe('product_closed')
  await change({ total: '100000', endMs: start })
  expect((await join(venue, {})).reason).toBe('product_closed')
  expect((await venue.call('GET /api/project/projectList', { status: 'closed', limit: 50 })).message).toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ id: 'first-steps' })]),
  })
  expect(venue.venue.audit()).toEqual([])
})
test('FOL-3 joining twice under two keys makes two joined plans, under one key one', async () => {
  const venue = await financeVenue()
  const key = '00000000-0000-4000-8000-00000000000a'
  const send = (own: string | null) =>
    venue.call('GET /api/project/project', { id: 'first-steps', amount: '100' }, venue.ann, own)
  const [one, again] = [await send(key), await send(key)]
  expect(again.message).toEqual(one.message)
  await send(null)
  expect([...venue.venue.ctx.tables.joinedPlans.all()].length).toBe(2)
  expect(venue.venue.ctx.ledger.balance({ owner: venue.ann, asset: 3, kind: 'change' })).toMatchObject({
    held: parseDec('200'),
  })
})
test('F1 L11 the audit tells a joined plan whose hold, places or promise are not its own', async () => {
  const venue = await financeVenue()
  await join(venue, {})
  const { tables } = venue.venue.ctx
  const [row] = [...tables.joinedPlans.all()]
  if (!row) throw new Error('one has joined')
  tables.joinedPlans.put({ ...row, amount: '99', daily: '1' })
  expect(new Set(venue.venue.audit().map(({ rule }) => rule))).toEqual(new Set(['F1', 'L11']))
  tables.joinedPlans.put({ ...row, paid: 7 })
  expect(new Set(venue.venue.audit().map(({ rule }) => rule))).toEqual(new Set(['F2', 'L11']))
  tables.joinedPlans.put(row)
  expect(venue.venue.audit()).toEqual([])
})
