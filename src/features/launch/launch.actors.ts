import { launch, type LaunchOrder } from '#contract/launch.ts'
import {
  launchPurchaseMachine,
  type LaunchOrderChanged,
  type LaunchTicked,
  type Subscription,
} from '#machines/launch-purchase.ts'
import type { Services } from '#src/actors/services.tsx'
import { readAgain$ } from '#src/actors/read-again.ts'
import { createStep, stepLogic, type StepPorts } from '#src/actors/step.actors.ts'
import { filter, map, merge, mergeMap } from 'rxjs'
import { fromEventObservable } from 'xstate'

/** Who subscribes has just subscribed: their order is among the newest. */
const newest = 20

/** Joins the machine of a subscription to its call and to what is pushed about it. */
export const launchPurchaseLogic = ({ feeds, ...ports }: StepPorts & Pick<Services, 'feeds'>) => {
  const { request, time } = ports
  const subscribe = createStep(ports, launch.subscribe)
  return launchPurchaseMachine.provide({
    actors: {
      watch: fromEventObservable<LaunchOrderChanged | LaunchTicked, { product: number }>(({ input }) =>
        merge(
          merge(
            feeds.launchOrders$,
            readAgain$(feeds, () => request.read(launch.orders, { page: 1, limit: newest }), time).pipe(
              mergeMap(({ order_list }) => order_list),
            ),
          ).pipe(
            filter(({ config_id }) => config_id === input.product),
            map((order): LaunchOrderChanged => ({ type: 'order.changed', order })),
          ),
          feeds.serverTime$.pipe(map((now): LaunchTicked => ({ type: 'clock.ticked', now }))),
        ),
      ),
      step: stepLogic<Subscription, LaunchOrder>(({ product, amount, pay, key }) =>
        subscribe.call({ config_id: product, amount, currency_id: pay }, key),
      ),
    },
  })
}
