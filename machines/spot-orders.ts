import { isSpotOrderAhead, maySpotTransition, type SpotOrder } from '#contract/spot.ts'
import { assign, enqueueActions, fromEventObservable, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'
import { spotOrderMachine, type OrderChanged } from './spot-order.ts'

/** All open orders; null before the first complete list. */
export type OrdersReceived = { type: 'orders.received'; orders: readonly SpotOrder[] | null; isStale: boolean }
export type SpotOrdersEvent = OrdersReceived | OrderChanged | { type: 'cancel'; id: number; key: string }
type Context = {
  readonly orders: readonly SpotOrder[] | null
  readonly isStale: boolean
  /** The actors of the orders that the owner has cancelled here; the others have none. */
  readonly acting: ReadonlyMap<number, ActorRefFrom<typeof spotOrderMachine>>
}

/** The open orders of a list: one actor for the list, and one more for each order that is being cancelled. */
export const spotOrdersMachine = setup({
  types: { context: {} as Context, events: {} as SpotOrdersEvent },
  actors: {
    watchOrders: fromEventObservable<OrdersReceived | OrderChanged, void>(absent('watchOrders')),
    order: spotOrderMachine,
  },
  guards: {
    mayCancel: ({ context }, { id }: { id: number }) => {
      const actor = context.acting.get(id)
      if (actor !== undefined) return actor.getSnapshot().can({ type: 'cancel', key: '' })
      const order = orderIn(context, id)
      return order !== null && maySpotTransition('cancel', order.status)
    },
  },
  actions: {
    takeOrders: assign(({ context }, { orders, isStale }: Omit<OrdersReceived, 'type'>) => ({
      orders: orders?.map((order) => newest(orderIn(context, order.id), order)) ?? null,
      isStale,
    })),
    takeOrder: assign(({ context }, { order }: { order: SpotOrder }) => ({
      orders: context.orders?.map((held) => (held.id === order.id ? newest(held, order) : held)) ?? null,
    })),
    spawnActor: assign(({ context, spawn }, { id }: { id: number }) => {
      const order = orderIn(context, id)
      if (order === null || context.acting.has(id)) return {}
      return { acting: new Map(context.acting).set(id, spawn('order', { input: { order } })) }
    }),
    forwardCancel: enqueueActions(({ context, enqueue }, { id, key }: { id: number; key: string }) => {
      const actor = context.acting.get(id)
      if (actor !== undefined) enqueue.sendTo(actor, { type: 'cancel', key })
    }),
    /** An order that is no longer listed is closed; its actor stops. */
    stopGone: enqueueActions(({ context, enqueue }) => {
      if (context.orders === null) return
      const gone = [...context.acting].filter(([id]) => orderIn(context, id) === null)
      if (gone.length === 0) return
      for (const [, actor] of gone) enqueue.stopChild(actor)
      enqueue.assign({ acting: new Map([...context.acting].filter(([id]) => orderIn(context, id) !== null)) })
    }),
  },
}).createMachine({
  id: 'spotOrders',
  context: { orders: null, isStale: false, acting: new Map() },
  invoke: { src: 'watchOrders' },
  on: {
    'orders.received': {
      actions: [{ type: 'takeOrders', params: ({ event: { orders, isStale } }) => ({ orders, isStale }) }, 'stopGone'],
    },
    'order.changed': { actions: { type: 'takeOrder', params: ({ event }) => ({ order: event.order }) } },
    cancel: {
      guard: { type: 'mayCancel', params: ({ event }) => ({ id: event.id }) },
      actions: [
        { type: 'spawnActor', params: ({ event }) => ({ id: event.id }) },
        { type: 'forwardCancel', params: ({ event }) => ({ id: event.id, key: event.key }) },
      ],
    },
  },
})

export type SpotOrdersActor = ActorRefFrom<typeof spotOrdersMachine>
type Snapshot = SnapshotFrom<typeof spotOrdersMachine>

/** One order of the list by its id. */
export const orderOf = ({ context }: Snapshot, id: number) => orderIn(context, id)

function orderIn({ orders }: Pick<Context, 'orders'>, id: number): SpotOrder | null {
  return orders?.find((order) => order.id === id) ?? null
}
function newest(held: SpotOrder | null, received: SpotOrder): SpotOrder {
  return held === null || isSpotOrderAhead(held, received) ? received : held
}
