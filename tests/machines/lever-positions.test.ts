import type { Position } from '#contract/lever.ts'
import type { Reply } from '#contract/wire/reply.ts'
import {
  leverPositionMachine,
  positionOf,
  type LeverStep,
  type PositionChanged,
  type PositionIntent,
} from '#machines/lever-position.ts'
import { leverPositionsMachine, listedPositionOf, type PositionsReceived } from '#machines/lever-positions.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss } from '#tests/support/builders/failure.ts'
import { aPosition } from '#tests/support/builders/position.ts'
import { filter, NEVER, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, fromEventObservable, waitFor } from 'xstate'

const never = new Promise<never>(() => {})
const stops = { target_profit_price: '110', stop_loss_price: '90' }
const startList = (answer: (step: LeverStep) => Promise<Reply<Position>> = () => never) => {
  const events$ = new Subject<PositionsReceived | PositionChanged>()
  const steps: LeverStep[] = []
  const position = leverPositionMachine.provide({
    actors: {
      watchPosition: fromEventObservable<PositionChanged, { id: number }>(({ input }) =>
        events$.pipe(
          filter((event) => event.type === 'position.changed'),
          filter((event) => event.position.id === input.id),
        ),
      ),
      step: aStep<LeverStep, Position>(
        (step) => (steps.push(step), answer(step)),
        () => NEVER,
      ),
    },
  })
  const logic = leverPositionsMachine.provide({
    actors: { watchPositions: fromEventObservable<PositionsReceived | PositionChanged, void>(() => events$), position },
  })
  const list = createActor(logic).start()
  return {
    list,
    steps,
    act: (id: number, intent: PositionIntent) => list.send({ type: 'act', id, intent }),
    may: (id: number, intent: PositionIntent) => list.getSnapshot().can({ type: 'act', id, intent }),
    actingOn: (id: number) => list.getSnapshot().context.acting.get(id),
    actors: () => list.getSnapshot().context.acting.size,
    at: (id: number) => listedPositionOf(list.getSnapshot(), id),
    receive: (...positions: Position[]) => events$.next({ type: 'positions.received', positions, isStale: false }),
    change: (changed: Position) => events$.next({ type: 'position.changed', position: changed }),
  }
}
const needed = <T>(actor: T | undefined): T => {
  if (actor === undefined) throw new Error('no actor of its own')
  return actor
}
const close: PositionIntent = { type: 'close', key: 'k1' }
const cancel: PositionIntent = { type: 'cancel', key: 'k2' }
const setStop: PositionIntent = { type: 'setStop', key: 'k3', stops }
const fifty = Array.from({ length: 50 }, (_, at) => aPosition({ id: at + 1 }))

test('LEV-27 a list of fifty positions is one actor; a position gets its own once its owner changes it', () => {
  const { receive, act, actors, steps, list } = startList()
  receive(...fifty)
  expect([actors(), Object.keys(list.getSnapshot().children).length]).toEqual([0, 1])
  act(7, close)
  expect([actors(), steps]).toMatchObject([1, [{ id: 7, name: 'close', expect: 'trading', key: 'k1' }]])
})
test('LEV-15 what may be done depends on the status of each, with or without an actor of its own', () => {
  const { receive, act, may } = startList()
  receive(aPosition({ id: 1 }), aPosition({ id: 2, status: 'pending' }), aPosition({ id: 3, status: 'closing' }))
  const allowed = (id: number) => [close, cancel, setStop].map((intent) => may(id, intent))
  expect([1, 2, 3, 4].map(allowed)).toEqual([
    [true, false, true],
    [false, true, true],
    [false, false, false],
    [false, false, false],
  ])
  act(1, setStop)
  expect(allowed(1)).toEqual([false, false, false])
})
test('LEV-27 a change that is not allowed starts no actor', () => {
  const { receive, act, actors, steps } = startList()
  receive(aPosition({ id: 2, status: 'pending' }))
  act(2, close)
  act(9, close)
  expect([actors(), steps]).toEqual([0, []])
})
test('LEV-17 the list holds the newer copy; one that ends during an unknown change is closed at once', async () => {
  const { receive, change, act, at, actingOn } = startList(async () => ({ ok: false, failure: aLoss }))
  receive(aPosition({ id: 1, rev: 4 }))
  receive(aPosition({ id: 1, rev: 3 }))
  expect(at(1)?.rev).toBe(4)
  act(1, setStop)
  const actor = needed(actingOn(1))
  await waitFor(actor, (now) => now.matches({ stepping: 'unknown' }))
  change(aPosition({ id: 1, rev: 5, status: 'closed' }))
  const { value } = actor.getSnapshot()
  expect([at(1)?.status, positionOf(actor.getSnapshot()).status, value]).toEqual(['closed', 'closed', 'closed'])
})
test('LEV-27 the actor of a position that has left the list is stopped', () => {
  const { receive, act, actors, actingOn } = startList()
  receive(...fifty)
  act(7, close)
  const actor = actingOn(7)
  receive(...fifty.filter(({ id }) => id !== 7))
  expect([actors(), actor?.getSnapshot().status]).toEqual([0, 'stopped'])
})
test('LEV-27 a list without its actors fails loudly', () => {
  const actor = createActor(leverPositionsMachine)
  const errors: unknown[] = []
  actor.subscribe({ error: (error) => errors.push(error) })
  actor.start()
  expect(String(errors[0])).toContain('watchPositions was not provided')
})
