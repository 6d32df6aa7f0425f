import {
  mayLeverTransition,
  positionStatus,
  type Position,
  type PositionStatus,
} from '#contract/lever/lever-position.ts'
import { maySpotTransition, spotStatus, type SpotOrder } from '#contract/spot/spot.ts'
import { mayTriggerTransition, triggerStatus, type Trigger } from '#contract/trigger/trigger.ts'
import type { Reply } from '#contract/wire/reply.ts'
import type { News } from '#machines/kit/follow.ts'
import { leverPositionMachine, type LeverAct, type LeverStep } from '#machines/lever/lever-position.ts'
import { spotOrderMachine, type SpotStep } from '#machines/spot/spot-order.ts'
import { triggerOrderMachine, type TriggerAction } from '#machines/trigger/trigger-order.ts'
import type { OutcomeReceived } from '#machines/kit/step.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss, aRefusal } from '#tests/support/builders/failure.ts'
import { aPosition } from '#tests/support/builders/position.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { aTrigger } from '#tests/support/builders/trigger.ts'
import { leaves } from '#tests/kit/walk.ts'
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, fromEventObservable, waitFor } from 'xstate'

const never = new Promise<never>(() => {})
const cancel = { type: 'act', act: 'cancel', key: 'k1' } as const
const cancelled = aSpotOrder({ status: 'cancelled', rev: 2 })
const order = (answer: (step: SpotStep) => Promise<Reply<SpotOrder>> = () => never, first = aSpotOrder()) => {
  const news$ = new Subject<News<SpotOrder>>()
  const outcome$ = new Subject<OutcomeReceived<SpotOrder>>()
  const steps: SpotStep[] = []
  const logic = spotOrderMachine.provide({
    actors: {
      watch: fromEventObservable<News<SpotOrder>, { copy: SpotOrder }>(() => news$),
      step: aStep<SpotStep, SpotOrder>(
        (step) => (steps.push(step), answer(step)),
        () => outcome$,
      ),
    },
  })
  const actor = createActor(logic, { input: { copy: first } }).start()
  const receive = (copy: SpotOrder) => news$.next({ type: 'copy.received', copy, why: null })
  return { logic, actor, receive, outcome$, steps, now: () => actor.getSnapshot() }
}

test.each(spotStatus.def.out.options)(
  'ORDER-1 ORDER-2 %s is a state, and its owner may do what it allows',
  (status) => {
    const { now } = order(undefined, aSpotOrder({ status }))
    expect(leaves(spotOrderMachine)).toContain(`life.${status}`)
    expect([now().value.life, now().can(cancel)]).toEqual([status, maySpotTransition('cancel', status)])
  },
)
test('ORDER-3 a step carries the status that was seen and its key; a second one has to wait for it', async () => {
  const { actor, steps, now } = order(async () => ({ ok: true, value: cancelled }))
  actor.send(cancel)
  actor.send({ ...cancel, key: 'k2' })
  expect(now().hasTag('busy')).toBe(true)
  await waitFor(actor, (each) => each.matches({ life: 'cancelled', hand: 'watching' }))
  expect(steps).toEqual([{ id: 1, expect: 'waiting', key: 'k1' }])
})
test('ORDER-4 LEV-16 refused: the entity stays, and the reason is shown until it is dismissed', async () => {
  const { actor, now } = order(async () => ({ ok: false, failure: aRefusal('state_moved') }))
  actor.send(cancel)
  await waitFor(actor, (each) => each.matches({ life: 'waiting', hand: 'watching' }))
  expect(now().context.failure).toMatchObject({ reason: 'state_moved' })
  actor.send({ type: 'dismiss' })
  expect(now().context.failure).toBe(null)
})
test('ORDER-5 LEV-16 unknown: neither done nor refused is shown until the server has answered', async () => {
  const { actor, outcome$, now } = order(async () => ({ ok: false, failure: aLoss }))
  actor.send(cancel)
  await waitFor(actor, (each) => each.matches({ life: 'waiting', hand: { stepping: 'unknown' } }))
  outcome$.next({ type: 'outcome.received', reply: { ok: true, value: cancelled } })
  expect(now().value).toEqual({ life: 'cancelled', hand: 'watching' })
})
test('ORDER-6 LEV-17 an older copy changes nothing; a newer one is shown at once and stops no step', async () => {
  let answer: (reply: Reply<SpotOrder>) => void = () => {}
  const { actor, receive, now } = order(() => new Promise((resolve) => (answer = resolve)))
  actor.send(cancel)
  receive(aSpotOrder({ filled_amount: '0.5', rev: 3 }))
  receive(aSpotOrder({ filled_amount: '0.1', rev: 2 }))
  expect(now()).toMatchObject({
    value: { life: 'waiting', hand: { stepping: 'sending' } },
    context: { copy: { filled_amount: '0.5', rev: 3 } },
  })
  receive(aSpotOrder({ status: 'completed', rev: 4 }))
  expect(now().value.life).toBe('completed')
  answer({ ok: false, failure: aRefusal('state_moved') })
  await waitFor(actor, (each) => each.matches({ hand: 'watching' }))
  expect(now().value.life).toBe('completed')
})
test('ORDER-7 LEV-16 a restored step sends the same key', () => {
  const { logic, actor, steps } = order()
  actor.send(cancel)
  const snapshot = actor.getPersistedSnapshot()
  actor.stop()
  createActor(logic, { input: { copy: aSpotOrder() }, snapshot }).start()
  expect(steps.map(({ key }) => key)).toEqual(['k1', 'k1'])
})
test('LEV-16 a machine without its actors fails loudly', () => {
  const actor = createActor(leverPositionMachine, { input: { copy: aPosition() } })
  const errors: unknown[] = []
  actor.subscribe({ error: (error) => errors.push(error) })
  actor.start()
  expect(String(errors[0])).toContain('watch was not provided')
})

