import { aPage } from '#tests/support/builders/page.ts'
import { encode } from '#contract/wire/coded.ts'
import { trigger, type Trigger } from '#contract/trigger/trigger.ts'
import { leverBlocks, spotBlocks } from '#streams/trigger/blocks.ts'
import { noStands, standsAfter } from '#streams/trigger/stands.ts'
import { ownTriggers } from '#streams/trigger/trigger.ts'
import { aPosition } from '#tests/support/builders/position.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { aTrigger } from '#tests/support/builders/trigger.ts'
import { fakeRead } from '#tests/support/fake-read.ts'
import { expect, test } from 'vitest'

const shapes = (blocks: ReturnType<typeof spotBlocks>) =>
  blocks.map(({ key, entry, legs }) => [key, entry?.kind ?? null, legs.map(({ trigger: { id } }) => id)])

test('live triggers of all products are read by one list, and one that has ended stays away', async () => {
  const asked: unknown[] = []
  const reply = await ownTriggers.readOpen(
    fakeRead((_, input) => {
      asked.push(input)
      const data = [aTrigger({ id: 1 }), aTrigger({ id: 2, product: 'lever', act: 'close' })]
      return aPage(data.map((each) => encode(trigger, each)))
    }),
  )
  expect([asked, reply.ok && reply.value.map(({ id }) => id)]).toEqual([
    [{ status: 'live', page: 1, limit: 50 }],
    [1, 2],
  ])
  const { empty, takeAll, take, openOf } = ownTriggers
  const ended = take(takeAll(empty, [aTrigger({ id: 1 })], 0), aTrigger({ id: 1, status: 'done', rev: 2 }), 5)
  expect(openOf(takeAll(ended, [aTrigger({ id: 1 })], 4))).toEqual([])
})

test('a bracket is one block: its entry, and its legs from the stop up; the order of a leg stands at its leg', () => {
  const leg = (id: number, more: Partial<Trigger>) => aTrigger({ id, group_id: 7, ...more })
  const stop = leg(1, { trigger_price: '99000.00' })
  const near = leg(3, { role: 'profit', trigger_price: null, makes: { ...stop.makes, price: '101000.00' } })
  const far = leg(2, { role: 'profit', trigger_price: '102000.00' })
  const entry = aSpotOrder({ id: 20, group_id: 7 })
  const target = aSpotOrder({ id: 21, group_id: 7, trigger_id: 3, type: 'sell' })
  const plain = aSpotOrder({ id: 9, created_at: '2026-01-06 00:00:00' })
  const blocks = spotBlocks([plain, target, entry], [far, near, stop])
  expect(shapes(blocks)).toEqual([
    ['order 9', 'order', []],
    ['group 7', 'order', [1, 3, 2]],
  ])
  expect(blocks[1]?.legs.map(({ order }) => order?.id ?? null)).toEqual([null, 21, null])
  // Its entry filled: what protects stays one block.
  expect(shapes(spotBlocks([target], [near, stop]))).toEqual([['group 7', null, [1, 3]]])
})
test('buys of which one takes from the other have no entry; an entry that waits for a price has its legs', () => {
  const buy = { act: 'buy', role: 'entry', group_id: 4 } as const
  expect(shapes(spotBlocks([], [aTrigger({ id: 1, ...buy }), aTrigger({ id: 2, ...buy })]))).toEqual([
    ['group 4', null, [1, 2]],
  ])
  const waits = [aTrigger({ id: 1, ...buy }), aTrigger({ id: 2, group_id: 4 }), aTrigger({ id: 3 })]
  expect(shapes(spotBlocks([], waits))).toEqual([
    ['group 4', 'trigger', [2]],
    ['trigger 3', 'trigger', []],
  ])
})
test('entries of contracts that wait have what will close their positions; what closes an open one is at that one', () => {
  const close = (id: number, parent: number) =>
    aTrigger({ id, product: 'lever', act: 'close', parent: { kind: 'position', id: parent } })
  const positions = [aPosition({ id: 1, status: 'pending' }), aPosition({ id: 2, status: 'trading' })]
  expect(shapes(leverBlocks(positions, [close(8, 1), close(9, 2)]))).toEqual([['position 1', 'position', [8]]])
  // A group whose entry has been reached: its legs go with the order that waits now, or with the position.
  const grouped = { product: 'lever', group_id: 5 } as const
  const entry = aTrigger({ id: 1, ...grouped, act: 'open_long', role: 'entry' })
  const leg = (parent: number | null) => ({
    ...close(8, parent ?? 0),
    ...grouped,
    parent: parent === null ? null : { kind: 'position' as const, id: parent },
  })
  expect(shapes(leverBlocks([], [entry, leg(null)]))).toEqual([['group 5', 'trigger', [8]]])
  expect(shapes(leverBlocks(positions, [leg(1)]))).toEqual([['position 1', 'position', [8]]])
  expect(shapes(leverBlocks(positions, [leg(2)]))).toEqual([['position 1', 'position', []]])
})

const seen = (mark: number, more = {}) => ({
  quote: { mark: String(mark), index: String(mark), stale: false, ...more },
  scale: 2,
  last: null,
})
const trailing = aTrigger({
  trigger_price: null,
  armed_ms: 5,
  trail: { by: 'percent', distance: '1', activate_price: null, extreme: '100000.00', trigger_now: '99000.00' },
})
const walked = (prices: readonly Parameters<typeof standsAfter>[2][], copy: Trigger = trailing) =>
  prices.reduce<typeof noStands>((state, price) => standsAfter(state, [copy], price), noStands).stands.get(copy.id)

test('TR-4 a trailing trigger is followed by the prices: up with a rise, never back, and not where nothing fires', () => {
  expect(walked([seen(100_000), seen(102_000), seen(101_000)])).toEqual({
    firesAt: '100980.00',
    away: 1_980_198n,
    waits: null,
    best: '102000.00',
  })
  expect(walked([seen(102_000), seen(105_000, { mode: 'fast' }), seen(101_000)])?.firesAt).toBe('100980.00')
  // A copy that is newer brings its own extreme, also where it is less: the distance was changed, or it began anew.
  const again = standsAfter(
    standsAfter(noStands, [trailing], seen(105_000)),
    [{ ...trailing, armed_ms: 9 }],
    seen(100_000),
  )
  expect(again.stands.get(1)?.firesAt).toBe('99000.00')
})
test('a stand says how far the price is, and why nothing fires; a last price counts only near the mark', () => {
  const stop = aTrigger({ trigger_price: '99000.00' })
  expect(walked([seen(100_000)], stop)).toEqual({ firesAt: '99000.00', away: 100_000_000n, waits: null, best: null })
  const waits = (more: object, copy = stop) => walked([seen(100_000, more)], copy)?.waits
  expect([waits({ mode: 'fast' }), waits({ stale: true }), waits({ mode: 'cancel_only' })]).toEqual([
    'fast',
    'old',
    'arming',
  ])
  const entry = aTrigger({ act: 'buy', role: 'entry' })
  expect([waits({ mode: 'reduce_only' }), waits({ mode: 'reduce_only' }, entry)]).toEqual([null, 'reduce'])
  const byLast = aTrigger({ source: 'last', trigger_price: '99500.00' })
  expect(walked([{ ...seen(100_000), last: '90000' }], byLast)?.away).toBe(0n)
})
