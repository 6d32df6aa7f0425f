import type { SpotOrder } from '#contract/spot.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { spotOrderMachine, type OrderChanged, type SpotStep } from '#machines/spot-order.ts'
import { orderOf, spotOrdersMachine, type OrdersReceived } from '#machines/spot-orders.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aRefusal } from '#tests/support/builders/failure.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { NEVER, Observable, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, fromEventObservable, waitFor } from 'xstate'

const never = new Promise<never>(() => {})
const startList = (answer: (step: SpotStep) => Promise<Reply<SpotOrder>> = () => never) => {
  const events$ = new Subject<OrdersReceived | OrderChanged>()
  const steps: SpotStep[] = []
  let watched = 0
  const order = spotOrderMachine.provide({
    actors: {
      watchOrder: fromEventObservable<OrderChanged, { id: number }>(
        ({ input }) =>
          new Observable((observer) => {
            watched += 1
            const subscription = events$.subscribe((event) => {
              if (event.type === 'order.changed' && event.order.id === input.id) observer.next(event)
            })
            return () => {
              watched -= 1
              subscription.unsubscribe()
            }
          }),
      ),
      step: aStep<SpotStep, SpotOrder>(
        (step) => (steps.push(step), answer(step)),
        () => NEVER,
      ),
    },
  })
  const logic = spotOrdersMachine.provide({
    actors: { watchOrders: fromEventObservable<OrdersReceived | OrderChanged, void>(() => events$), order },
  })
  const list = createActor(logic).start()
  return {
    list,
    steps,
    /** How many actors of single orders are running. */
    actors: () => watched,
    receive: (...orders: SpotOrder[]) => events$.next({ type: 'orders.received', orders, isStale: false }),
    change: (changed: SpotOrder) => events$.next({ type: 'order.changed', order: changed }),
    at: (id: number) => orderOf(list.getSnapshot(), id),
    actingOn: (id: number) => list.getSnapshot().context.acting.get(id),
    may: (id: number) => list.getSnapshot().can({ type: 'cancel', id, key: '' }),
  }
}
const needed = <T>(actor: T | undefined): T => {
  if (actor === undefined) throw new Error('no actor of its own')
  return actor
}
const fifty = Array.from({ length: 50 }, (_, at) => aSpotOrder({ id: at + 1 }))

test('ORDER-8 a list of fifty orders is one actor; an order gets its own once its owner cancels it', () => {
  const { list, receive, actors, steps, may } = startList()
  expect([list.getSnapshot().context.orders, may(1)]).toEqual([null, false])
  receive(...fifty)
  expect([list.getSnapshot().context.orders?.length, actors(), may(7)]).toEqual([50, 0, true])
  list.send({ type: 'cancel', id: 7, key: 'k7' })
  expect([actors(), steps]).toEqual([1, [{ id: 7, expect: 'waiting', key: 'k7' }]])
})
test('ORDER-8 a second tap on the same order does nothing; another order can be cancelled', () => {
  const { list, receive, may, steps } = startList()
  receive(...fifty)
  list.send({ type: 'cancel', id: 7, key: 'k7' })
  expect([may(7), may(8)]).toEqual([false, true])
  list.send({ type: 'cancel', id: 7, key: 'again' })
  list.send({ type: 'cancel', id: 8, key: 'k8' })
  expect(steps.map(({ key }) => key)).toEqual(['k7', 'k8'])
})
test('ORDER-8 an order that is not listed, or is closed, cannot be cancelled', () => {
  const { list, receive, change, may, steps, actors } = startList()
  receive(aSpotOrder({ id: 1 }), aSpotOrder({ id: 2 }))
  change(aSpotOrder({ id: 1, status: 'completed', rev: 2 }))
  expect([may(1), may(2), may(3)]).toEqual([false, true, false])
  list.send({ type: 'cancel', id: 1, key: 'k1' })
  list.send({ type: 'cancel', id: 3, key: 'k3' })
  expect([steps, actors()]).toEqual([[], 0])
})
test('ORDER-6 the list holds the newer copy, from push or list', () => {
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
  const { list, receive, actingOn, may } = startList(async () => ({ ok: false, failure: aRefusal('state_moved') }))
  receive(...fifty)
  list.send({ type: 'cancel', id: 7, key: 'k7' })
  const actor = needed(actingOn(7))
  const { context } = await waitFor(actor, (now) => now.matches('waiting'))
  expect(context.failure).toMatchObject({ reason: 'state_moved' })
  expect(may(7)).toBe(true)
})
test('ORDER-8 the actor of an order that has left the list is stopped; those of listed orders go on', () => {
  const { list, receive, actors, actingOn } = startList()
  receive(...fifty)
  for (const id of [7, 8]) list.send({ type: 'cancel', id, key: `k${id}` })
  expect(actors()).toBe(2)
  receive(...fifty.filter(({ id }) => id !== 7))
  const { value, status } = needed(actingOn(8)).getSnapshot()
  expect([actors(), actingOn(7), value, status]).toEqual([1, undefined, { cancelling: 'sending' }, 'active'])
})
test('ORDER-8 a list that is missing for a while stops no actor', () => {
  const { list, receive, actors } = startList()
  receive(...fifty)
  list.send({ type: 'cancel', id: 7, key: 'k7' })
  list.send({ type: 'orders.received', orders: null, isStale: true })
  expect([actors(), list.getSnapshot().context]).toMatchObject([1, { orders: null, isStale: true }])
})
test('ORDER-8 a list without its actors fails loudly', () => {
  const actor = createActor(spotOrdersMachine)
  const errors: unknown[] = []
  actor.subscribe({ error: (error) => errors.push(error) })
  actor.start()
  expect(String(errors[0])).toContain('watchOrders was not provided')
})
