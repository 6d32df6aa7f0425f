import { finance, type HostingOrder } from '#contract/finance.ts'
import { follow, type JoinedPlan } from '#contract/follow.ts'
import { followedPlanMachine, type JoinChange, type JoinedChanged } from '#machines/followed-plan.ts'
import { hostingOrderMachine, type HostingChanged, type RedeemChange } from '#machines/hosting-order.ts'
import type { Services } from '#src/actors/services.tsx'
import { readAgain$ } from '#src/actors/read-again.ts'
import { createStep, stepLogic, type StepPorts } from '#src/actors/step.actors.ts'
import { filter, map, merge, mergeMap } from 'rxjs'
import { fromEventObservable } from 'xstate'

const newest = 50
type Ports = StepPorts & Pick<Services, 'feeds'>

/** Joins the machine of one hosting order to its call and to what is pushed and read about it. */
export const hostingOrderLogic = ({ feeds, ...ports }: Ports) => {
  const { request, time } = ports
  const redeem = createStep(ports, finance.redeem)
  return hostingOrderMachine.provide({
    actors: {
      watchOrder: fromEventObservable<HostingChanged, { id: number }>(({ input }) =>
        merge(
          feeds.hostingNews$,
          merge(
            feeds.hostingOrders$.pipe(mergeMap(({ value }) => value ?? [])),
            // The list holds what runs; what has ended meanwhile is among the newest of all.
            readAgain$(feeds, () => request.read(finance.orders, { page: 1, limit: newest }), time).pipe(
              mergeMap(({ order_list }) => order_list),
            ),
          ).pipe(map((order) => ({ order, why: null }))),
        ).pipe(
          filter(({ order }) => order.id === input.id),
          map(({ order, why }): HostingChanged => ({ type: 'order.changed', order, why })),
        ),
      ),
      step: stepLogic<RedeemChange, HostingOrder>(({ id, seenFee, key }) =>
        redeem.call({ id, seen_fee: seenFee }, key),
      ),
    },
  })
}

/** Joins the machine of one plan to its call and to what is pushed and read about the caller's money in it. */
export const followedPlanLogic = ({ feeds, ...ports }: Ports) => {
  const { request, time } = ports
  const join = createStep(ports, follow.join)
  return followedPlanMachine.provide({
    actors: {
      watchJoined: fromEventObservable<JoinedChanged, { id: string }>(({ input }) =>
        merge(
          feeds.joinedPlan$,
          feeds.joinedPlans$.pipe(mergeMap(({ value }) => value ?? [])),
          // As with hosting: the list holds what is in progress.
          readAgain$(feeds, () => request.read(follow.joined, { page: 1, limit: newest }), time).pipe(
            mergeMap(({ list }) => list),
          ),
        ).pipe(
          filter(({ plan_id }) => plan_id === input.id),
          map((joined): JoinedChanged => ({ type: 'joined.changed', joined })),
        ),
      ),
      step: stepLogic<JoinChange, JoinedPlan>(({ id, amount, expect, key }) => join.call({ id, amount, expect }, key)),
    },
  })
}
