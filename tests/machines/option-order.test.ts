import { optionStatus, profitResult, type OptionOrder } from '#contract/option.ts'
import { optionOrderMachine, secondsToClose, type OptionOrderChanged } from '#machines/option-order.ts'
import type { ClockLost, ClockTicked } from '#machines/option-round.ts'
import { aStake } from '#tests/support/option-builders.ts'
import { leaves, leavesOf } from '#tests/support/walk.ts'
import { Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { createActor, fromEventObservable } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const begin = (order: OptionOrder) => {
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
    logic, clock$, tell: (next: OptionOrder) => changed$.next({ type: 'order.changed', order: next }),
    tick: (now: number) => clock$.next({ type: 'clock.ticked', now }),
    leaf: () => leavesOf(actor.getSnapshot().value)[0], left: () => secondsToClose(actor.getSnapshot()),
  }
}
const fresh = aStake(1, 1, { open_price: null })
const closed = (result: OptionOrder['profit_result']) => aStake(1, 3, { status: 'closed', profit_result: result })
const given = aStake(1, 3, { status: 'closed', void_reason: 'no_entry' })

describe('OPT-17 every state', () => {
  const reached = getShortestPaths(begin(fresh).logic, {
    input: { order: fresh },
    events: [
      ...[aStake(1, 2), aStake(1, 2, { status: 'closing' }), ...profitResult.def.out.options.map(closed), given].map(
        (order): OptionOrderChanged => ({ type: 'order.changed', order }),
      ),
      { type: 'clock.ticked', now: 300_000 },
    ],
    serializeState: ({ value, context }) => JSON.stringify([value, context.isDue]), limit: 1000,
  }).flatMap(({ state }) => leavesOf(state.value))
  test.each(leaves(optionOrderMachine).filter((leaf) => leaf !== 'sorting'))('%s is reached', (leaf) => expect(reached).toContain(leaf))
  test.each(optionStatus.def.out.options)('%s of the wire is a state', (status) =>
    expect(leaves(optionOrderMachine).some((leaf) => leaf.split('.')[0] === status)).toBe(true),
  )
})
test('OPT-18 taken, entered, counted down, due, settled', () => {
  const { leaf, left, tell, tick } = begin(fresh)
  expect([leaf(), left()]).toEqual(['open.entering', null])
  tick(260_500)
  tell(aStake(1, 2))
  expect([leaf(), left()]).toEqual(['open.running', 39])
  tick(300_000)
  expect([leaf(), left()]).toEqual(['closing', null])
  tick(330_000)
  expect(leaf()).toBe('closing')
  tell(closed('win'))
  expect(leaf()).toBe('closed.win')
})
test('OPT-19 what is settled never changes, and nothing goes back', () => {
  const { leaf, tell, tick } = begin(aStake(1, 2))
  tick(300_000)
  tick(200_000)
  tell(aStake(1, 1, { open_price: null }))
  expect(leaf()).toBe('closing')
  tell(closed('loss'))
  tell(aStake(1, 9, { status: 'closed', profit_result: 'win' }))
  tell(aStake(1, 9))
  expect(leaf()).toBe('closed.loss')
})
test('OPT-19 given back is neither won nor lost', () => {
  const { leaf, tell } = begin(fresh)
  tell(given)
  expect(leaf()).toBe('closed.void')
})
test('OPT-14 the time unknown after a sleep: no seconds are shown', () => {
  const { left, tick, clock$ } = begin(aStake(1, 2))
  tick(260_000)
  expect(left()).toBe(40)
  clock$.next({ type: 'clock.lost' })
  expect(left()).toBeNull()
})
