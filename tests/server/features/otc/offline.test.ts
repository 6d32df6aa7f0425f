import type { OtcOrder } from '#contract/otc/otc-order.ts'
import { ruleOrder } from '#server/features/otc/desk.ts'
import { openSession } from '#server/identity/callers.ts'
import { plantedInTelling, type TrustPlant } from '#tests/proof/planted-otc-trust.ts'
import { dial, openGateway } from '#tests/support/gateway.ts'
import { otcOver, pin, type OtcVenue } from '#tests/support/otc/otc-venue.ts'
import { afterEach, expect, test } from 'vitest'

const minute = 60_000
type Step = (v: OtcVenue, order: OtcOrder) => Promise<unknown>
type Case = {
  /** Who has no connection, what led to the state they last saw, and what happens while they are away. */
  readonly away: 'ann' | 'ben'
  readonly before: Step
  readonly meanwhile: Step
  readonly told: readonly string[]
  readonly status: OtcOrder['status']
}
const paid: Step = (v, order) => v.pay(order)
const appealed: Step = async (v, order) => [await v.pay(order), await v.appeal(order, v.ann)]
const overdue: Step = async (v, order) => [
  await v.pay(order),
  await v.advance(30 * minute),
  await v.appeal(order, v.ben),
  await v.call('offer', { id: order.id, to_buyer: '40' }, v.ben),
]
const nothing: Step = async () => undefined
/** In each status each side is away once; ann sells, ben buys. */
const cases: Readonly<Record<string, Case>> = {
  'to_be_paid, the seller, and the buyer pays': {
    away: 'ann',
    before: nothing,
    meanwhile: paid,
    told: ['paid'],
    status: 'to_be_confirmed',
  },
  'to_be_paid, the seller, and the buyer cancels': {
    away: 'ann',
    before: nothing,
    meanwhile: (v, { id }) => v.call('cancelOrder', { id }, v.ben),
    told: ['cancelled'],
    status: 'cancelled',
  },
  'to_be_paid, the buyer, and the time ends': {
    away: 'ben',
    before: nothing,
    meanwhile: (v) => v.advance(15 * minute),
    told: ['timeout'],
    status: 'cancelled',
  },
  'to_be_confirmed, the buyer, and the seller releases': {
    away: 'ben',
    before: paid,
    meanwhile: (v, order) => v.confirm(order),
    told: ['confirmed'],
    status: 'confirmed',
  },
  'to_be_confirmed, the buyer, and the seller appeals': {
    away: 'ben',
    before: paid,
    meanwhile: (v, order) => v.appeal(order, v.ann),
    told: ['appealed'],
    status: 'seller_appealing',
  },
  'to_be_confirmed, the seller, and the buyer undoes': {
    away: 'ann',
    before: paid,
    meanwhile: (v, { id }) => v.pay({ id }, { undo: 1, vouchers: [] }),
    told: ['undone'],
    status: 'to_be_paid',
  },
  'to_be_confirmed, the seller, the time ends and the buyer appeals': {
    away: 'ann',
    before: paid,
    meanwhile: async (v, order) => [await v.advance(30 * minute), await v.appeal(order, v.ben)],
    told: ['deadline', 'appealed'],
    status: 'overtime_appealing',
  },
  'seller_appealing, the seller, and the desk rules': {
    away: 'ann',
    before: appealed,
    meanwhile: (v, { id }) => v.venue.command((ctx) => ruleOrder(ctx, id, { to: 'buyer', reason: 'paid' })),
    told: ['ruled'],
    status: 'confirmed',
  },
  'seller_appealing, the buyer, and the seller releases after all': {
    away: 'ben',
    before: appealed,
    meanwhile: (v, order) => v.confirm(order),
    told: ['confirmed'],
    status: 'confirmed',
  },
  'seller_appealing, the buyer, and the seller says and offers more': {
    away: 'ben',
    before: appealed,
    meanwhile: async (v, order) => [
      await v.appeal(order, v.ann, { vouchers: [] }),
      await v.call('offer', { id: order.id, to_buyer: '10', pay_password: pin }, v.ann),
    ],
    told: ['statement', 'offered'],
    status: 'seller_appealing',
  },
  'overtime_appealing, the buyer, and the seller agrees to a split': {
    away: 'ben',
    before: overdue,
    meanwhile: (v, { id }) => v.call('agree', { id, no: 1, pay_password: pin }, v.ann),
    told: ['agreed'],
    status: 'confirmed',
  },
  'overtime_appealing, the seller, and the desk rules': {
    away: 'ann',
    before: overdue,
    meanwhile: (v, { id }) => v.venue.command((ctx) => ruleOrder(ctx, id, { to: 'seller', reason: 'not paid' })),
    told: ['ruled'],
    status: 'cancelled',
  },
  'confirmed, the seller, and the buyer rates': {
    away: 'ann',
    before: async (v, order) => [await v.pay(order), await v.confirm(order)],
    meanwhile: (v, { id }) => v.call('rate', { id, is_good: 1 }, v.ben),
    told: ['rated'],
    status: 'confirmed',
  },
}
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/**
 * One side of an order loses the connection, the order goes on, and the connection is back: what it brings, and what is
 * true.
 */
