import { optionOrders } from '#streams/option/option.ts'
import { fakeRead } from '#tests/support/fake-read.ts'
import { aStake, aStakePage } from '#tests/support/builders/stake.ts'
import { expect, test } from 'vitest'

const { empty, take, takeAll, openOf, readOpen } = optionOrders
const idsOf = (list: typeof empty) => openOf(list)?.map(({ id }) => id)

test('OPT-19 no orders before the first complete list; newest first; a settled order is no longer open', () => {
  expect(openOf(take(empty, aStake(1, 1), 1))).toBeNull()
  const held = takeAll(empty, [aStake(1, 1), aStake(3, 1), aStake(2, 1)], 0)
  expect(idsOf(held)).toEqual([3, 2, 1])
  expect(idsOf(take(held, aStake(3, 2, { status: 'closed', profit_result: 'win' }), 1))).toEqual([2, 1])
})
test('OPT-19 a list does not reopen an order settled during the read; one placed after the request stays', () => {
  const held = take(
    takeAll(empty, [aStake(1, 1), aStake(2, 1)], 0),
    aStake(1, 2, { status: 'closed', profit_result: 'loss' }),
    5,
  )
  expect(idsOf(takeAll(held, [aStake(1, 1), aStake(2, 1)], 4))).toEqual([2])
  expect(idsOf(takeAll(take(held, aStake(4, 1), 7), [aStake(2, 1)], 6))).toEqual([4, 2])
})
test('OPT-19 an order that starts to await its result changes its status without a new rev', () => {
  const held = takeAll(takeAll(empty, [aStake(1, 2)], 0), [aStake(1, 2, { status: 'closing' })], 1)
  expect(openOf(held)?.map(({ status }) => status)).toEqual(['closing'])
})
test('OPT-19 a late copy of an open order does not replace one that awaits its result, from push or list', () => {
  const held = takeAll(empty, [aStake(1, 2, { status: 'closing' })], 0)
  expect(openOf(take(held, aStake(1, 2), 1))?.map(({ status }) => status)).toEqual(['closing'])
  expect(openOf(take(held, aStake(1, 3), 1))?.map(({ status }) => status)).toEqual(['closing'])
  expect(openOf(takeAll(held, [aStake(1, 2)], 1))?.map(({ status }) => status)).toEqual(['closing'])
})
test('OPT-19 open orders are read status by status and page by page; one failed page fails the read', async () => {
  const asked: unknown[] = []
  const reply = await readOpen(
    fakeRead((_, input) => {
      asked.push(input)
      const isOpen = typeof input === 'object' && input !== null && 'status' in input && input.status === 'open'
      return aStakePage(isOpen ? aStake(1, 1) : aStake(2, 2, { status: 'closing' }))
    }),
  )
  expect(asked).toEqual([
    { status: 'open', page: 1, limit: 50 },
    { status: 'closing', page: 1, limit: 50 },
  ])
  expect(reply.ok && reply.value.map(({ id }) => id)).toEqual([1, 2])
  expect((await readOpen(fakeRead(() => undefined))).ok).toBe(false)
})
