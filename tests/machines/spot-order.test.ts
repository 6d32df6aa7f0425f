import type { Reply } from '#contract/wire/reply.ts'
import { maySpotTransition, spotStatus, type SpotOrder } from '#contract/spot.ts'
import { isBusy, spotOrderMachine, type OrderChanged, type SpotStep } from '#machines/spot-order.ts'
import type { OutcomeReceived } from '#machines/step.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss, aRefusal } from '#tests/support/builders/failure.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { leaves, leavesOf } from '#tests/kit/walk.ts'
import { Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { createActor, fromEventObservable, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const never = new Promise<never>(() => {})
const input = { order: aSpotOrder() }
const provide = (answer: (step: SpotStep) => Promise<Reply<SpotOrder>> = () => never) => {
  const changed$ = new Subject<OrderChanged>()
  const outcome$ = new Subject<OutcomeReceived<SpotOrder>>()
  const keys: string[] = []
  const logic = spotOrderMachine.provide({
    actors: {
      watchOrder: fromEventObservable<OrderChanged, { id: number }>(() => changed$),
      step: aStep<SpotStep, SpotOrder>(
        (step) => (keys.push(step.key), answer(step)),
        () => outcome$,
      ),
    },
  })
  return { logic, changed$, outcome$, keys }
}
const cancelled = aSpotOrder({ status: 'cancelled', rev: 2 })

describe('ORDER-1 every state', () => {
  const reached = getShortestPaths(provide().logic, {
    input,
    events: [
      { type: 'cancel', key: 'k' },
      ...spotStatus.def.out.options.map(
        (status): OrderChanged => ({ type: 'order.changed', order: aSpotOrder({ status, rev: 2 }) }),
      ),
    ],
    serializeState: ({ value }) => JSON.stringify(value),
    limit: 100,
  }).flatMap(({ state }) => leavesOf(state.value))
  const walked = leaves(spotOrderMachine).filter((leaf) => leaf !== 'deciding' && leaf !== 'cancelling.unknown')
  test.each(walked)('%s is reached', (leaf) => expect(reached).toContain(leaf))
  test.each(spotStatus.def.out.options)('%s of the wire is a state', (status) =>
    expect(leaves(spotOrderMachine)).toContain(status),
  )
})
test.each(spotStatus.def.out.options)('ORDER-2 at %s the owner may do what the contract allows', (status) => {
  const actor = createActor(provide().logic, { input: { order: aSpotOrder({ status }) } }).start()
  expect(actor.getSnapshot().can({ type: 'cancel', key: 'k' })).toBe(maySpotTransition('cancel', status))
})
test('ORDER-3 an order is cancelled by its owner', async () => {
  const steps: SpotStep[] = []
  const { logic } = provide(async (step) => (steps.push(step), { ok: true, value: cancelled }))
  const actor = createActor(logic, { input }).start()
  actor.send({ type: 'cancel', key: 'k1' })
  expect(isBusy(actor.getSnapshot())).toBe(true)
  await waitFor(actor, (now) => now.matches('cancelled'))
  expect(steps).toEqual([{ id: 1, expect: 'waiting', key: 'k1' }])
})
test('ORDER-4 refused: the order stays and the reason is shown', async () => {
  const { logic } = provide(async () => ({ ok: false, failure: aRefusal('state_moved') }))
  const actor = createActor(logic, { input }).start()
  actor.send({ type: 'cancel', key: 'k1' })
  const { context } = await waitFor(actor, (now) => now.matches('waiting') && now.context.failure !== null)
  expect(context.failure).toMatchObject({ reason: 'state_moved' })
})
test('ORDER-5 unknown: neither done nor refused is shown until the server has answered', async () => {
  const { logic, outcome$ } = provide(async () => ({ ok: false, failure: aLoss }))
  const actor = createActor(logic, { input }).start()
  actor.send({ type: 'cancel', key: 'k1' })
  const now = await waitFor(actor, (at) => at.matches({ cancelling: 'unknown' }))
  expect(isBusy(now)).toBe(true)
  outcome$.next({ type: 'outcome.received', reply: { ok: true, value: cancelled } })
  expect(actor.getSnapshot().value).toBe('cancelled')
})
test('ORDER-6 an older copy never moves an order back; a fill does not end a change', () => {
  const { logic, changed$ } = provide()
  const actor = createActor(logic, { input }).start()
  actor.send({ type: 'cancel', key: 'k1' })
  changed$.next({ type: 'order.changed', order: aSpotOrder({ filled_amount: '0.5', rev: 2 }) })
  const context = { order: { filled_amount: '0.5' } }
  expect(actor.getSnapshot()).toMatchObject({ value: { cancelling: 'sending' }, context })
  changed$.next({ type: 'order.changed', order: aSpotOrder({ status: 'completed', rev: 4 }) })
  changed$.next({ type: 'order.changed', order: aSpotOrder({ rev: 3 }) })
  expect(actor.getSnapshot().value).toBe('completed')
})
test('ORDER-7 a restored change sends the same key', () => {
  const { logic, keys } = provide()
  const actor = createActor(logic, { input }).start()
  actor.send({ type: 'cancel', key: 'k1' })
  const snapshot = actor.getPersistedSnapshot()
  actor.stop()
  createActor(logic, { input, snapshot }).start()
  expect(keys).toEqual(['k1', 'k1'])
})