const acts: readonly LeverAct[] = [
  { name: 'close' },
  { name: 'close', lots: 3 },
  { name: 'reverse', seen: '60001' },
  { name: 'cancel' },
  { name: 'setStop', stops: { target_profit_price: '110', stop_loss_price: '90' } },
]
const position = (status: PositionStatus) => {
  const steps: LeverStep[] = []
  const logic = leverPositionMachine.provide({
    actors: {
      watch: fromEventObservable<News<Position>, { copy: Position }>(() => new Subject()),
      step: aStep<LeverStep, Position>(
        (step) => (steps.push(step), never),
        () => new Subject(),
      ),
    },
  })
  return { actor: createActor(logic, { input: { copy: aPosition({ status }) } }).start(), steps }
}
test.each(positionStatus.def.out.options)(
  'LEV-14 LEV-15 %s is a state, and its owner may do what it allows',
  (status) => {
    const now = position(status).actor.getSnapshot()
    expect(leaves(leverPositionMachine)).toContain(`life.${status}`)
    expect(acts.map((act) => now.can({ type: 'act', act, key: 'k' }))).toEqual([
      mayLeverTransition('close', status),
      mayLeverTransition('close', status),
      mayLeverTransition('close', status),
      mayLeverTransition('cancel', status),
      mayLeverTransition('setStop', status) || mayLeverTransition('stopPending', status),
    ])
  },
)
test.each(acts)('LEV-16 LEV-43 $name is sent with its lots, price or stops', (act) => {
  const status = act.name === 'cancel' ? 'pending' : 'trading'
  const { actor, steps } = position(status)
  actor.send({ type: 'act', act, key: 'k' })
  expect(steps).toEqual([{ act, id: 1, expect: status, key: 'k' }])
})
test.each(triggerStatus.options)(
  'ORDER-1 ORDER-2 a trigger that is %s is a state, and its owner may do what it allows',
  (status) => {
    const never$ = fromEventObservable<News<Trigger>, { copy: Trigger }>(() => new Subject())
    const actor = createActor(triggerOrderMachine.provide({ actors: { watch: never$ } }), {
      input: { copy: aTrigger({ status }) },
    }).start()
    const may = (act: TriggerAction) => actor.getSnapshot().can({ type: 'act', act, key: 'k' })
    expect(actor.getSnapshot().value.life).toBe(status)
    expect([may({ name: 'cancel', isWhole: true }), may({ name: 'amend', terms: {} })]).toEqual([
      mayTriggerTransition('cancel', status),
      mayTriggerTransition('amend', status),
    ])
  },
)
