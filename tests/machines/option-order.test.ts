import { optionStatus, profitResult, type OptionOrder } from '#contract/option/option.ts'
import { optionOrderMachine, secondsToClose, type OptionOrderChanged } from '#machines/option/option-order.ts'
import type { ClockLost, ClockTicked } from '#machines/option/option-round.ts'
import { aStake } from '#tests/support/builders/stake.ts'
import { leaves, leavesOf } from '#tests/kit/walk.ts'
import { Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { createActor, fromEventObservable } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const startOrder = (order: OptionOrder) => {
  const changed$ = new Subject<OptionOrderChanged>()
  const clock$ = new Subject<ClockTicked | ClockLost>()
  const logic = optionOrderMachine.provide({
    actors: {
      watchOrder: fromEventObservable<OptionOrderChanged, { id: number }>(() => changed$),
      watchClock: fromEventObservable<ClockTicked | ClockLost, { id: number }>(() => clock$),
    },
  })
  const actor = createActor(logic, { input: { order } }).start()
  return {
    logic,
    clock$,
    receive: (next: OptionOrder) => changed$.next({ type: 'order.changed', order: next }),
    tick: (now: number) => clock$.next({ type: 'clock.ticked', now }),
    leaf: () => leavesOf(actor.getSnapshot().value)[0],
    left: () => secondsToClose(actor.getSnapshot()),
  }
}
const fresh = aStake(1, 1, { open_price: null })
const closed = (result: OptionOrder['profit_result']) => aStake(1, 3, { status: 'closed', profit_result: result })
const voided = aStake(1, 3, { status: 'closed', void_reason: 'no_entry' })

describe('OPT-17 every state', () => {
  const reached = getShortestPaths(startOrder(fresh).logic, {
    input: { order: fresh },
    events: [
      ...[aStake(1, 2), aStake(1, 2, { status: 'closing' }), ...profitResult.def.out.options.map(closed), voided].map(
        (order): OptionOrderChanged => ({ type: 'order.changed', order }),
      ),
      { type: 'clock.ticked', now: 300_000 },
    ],
    serializeState: ({ value, context }) => JSON.stringify([value, context.isDue]),
    limit: 1000,
  }).flatMap(({ state }) => leavesOf(state.value))
  const walked = leaves(optionOrderMachine).filter((leaf) => leaf !== 'deciding')
  test.each(walked)('%s is reached', (leaf) => expect(reached).toContain(leaf))
  test.each(optionStatus.def.out.options)('%s of the wire is a state', (status) =>
    expect(leaves(optionOrderMachine).some((leaf) => leaf.split('.')[0] === status)).toBe(true),
  )
})
test('OPT-18 accepted, entered, counted down, due, settled', () => {
  const { leaf, left, receive, tick } = startOrder(fresh)
  expect([leaf(), left()]).toEqual(['open.entering', null])
  tick(260_500)
  receive(aStake(1, 2))
  expect([leaf(), left()]).toEqual(['open.running', 39])
  tick(300_000)
  expect([leaf(), left()]).toEqual(['closing', null])
  tick(330_000)
  expect(leaf()).toBe('closing')
  receive(closed('win'))
  expect(leaf()).toBe('closed.win')
})
test('OPT-19 a settled order never changes, and no order goes back', () => {
  const { leaf, receive, tick } = startOrder(aStake(1, 2))
  tick(300_000)
  tick(200_000)
  receive(aStake(1, 1, { open_price: null }))
  expect(leaf()).toBe('closing')
  receive(closed('loss'))
  receive(aStake(1, 9, { status: 'closed', profit_result: 'win' }))
  receive(aStake(1, 9))
  expect(leaf()).toBe('closed.loss')
})
test('OPT-19 a refunded order is neither won nor lost', () => {
  const { leaf, receive } = startOrder(fresh)
  receive(voided)
  expect(leaf()).toBe('closed.void')
})
test('OPT-14 while the time is unknown after a sleep, no seconds are shown', () => {
  const { left, tick, clock$ } = startOrder(aStake(1, 2))
  tick(260_000)
  expect(left()).toBe(40)
  clock$.next({ type: 'clock.lost' })
  expect(left()).toBeNull()
})