async function comeBack(name: string, plant: TrustPlant = {}) {
  const found = cases[name]
  if (!found) throw new Error(name)
  const { away, before, meanwhile, told, status } = found
  const gateway = await openGateway()
  ends.push(() => gateway.stop())
  const v = await otcOver(gateway)
  await v.bail()
  const ad = await v.publish()
  const user = v[away]
  const token = await v.venue.command((ctx) => openSession(ctx, user, 'main', 'd1'))
  const connect = async () => {
    const client = await dial(gateway.url)
    ends.push(() => client.end())
    await client.wait(({ k }) => k === 'hello')
    await client.ask('auth', { token, lang: 'en', device: 'd1', tab: 't1', v: 1 })
    return client
  }
  const first = await connect()
  await first.ask('sub', { c: 'u:me' })
  const order = await v.take(ad)
  await before(v, order)
  const seen = await v.seen(order, user)
  const last = await first.wait(
    ({ d }) => Object(d)['ev'] === 'otc.orderChanged' && Object(Object(d)['v'])['rev'] === seen.rev,
  )
  first.end()
  plant.venue?.(v.venue.ctx)
  await meanwhile(v, order)
  const now = await v.seen(order, user)
  const again = await connect()
  const { mode, n } = Object((await again.ask('sub', { c: 'u:me', e: last['e'], s: last['s'] }))['r'])
  if (n > 0) await again.wait(({ c, s }) => c === 'u:me' && s === Number(last['s']) + Number(n))
  const changes = again.frames
    .filter(({ c, d }) => c === 'u:me' && Object(d)['ev'] === 'otc.orderChanged')
    .map(({ d }) => Object(d))
  const stale = status === seen.status ? null : await v.appeal(order, user, { expect: seen.status })
  const { id, status: shown, rev, may } = Object(changes.at(-1)?.['v'] ?? {})
  return {
    brought: {
      mode,
      told: changes.map(({ why }) => String(why)),
      newest: { id, status: shown, rev, may },
      stale: stale && [stale.reason, Object(Object(stale.params)['now'])['status']],
      audit: v.venue.audit(),
    },
    wanted: {
      mode: 'resumed',
      told,
      newest: { id: order.id, status, rev: now.rev, may: now.may },
      stale: stale && ['state_moved', status],
      audit: [],
    },
  }
}

test.each(Object.keys(cases))(
  'CF30 OTC-33 away in %s: the connection brings each change once, and a step from the old screen hears the truth',
  async (name) => {
    const { brought, wanted } = await comeBack(name)
    expect(brought).toEqual(wanted)
  },
)
test.each(plantedInTelling)('CF30 OTC-33 a planted fault is caught: %s', async (_, plant) => {
  const { brought, wanted } = await comeBack('to_be_paid, the seller, and the buyer pays', plant)
  expect(brought).not.toEqual(wanted)
})
