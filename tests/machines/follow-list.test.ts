import type { SpotOrder } from '#contract/spot/spot.ts'
import type { Reply } from '#contract/wire/reply.ts'
import type { News } from '#machines/kit/follow.ts'
import { listedIn, type ListNews } from '#machines/kit/follow-list.ts'
import { leverPositionsMachine } from '#machines/lever/lever-positions.ts'
import { spotOrderMachine, type SpotStep } from '#machines/spot/spot-order.ts'
import { spotOrdersMachine } from '#machines/spot/spot-orders.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aRefusal } from '#tests/support/builders/failure.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { NEVER, Observable, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, fromEventObservable, waitFor } from 'xstate'

const never = new Promise<never>(() => {})
const startList = (answer: (step: SpotStep) => Promise<Reply<SpotOrder>> = () => never) => {
  const news$ = new Subject<ListNews<SpotOrder>>()
  const steps: SpotStep[] = []
  let watched = 0
  const one = spotOrderMachine.provide({
    actors: {
      watch: fromEventObservable<News<SpotOrder>, { copy: SpotOrder }>(
        () =>
          new Observable(() => {
            watched += 1
            return () => (watched -= 1)
          }),
      ),
      step: aStep<SpotStep, SpotOrder>(
        (step) => (steps.push(step), answer(step)),
        () => NEVER,
      ),
    },
  })
  const logic = spotOrdersMachine.provide({
    actors: { watchList: fromEventObservable<ListNews<SpotOrder>, void>(() => news$), one },
  })
  const list = createActor(logic).start()
  return {
    list,
    steps,
    /** How many actors of single orders are running. */
    actors: () => watched,
    receive: (...orders: SpotOrder[]) => news$.next({ type: 'list.received', list: orders, isStale: false }),
    change: (copy: SpotOrder) => news$.next({ type: 'copy.received', copy }),
    lose: () => news$.next({ type: 'list.received', list: null, isStale: true }),
    cancel: (id: number, key = `k${id}`) => list.send({ type: 'act', id, act: 'cancel', key }),
    at: (id: number) => listedIn(list.getSnapshot(), id),
    actingOn: (id: number) => list.getSnapshot().context.acting.get(id),
    may: (id: number) => list.getSnapshot().can({ type: 'act', id, act: 'cancel', key: '' }),
  }
}
const needed = <T>(actor: T | undefined): T => {
  if (actor === undefined) throw new Error('no actor of its own')
  return actor
}
const fifty = Array.from({ length: 50 }, (_, at) => aSpotOrder({ id: at + 1 }))

test('ORDER-8 LEV-27 a list of fifty is one actor; an entity gets its own once its owner acts on it', () => {
  const { list, receive, actors, steps, may, cancel } = startList()
  expect([list.getSnapshot().context.list, may(1)]).toEqual([null, false])
  receive(...fifty)
  expect([list.getSnapshot().context.list?.length, actors(), may(7)]).toEqual([50, 0, true])
  cancel(7)
  expect([actors(), steps]).toEqual([1, [{ id: 7, expect: 'waiting', key: 'k7' }]])
})
test('ORDER-8 a second tap on the same order does nothing; another order can be cancelled', () => {
  const { receive, may, steps, cancel } = startList()
  receive(...fifty)
  cancel(7)
  expect([may(7), may(8)]).toEqual([false, true])
  cancel(7, 'again')
  cancel(8)
  expect(steps.map(({ key }) => key)).toEqual(['k7', 'k8'])
})
test('ORDER-8 LEV-27 a step that is not allowed starts no actor', () => {
  const { receive, change, may, steps, actors, cancel } = startList()
  receive(aSpotOrder({ id: 1 }), aSpotOrder({ id: 2 }))
  change(aSpotOrder({ id: 1, status: 'completed', rev: 2 }))
  expect([may(1), may(2), may(3)]).toEqual([false, true, false])
  cancel(1)
  cancel(3)
  expect([steps, actors()]).toEqual([[], 0])
})
test('ORDER-6 LEV-17 the list holds the newer copy, from push or list', () => {
  const { receive, change, at } = startList()
  receive(aSpotOrder({ id: 1, rev: 3 }))
  change(aSpotOrder({ id: 1, rev: 5, filled_amount: '0.5' }))
  receive(aSpotOrder({ id: 1, rev: 4 }))
  expect(at(1)).toMatchObject({ rev: 5, filled_amount: '0.5' })
  change(aSpotOrder({ id: 1, rev: 9, status: 'cancelled' }))
  receive(aSpotOrder({ id: 1, rev: 8 }))
  expect(at(1)).toMatchObject({ rev: 9, status: 'cancelled' })
})
test('ORDER-4 refused: the order has its actor still, which shows the reason, and can be cancelled again', async () => {
  const { receive, actingOn, may, cancel } = startList(async () => ({ ok: false, failure: aRefusal('state_moved') }))
  receive(...fifty)
  cancel(7)
  const { context } = await waitFor(needed(actingOn(7)), (now) => now.matches({ life: 'waiting', hand: 'watching' }))
  expect(context.failure).toMatchObject({ reason: 'state_moved' })
  expect(may(7)).toBe(true)
})
test('ORDER-8 LEV-27 the actor of what has left the list is stopped; a list that is missing stops none', () => {
  const { receive, lose, actors, actingOn, cancel } = startList()
  receive(...fifty)
  cancel(7)
  cancel(8)
  lose()
  expect(actors()).toBe(2)
  receive(...fifty)
  receive(...fifty.filter(({ id }) => id !== 7))
  const { value, status } = needed(actingOn(8)).getSnapshot()
  expect([actors(), actingOn(7), value, status]).toEqual([
    1,
    undefined,
    { life: 'waiting', hand: { stepping: 'sending' } },
    'active',
  ])
})
test.each([spotOrdersMachine, leverPositionsMachine])(
  'ORDER-8 LEV-27 a list without its actors fails loudly',
  (machine) => {
    const actor = createActor(machine)
    const errors: unknown[] = []
    actor.subscribe({ error: (error) => errors.push(error) })
    actor.start()
    expect(String(errors[0])).toContain('watchList was not provided')
  },
)
