import { mayLeverTransition, positionStatus, type Position, type PositionStatus } from '#contract/lever.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { leverPositionMachine, positionOf, type LeverAction, type LeverStep, type PositionChanged } from '#machines/lever-position.ts'
import type { OutcomeReceived } from '#machines/step.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss, aRefusal } from '#tests/support/client-builders.ts'
import { aPosition } from '#tests/support/positions.ts'
import { leaves, leavesOf } from '#tests/support/walk.ts'
import { Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { createActor, fromEventObservable, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const never = new Promise<never>(() => {})
const statuses = positionStatus.def.out.options
const stops = { target_profit_price: '110', stop_loss_price: '90' }
const begin = (answer: (step: LeverStep) => Promise<Reply<Position>> = () => never) => {
  const changed$ = new Subject<PositionChanged>()
  const told$ = new Subject<OutcomeReceived<Position>>()
  const steps: LeverStep[] = []
  const logic = leverPositionMachine.provide({
    actors: {
      watchPosition: fromEventObservable<PositionChanged, { id: number }>(() => changed$),
      step: aStep<LeverStep, Position>((step) => (steps.push(step), answer(step)), () => told$),
    },
  })
  const start = (position: Position = aPosition()) => createActor(logic, { input: { position } }).start()
  const tell = (position: Position) => changed$.next({ type: 'position.changed', position })
  return { logic, start, tell, told$, steps }
}
const intentOf = (name: LeverAction) => (name === 'setStop' ? { type: name, key: 'k1', stops } : { type: name, key: 'k1' })

describe('LEV-14 every state', () => {
  const reached = (['pending', 'trading'] as const).flatMap((status) =>
    getShortestPaths(begin().logic, {
      input: { position: aPosition({ status }) },
      events: [
        intentOf('close'), intentOf('cancel'), intentOf('setStop'),
        ...statuses.map((next): PositionChanged => ({ type: 'position.changed', position: aPosition({ status: next, rev: 2 }) })),
      ],
      serializeState: ({ value }) => JSON.stringify(value),
      limit: 200,
    }).flatMap(({ state }) => leavesOf(state.value)),
  )
  test.each(leaves(leverPositionMachine).filter((leaf) => leaf !== 'settling' && leaf !== 'stepping.unknown'))('%s is reached', (leaf) =>
    expect(reached).toContain(leaf),
  )
  test.each(statuses)('%s of the wire is a state', (status) => expect(leaves(leverPositionMachine)).toContain(status))
})
test.each(statuses)('LEV-15 %s: what is offered is what the contract allows', (status) => {
  const now = begin().start(aPosition({ status })).getSnapshot()
  expect([now.can(intentOf('close')), now.can(intentOf('cancel')), now.can(intentOf('setStop'))]).toEqual([
    mayLeverTransition('close', status), mayLeverTransition('cancel', status), mayLeverTransition('setStop', status) || mayLeverTransition('stopPending', status),
  ])
})
test.each<[LeverAction, PositionStatus, PositionStatus]>([
  ['close', 'trading', 'closed'], ['close', 'trading', 'closing'], ['cancel', 'pending', 'cancelled'], ['setStop', 'trading', 'trading'],
  ['setStop', 'pending', 'pending'],
])('LEV-16 %s from %s leads to %s, with what was seen and its key', async (name, from, to) => {
  const { start, steps } = begin(async () => ({ ok: true, value: aPosition({ status: to, rev: 2 }) }))
  const actor = start(aPosition({ status: from }))
  actor.send(intentOf(name))
  expect(actor.getSnapshot().hasTag('busy')).toBe(true)
  const { context } = await waitFor(actor, (now) => now.matches(to) && now.context.position.rev === 2)
  expect(context.failure).toBeNull()
  expect(steps).toEqual([
    { name, id: 1, expect: from, key: 'k1', stops: name === 'setStop' ? stops : { target_profit_price: '', stop_loss_price: '' } },
  ])
})
test('LEV-16 refused: it stays and says why; a second tap on a busy one does nothing', async () => {
  const { start, steps } = begin(async () => ({ ok: false, failure: aRefusal('feed_stale') }))
  const actor = start()
  actor.send(intentOf('close'))
  actor.send({ type: 'close', key: 'k2' })
  const { context } = await waitFor(actor, (now) => now.matches('trading') && now.context.failure !== null)
  expect(context.failure).toMatchObject({ reason: 'feed_stale' })
  expect(steps.map(({ key }) => key)).toEqual(['k1'])
})
test('LEV-16 unknown: no verdict until the server has been asked', async () => {
  const { start, told$ } = begin(async () => ({ ok: false, failure: aLoss }))
  const actor = start()
  actor.send(intentOf('close'))
  expect((await waitFor(actor, (at) => at.matches({ stepping: 'unknown' }))).hasTag('busy')).toBe(true)
  told$.next({ type: 'outcome.received', reply: { ok: true, value: aPosition({ status: 'closed', rev: 3 }) } })
  expect(actor.getSnapshot().value).toBe('closed')
})
test('LEV-17 an older copy moves nothing back, whatever its road', () => {
  const { start, tell } = begin()
  const actor = start()
  tell(aPosition({ rev: 4, overnight_money: '1' }))
  tell(aPosition({ rev: 3 }))
  tell(aPosition({ rev: 3, status: 'pending' }))
  expect(actor.getSnapshot()).toMatchObject({ value: 'trading', context: { position: { rev: 4, overnight_money: '1' } } })
  tell(aPosition({ rev: 5, status: 'closed' }))
  tell(aPosition({ rev: 9, status: 'trading' }))
  expect(actor.getSnapshot().value).toBe('closed')
})
test('LEV-17 what comes before the answer of a step is parked, shown, and joined with the answer', async () => {
  let answer: (reply: Reply<Position>) => void = () => {}
  const { start, tell } = begin(() => new Promise((resolve) => (answer = resolve)))
  const actor = start()
  actor.send(intentOf('setStop'))
  tell(aPosition({ rev: 3, overnight_money: '2', target_profit_price: '110' }))
  expect(actor.getSnapshot()).toMatchObject({ value: { stepping: 'carrying' }, context: { position: { rev: 1 }, parked: { rev: 3 } } })
  expect(positionOf(actor.getSnapshot()).rev).toBe(3)
  answer({ ok: true, value: aPosition({ rev: 2, target_profit_price: '110' }) })
  const { context } = await waitFor(actor, (now) => now.matches('trading'))
  expect([context.position.rev, context.position.overnight_money, context.parked]).toEqual([3, '2', null])
})
test('LEV-17 one that opens while its cancel is under way trades on, and says that it was refused', async () => {
  let answer: (reply: Reply<Position>) => void = () => {}
  const { start, tell } = begin(() => new Promise((resolve) => (answer = resolve)))
  const actor = start(aPosition({ status: 'pending' }))
  actor.send(intentOf('cancel'))
  tell(aPosition({ status: 'trading', rev: 2 }))
  answer({ ok: false, failure: aRefusal('state_moved') })
  const { context } = await waitFor(actor, (now) => now.matches('trading'))
  expect(context.failure).toMatchObject({ reason: 'state_moved' })
})
test('LEV-17 one that ends while a step is under way or unknown is over at once', async () => {
  for (const reply of [never, Promise.resolve({ ok: false, failure: aLoss } as const)]) {
    const { start, tell } = begin(() => reply)
    const actor = start()
    actor.send(intentOf('setStop'))
    if (reply !== never) await waitFor(actor, (now) => now.matches({ stepping: 'unknown' }))
    tell(aPosition({ status: 'closed', rev: 5, close_reason: 'liquidated' }))
    expect(actor.getSnapshot().value).toBe('closed')
  }
})
test('LEV-16 restored in the middle it sends the same key', () => {
  const { logic, start, steps } = begin()
  const actor = start()
  actor.send(intentOf('close'))
  const kept = actor.getPersistedSnapshot()
  actor.stop()
  createActor(logic, { input: { position: aPosition() }, snapshot: kept }).start()
  expect(steps.map(({ key }) => key)).toEqual(['k1', 'k1'])
})
test('LEV-16 a machine without its actors fails loudly', () => {
  const actor = createActor(leverPositionMachine, { input: { position: aPosition() } })
  const errors: unknown[] = []
  actor.subscribe({ error: (error) => errors.push(error) })
  actor.start()
  expect(String(errors[0])).toContain('watchPosition')
})
