import type { Reply } from '#contract/wire/reply.ts'
import { maySpotTransition, spotStatus, type SpotOrder } from '#contract/spot.ts'
import { isBusy, spotOrderMachine, type OrderChanged, type SpotStep } from '#machines/spot-order.ts'
import type { OutcomeReceived } from '#machines/step.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss, aRefusal, aSpotOrder } from '#tests/support/client-builders.ts'
import { leaves, leavesOf } from '#tests/support/walk.ts'
import { Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { createActor, fromEventObservable, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const never = new Promise<never>(() => {})
const input = { order: aSpotOrder() }
const begin = (answer: (step: SpotStep) => Promise<Reply<SpotOrder>> = () => never) => {
  const changed$ = new Subject<OrderChanged>()
  const told$ = new Subject<OutcomeReceived<SpotOrder>>()
  const keys: string[] = []
  const logic = spotOrderMachine.provide({
    actors: {
      watchOrder: fromEventObservable<OrderChanged, { id: number }>(() => changed$),
      step: aStep<SpotStep, SpotOrder>((step) => (keys.push(step.key), answer(step)), () => told$),
    },
  })
  return { logic, changed$, told$, keys }
}
const cancelled = aSpotOrder({ status: 'cancelled', rev: 2 })

describe('ORDER-1 every state', () => {
  const reached = getShortestPaths(begin().logic, {
    input,
    events: [
      { type: 'cancel', key: 'k' },
      ...spotStatus.def.out.options.map((status): OrderChanged => ({ type: 'order.changed', order: aSpotOrder({ status, rev: 2 }) })),
    ],
    serializeState: ({ value }) => JSON.stringify(value),
    limit: 100,
  }).flatMap(({ state }) => leavesOf(state.value))
  test.each(leaves(spotOrderMachine).filter((leaf) => leaf !== 'settling' && leaf !== 'cancelling.unknown'))('%s is reached', (leaf) =>
    expect(reached).toContain(leaf),
  )
  test.each(spotStatus.def.out.options)('%s of the wire is a state', (status) => expect(leaves(spotOrderMachine)).toContain(status))
})
test.each(spotStatus.def.out.options)('ORDER-2 %s: offered is what the contract allows', (status) => {
  const actor = createActor(begin().logic, { input: { order: aSpotOrder({ status }) } }).start()
  expect(actor.getSnapshot().can({ type: 'cancel', key: 'k' })).toBe(maySpotTransition('cancel', status))
})
test('ORDER-3 cancelled by its owner', async () => {
  const steps: SpotStep[] = []
  const actor = createActor(begin(async (step) => (steps.push(step), { ok: true, value: cancelled })).logic, { input }).start()
  actor.send({ type: 'cancel', key: 'k1' })
  expect(isBusy(actor.getSnapshot())).toBe(true)
  await waitFor(actor, (now) => now.matches('cancelled'))
  expect(steps).toEqual([{ id: 1, expect: 'waiting', key: 'k1' }])
})
test('ORDER-4 refused: the order stays and says why', async () => {
  const actor = createActor(begin(async () => ({ ok: false, failure: aRefusal('state_moved') })).logic, { input }).start()
  actor.send({ type: 'cancel', key: 'k1' })
  const { context } = await waitFor(actor, (now) => now.matches('waiting') && now.context.failure !== null)
  expect(context.failure).toMatchObject({ reason: 'state_moved' })
})
test('ORDER-5 unknown: no verdict until the server has been asked', async () => {
  const { logic, told$ } = begin(async () => ({ ok: false, failure: aLoss }))
  const actor = createActor(logic, { input }).start()
  actor.send({ type: 'cancel', key: 'k1' })
  const now = await waitFor(actor, (at) => at.matches({ cancelling: 'unknown' }))
  expect(isBusy(now)).toBe(true)
  told$.next({ type: 'outcome.received', reply: { ok: true, value: cancelled } })
  expect(actor.getSnapshot().value).toBe('cancelled')
})
test('ORDER-6 an older copy never moves it back; a fill does not end a step', () => {
  const { logic, changed$ } = begin()
  const actor = createActor(logic, { input }).start()
  actor.send({ type: 'cancel', key: 'k1' })
  changed$.next({ type: 'order.changed', order: aSpotOrder({ filled_amount: '0.5', rev: 2 }) })
  expect(actor.getSnapshot()).toMatchObject({ value: { cancelling: 'carrying' }, context: { order: { filled_amount: '0.5' } } })
  changed$.next({ type: 'order.changed', order: aSpotOrder({ status: 'completed', rev: 4 }) })
  changed$.next({ type: 'order.changed', order: aSpotOrder({ rev: 3 }) })
  expect(actor.getSnapshot().value).toBe('completed')
})
test('ORDER-7 restored in the middle it sends the same key', () => {
  const { logic, keys } = begin()
  const actor = createActor(logic, { input }).start()
  actor.send({ type: 'cancel', key: 'k1' })
  const kept = actor.getPersistedSnapshot()
  actor.stop()
  createActor(logic, { input, snapshot: kept }).start()
  expect(keys).toEqual(['k1', 'k1'])
})
