import { pledgeAccrual } from '#server/features/mining/pledges.ts'
import { dayMs } from '#tests/server/features/finance/finance-venue.ts'
import { expect, test } from 'vitest'
import { miningVenue } from './mining-venue.ts'

const start = Date.UTC(2026, 0, 5)
test('F2 F4 MIN-8 a pledge earns once a day in its coin and comes back with the last payment, whatever the clock does', async () => {
  const venue = await miningVenue()
  const { pledge, pledges, summary, awards, to, spot, ann, accruals, received, call } = venue
  expect((await pledge({ product_id: 'calm', amount: '1000', expect: 'open' })).message).toMatchObject({
    amount: '1000',
    daily: '0.8',
    remain_day: 7,
    earned: '0',
    status: 'pledged',
    end_ms: start + 8 * dayMs,
  })
  expect(spot(ann)).toBe('900000000000+100000000000')
  await to(4, 1)
  await venue.venue.command((ctx) => {
    pledgeAccrual.run(ctx, '1')
    pledgeAccrual.run(ctx, '1')
  })
  expect((await summary({ product_id: 'calm' })).message).toMatchObject({
    pledged: '1000',
    running: 1,
    award_total: '2.4',
    next_award_ms: start + 5 * dayMs,
    product: { id: 'calm', left: '272500' },
  })
  await to(30)
  expect([spot(ann), accruals().length]).toEqual(['1000560000000+0', 7])
  expect((await pledges({ status: 'released' })).message).toMatchObject({
    count: 1,
    list: [{ earned: '5.6', remain_day: 0, next_ms: null }],
  })
  expect((await awards({ pledge_id: '1', limit: 50 })).message).toMatchObject({
    count: 7,
    total: '5.6',
    list: expect.arrayContaining([
      expect.objectContaining({ day: '2026-01-06', amount: '0.8', currency_name: 'USDT' }),
    ]),
  })
  expect((await call('POST /api/wallet/legal_log', { log_type: 747, limit: 50 })).message).toMatchObject({ count: 7 })
  expect(received.filter(({ event }) => event.ev === 'mining.pledgeChanged').map(({ event }) => event.why)).toEqual([
    'placed',
    ...Array.from({ length: 6 }, () => 'award'),
    'released',
  ])
  expect([venue.venue.audit(), venue.bugs]).toEqual([[], []])
})
test.each<[string, object, string]>([
  ['no amount', { amount: '' }, 'amount_required'],
  ['less than the least', { amount: '19.99' }, 'amount_below_min'],
  ['more than the most', { amount: '5001' }, 'amount_above_max'],
  ['more decimals than the coin has', { amount: '20.0000001' }, 'amount_step'],
  ['more than is free', { product_id: 'steady', amount: '20000' }, 'insufficient_balance'],
  ['another state than it has', { expect: 'closed' }, 'state_moved'],
  ['an unknown pool', { product_id: 'none' }, 'not_found'],
])('MIN-9 pledging with %s is refused and changes nothing', async (_, body, reason) => {
  const { pledge, spot, ann, venue } = await miningVenue()
  expect((await pledge({ product_id: 'calm', amount: '100', ...body })).reason).toBe(reason)
  expect([spot(ann), venue.ctx.tables.pledges.count()]).toEqual(['1000000000000+0', 0])
})
test('L11 MIN-9 a pool that is full, closed, or beyond what the house may promise takes nothing', async () => {
  const { pledge, venue } = await miningVenue({ settings: { earnings: { USDT: '6' } } })
  const change = (some: object) =>
    venue.command(({ tables }) => tables.pools.put({ ...tables.pools.need('calm'), ...some }))
  expect((await pledge({ product_id: 'calm', amount: '1000' })).type).toBe('ok')
  expect((await pledge({ product_id: 'calm', amount: '1000' })).reason).toBe('product_closed')
  await change({ others: '398990' })
  expect(await pledge({ product_id: 'calm', amount: '20' })).toMatchObject({
    reason: 'sold_out',
    params: { left: '10' },
  })
  await change({ isOpen: false })
  expect((await pledge({ product_id: 'calm', amount: '20' })).reason).toBe('product_closed')
  expect(venue.audit()).toEqual([])
})
