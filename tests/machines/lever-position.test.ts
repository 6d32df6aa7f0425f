import { mayLeverTransition, positionStatus, type Position, type PositionStatus } from '#contract/lever.ts'
import type { Reply } from '#contract/wire/reply.ts'
import {
  leverPositionMachine,
  positionOf,
  type LeverAction,
  type LeverStep,
  type PositionChanged,
  type PositionIntent,
} from '#machines/lever-position.ts'
import type { OutcomeReceived } from '#machines/step.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss, aRefusal } from '#tests/support/builders/failure.ts'
import { aPosition } from '#tests/support/builders/position.ts'
import { leaves, leavesOf } from '#tests/kit/walk.ts'
import { Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { createActor, fromEventObservable, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const never = new Promise<never>(() => {})
const statuses = positionStatus.def.out.options
const stops = { target_profit_price: '110', stop_loss_price: '90' }
const provide = (answer: (step: LeverStep) => Promise<Reply<Position>> = () => never) => {
  const changed$ = new Subject<PositionChanged>()
  const outcome$ = new Subject<OutcomeReceived<Position>>()
  const steps: LeverStep[] = []
  const logic = leverPositionMachine.provide({
    actors: {
      watchPosition: fromEventObservable<PositionChanged, { id: number }>(() => changed$),
      step: aStep<LeverStep, Position>(
        (step) => (steps.push(step), answer(step)),
        () => outcome$,
      ),
    },
  })
  const start = (position: Position = aPosition()) => createActor(logic, { input: { position } }).start()
  const receive = (position: Position) => changed$.next({ type: 'position.changed', position })
  return { logic, start, receive, outcome$, steps }
}
const intentOf = (name: LeverAction): PositionIntent =>
  name === 'setStop'
    ? { type: name, key: 'k1', stops }
    : name === 'reverse'
      ? { type: name, key: 'k1', seen: '60001' }
      : { type: name, key: 'k1' }

describe('LEV-14 every state', () => {
  const reached = (['pending', 'trading'] as const).flatMap((status) =>
    getShortestPaths(provide().logic, {
      input: { position: aPosition({ status }) },
      events: [
        intentOf('close'),
        intentOf('reverse'),
        intentOf('cancel'),
        intentOf('setStop'),
        ...statuses.map(
          (next): PositionChanged => ({ type: 'position.changed', position: aPosition({ status: next, rev: 2 }) }),
        ),
      ],
      serializeState: ({ value }) => JSON.stringify(value),
      limit: 200,
    }).flatMap(({ state }) => leavesOf(state.value)),
  )
  const walked = leaves(leverPositionMachine).filter((leaf) => leaf !== 'deciding' && leaf !== 'stepping.unknown')
  test.each(walked)('%s is reached', (leaf) => expect(reached).toContain(leaf))
  test.each(statuses)('%s of the wire is a state', (status) => expect(leaves(leverPositionMachine)).toContain(status))
})
test.each(statuses)('LEV-15 at %s the owner may do what the contract allows', (status) => {
  const now = provide().start(aPosition({ status })).getSnapshot()
  expect([
    now.can(intentOf('close')),
    now.can(intentOf('reverse')),
    now.can(intentOf('cancel')),
    now.can(intentOf('setStop')),
  ]).toEqual([
    mayLeverTransition('close', status),
    mayLeverTransition('close', status),
    mayLeverTransition('cancel', status),
    mayLeverTransition('setStop', status) || mayLeverTransition('stopPending', status),
  ])
})
test.each<[LeverAction, PositionStatus, PositionStatus]>([
  ['close', 'trading', 'closed'],
  ['close', 'trading', 'closing'],
  ['reverse', 'trading', 'closed'],
  ['cancel', 'pending', 'cancelled'],
  ['setStop', 'trading', 'trading'],
  ['setStop', 'pending', 'pending'],
])('LEV-16 %s from %s leads to %s; the call carries the status that was seen and the key', async (name, from, to) => {
  const { start, steps } = provide(async () => ({ ok: true, value: aPosition({ status: to, rev: 2 }) }))
  const actor = start(aPosition({ status: from }))
  actor.send(intentOf(name))
  expect(actor.getSnapshot().hasTag('busy')).toBe(true)
  const { context } = await waitFor(actor, (now) => now.matches(to) && now.context.position.rev === 2)
  expect(context.failure).toBeNull()
  const sentStops = name === 'setStop' ? stops : { target_profit_price: '', stop_loss_price: '' }
  expect(steps).toEqual([
    { name, id: 1, expect: from, key: 'k1', stops: sentStops, lots: null, seen: name === 'reverse' ? '60001' : '' },
  ])
})
test('LEV-43 closing a part bears its lots, and what is left stays open', async () => {
  const { start, steps } = provide(async () => ({ ok: true, value: aPosition({ share: 2, rev: 2 }) }))
  const actor = start(aPosition({ share: 5 }))
  actor.send({ type: 'close', key: 'k1', lots: 3 })
  const { context } = await waitFor(actor, (now) => now.matches('trading') && now.context.position.rev === 2)
  expect([steps.map(({ name, lots }) => [name, lots]), context.position.share]).toEqual([[['close', 3]], 2])
})
test('LEV-16 refused: the position stays and the reason is shown; a second tap while busy does nothing', async () => {
  const { start, steps } = provide(async () => ({ ok: false, failure: aRefusal('feed_stale') }))
  const actor = start()
  actor.send(intentOf('close'))
  actor.send({ type: 'close', key: 'k2' })
  const { context } = await waitFor(actor, (now) => now.matches('trading') && now.context.failure !== null)
  expect(context.failure).toMatchObject({ reason: 'feed_stale' })
  expect(steps.map(({ key }) => key)).toEqual(['k1'])
})
test('LEV-16 unknown: neither done nor refused is shown until the server has answered', async () => {
  const { start, outcome$ } = provide(async () => ({ ok: false, failure: aLoss }))
  const actor = start()
  actor.send(intentOf('close'))
  expect((await waitFor(actor, (at) => at.matches({ stepping: 'unknown' }))).hasTag('busy')).toBe(true)
  outcome$.next({ type: 'outcome.received', reply: { ok: true, value: aPosition({ status: 'closed', rev: 3 }) } })
  expect(actor.getSnapshot().value).toBe('closed')
})
test('LEV-17 an older copy never moves a position back', () => {
  const { start, receive } = provide()
  const actor = start()
  receive(aPosition({ rev: 4, overnight_money: '1' }))
  receive(aPosition({ rev: 3 }))
  receive(aPosition({ rev: 3, status: 'pending' }))
  const context = { position: { rev: 4, overnight_money: '1' } }
  expect(actor.getSnapshot()).toMatchObject({ value: 'trading', context })
  receive(aPosition({ rev: 5, status: 'closed' }))
  receive(aPosition({ rev: 9, status: 'trading' }))
  expect(actor.getSnapshot().value).toBe('closed')
})
test('LEV-17 a copy received before the reply is deferred, shown, and merged with the reply', async () => {
  let answer: (reply: Reply<Position>) => void = () => {}
  const { start, receive } = provide(() => new Promise((resolve) => (answer = resolve)))
  const actor = start()
  actor.send(intentOf('setStop'))
  receive(aPosition({ rev: 3, overnight_money: '2', target_profit_price: '110' }))
  const during = { position: { rev: 1 }, deferred: { rev: 3 } }
  expect(actor.getSnapshot()).toMatchObject({ value: { stepping: 'sending' }, context: during })
  expect(positionOf(actor.getSnapshot()).rev).toBe(3)
  answer({ ok: true, value: aPosition({ rev: 2, target_profit_price: '110' }) })
  const { context } = await waitFor(actor, (now) => now.matches('trading'))
  expect([context.position.rev, context.position.overnight_money, context.deferred]).toEqual([3, '2', null])
})
test('LEV-17 a position that opens during its cancel stays open, and the refusal is shown', async () => {
  let answer: (reply: Reply<Position>) => void = () => {}
  const { start, receive } = provide(() => new Promise((resolve) => (answer = resolve)))
  const actor = start(aPosition({ status: 'pending' }))
  actor.send(intentOf('cancel'))
  receive(aPosition({ status: 'trading', rev: 2 }))
  answer({ ok: false, failure: aRefusal('state_moved') })
  const { context } = await waitFor(actor, (now) => now.matches('trading'))
  expect(context.failure).toMatchObject({ reason: 'state_moved' })
})
test('LEV-17 a position that ends while a change is under way or unknown is closed at once', async () => {
  for (const reply of [never, Promise.resolve({ ok: false, failure: aLoss } as const)]) {
    const { start, receive } = provide(() => reply)
    const actor = start()
    actor.send(intentOf('setStop'))
    if (reply !== never) await waitFor(actor, (now) => now.matches({ stepping: 'unknown' }))
    receive(aPosition({ status: 'closed', rev: 5, close_reason: 'liquidated' }))
    expect(actor.getSnapshot().value).toBe('closed')
  }
})
test('LEV-16 a restored change sends the same key', () => {
  const { logic, start, steps } = provide()
  const actor = start()
  actor.send(intentOf('close'))
  const snapshot = actor.getPersistedSnapshot()
  actor.stop()
  createActor(logic, { input: { position: aPosition() }, snapshot }).start()
  expect(steps.map(({ key }) => key)).toEqual(['k1', 'k1'])
})
test('LEV-16 a machine without its actors fails loudly', () => {
  const actor = createActor(leverPositionMachine, { input: { position: aPosition() } })
  const errors: unknown[] = []
  actor.subscribe({ error: (error) => errors.push(error) })
  actor.start()
  expect(String(errors[0])).toContain('watchPosition')
})
