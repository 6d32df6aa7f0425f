import { spotOrders } from '#streams/spot/spot.ts'
import { spotOrder } from '#contract/spot/spot.ts'
import { encode } from '#contract/wire/coded.ts'
import { fakeRead } from '#tests/support/fake-read.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { expect, test } from 'vitest'

const { empty, take, takeAll, openOf, readOpen } = spotOrders
const ended = { status: 'completed' } as const
const idsOf = (held: typeof empty) => openOf(held)?.map(({ id }) => id)

test('OPEN-1 no orders before the first complete list; then newest first', () => {
  expect(openOf(take(empty, aSpotOrder({ id: 1, rev: 1 }), 1))).toBeNull()
  expect(
    idsOf(
      takeAll(empty, [aSpotOrder({ id: 1, rev: 1 }), aSpotOrder({ id: 3, rev: 1 }), aSpotOrder({ id: 2, rev: 1 })], 0),
    ),
  ).toEqual([3, 2, 1])
})
test('OPEN-1 the copy with the greater rev wins, from push or list', () => {
  const held = take(
    takeAll(empty, [aSpotOrder({ id: 1, rev: 5 })], 0),
    aSpotOrder({ id: 1, rev: 4, filled_amount: '0.4' }),
    1,
  )
  expect(openOf(held)).toEqual([aSpotOrder({ id: 1, rev: 5 })])
  expect(openOf(takeAll(held, [aSpotOrder({ id: 1, rev: 6, filled_amount: '0.6' })], 1))).toEqual([
    aSpotOrder({ id: 1, rev: 6, filled_amount: '0.6' }),
  ])
})
test('OPEN-2 a list does not reopen an order that ended during the read', () => {
  const held = take(
    takeAll(empty, [aSpotOrder({ id: 1, rev: 1 }), aSpotOrder({ id: 2, rev: 1 })], 0),
    aSpotOrder({ id: 1, rev: 2, ...ended }),
    5,
  )
  expect(idsOf(takeAll(held, [aSpotOrder({ id: 1, rev: 1 }), aSpotOrder({ id: 2, rev: 1 })], 4))).toEqual([2])
})
test('OPEN-2 the next list drops an order that ended without an event; one placed after the request stays', () => {
  const held = takeAll(empty, [aSpotOrder({ id: 1, rev: 1 }), aSpotOrder({ id: 2, rev: 1 })], 0)
  const placed = take(held, aSpotOrder({ id: 3, rev: 1 }), 7)
  expect(idsOf(takeAll(placed, [aSpotOrder({ id: 2, rev: 1 })], 6))).toEqual([3, 2])
})
test('OPEN-3 open orders are read page by page to the last one; one failed page fails the read', async () => {
  const all = Array.from({ length: 60 }, (_, at) => encode(spotOrder, aSpotOrder({ id: at + 1, rev: 1 })))
  const pages: unknown[] = []
  const page = (input: unknown) =>
    typeof input === 'object' && input !== null && 'page' in input ? Number(input.page) : 0
  const reply = await readOpen(
    fakeRead((_, input) => (pages.push(input), all.slice((page(input) - 1) * 50, page(input) * 50))),
  )
  expect(pages).toEqual([
    { status: 'waiting', page: 1, limit: 50 },
    { status: 'waiting', page: 2, limit: 50 },
  ])
  expect(reply.ok && reply.value.length).toBe(60)
  const cut = await readOpen(fakeRead((_, input) => (page(input) === 1 ? all.slice(0, 50) : undefined)))
  expect(cut.ok).toBe(false)
})
