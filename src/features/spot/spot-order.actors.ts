import { spot, type SpotOrder } from '#contract/spot.ts'
import { spotOrderMachine, type OrderChanged, type SpotStep } from '#machines/spot-order.ts'
import { spotOrdersMachine, type OrdersReceived } from '#machines/spot-orders.ts'
import type { Services } from '#src/actors/services.tsx'
import { createStep, stepLogic, type StepPorts } from '#src/actors/step.actors.ts'
import { filter, map, merge, mergeMap } from 'rxjs'
import { fromEventObservable } from 'xstate'

type Ports = StepPorts & Pick<Services, 'feeds'>

/** Connects the machine of one spot order to its calls and pushed changes. */
export const spotOrderLogic = ({ feeds, ...ports }: Ports) => {
  const cancel = createStep(ports, spot.cancel)
  return spotOrderMachine.provide({
    actors: {
      watchOrder: fromEventObservable<OrderChanged, { id: number }>(({ input }) =>
        merge(feeds.spotOrders$.pipe(mergeMap(({ value }) => value ?? [])), feeds.spotHistory$).pipe(
          filter((order) => order.id === input.id),
          map((order): OrderChanged => ({ type: 'order.changed', order })),
        ),
      ),
      step: stepLogic<SpotStep, SpotOrder>(({ id, expect, key }) => cancel.call({ id, expect }, key)),
    },
  })
}

/** Connects the list of open orders to its stream; an order that is acted on gets an actor of its own. */
export const spotOrdersLogic = (ports: Ports) =>
  spotOrdersMachine.provide({
    actors: {
      watchOrders: fromEventObservable<OrdersReceived | OrderChanged, void>(() =>
        merge(
          ports.feeds.spotOrders$.pipe(
            map(
              ({ value: orders, freshness }): OrdersReceived => ({
                type: 'orders.received',
                orders,
                isStale: freshness === 'stale',
              }),
            ),
          ),
          ports.feeds.spotHistory$.pipe(map((order): OrderChanged => ({ type: 'order.changed', order }))),
        ),
      ),
      order: spotOrderLogic(ports),
    },
  })
