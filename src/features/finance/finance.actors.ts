import { finance, type HostingOrder } from '#contract/finance.ts'
import { follow, type JoinedPlan } from '#contract/follow.ts'
import { followedPlanMachine, type JoinChange, type JoinedChanged } from '#machines/followed-plan.ts'
import { hostingOrderMachine, type HostingChanged, type RedeemChange } from '#machines/hosting-order.ts'
import type { Services } from '#src/actors/services.tsx'
import { createStep, stepLogic } from '#src/actors/step.actors.ts'
import { filter, map, merge, mergeMap } from 'rxjs'
import { fromEventObservable } from 'xstate'

type Ports = Pick<Services, 'request' | 'intents' | 'feeds'>

/** Joins the machine of one hosting order to its call and to what is pushed and read about it. */
export const hostingOrderLogic = ({ request, intents, feeds }: Ports) => {
  const redeem = createStep({ request, intents }, finance.redeem)
  return hostingOrderMachine.provide({
    actors: {
      watchOrder: fromEventObservable<HostingChanged, { id: number }>(({ input }) =>
        merge(feeds.hostingNews$, feeds.hostingOrders$.pipe(mergeMap(({ value }) => (value ?? []).map((order) => ({ order, why: null }))))).pipe(
          filter(({ order }) => order.id === input.id),
          map(({ order, why }): HostingChanged => ({ type: 'order.changed', order, why })),
        ),
      ),
      step: stepLogic<RedeemChange, HostingOrder>(({ id, seenFee, key }) => redeem.call({ id, seen_fee: seenFee }, key)),
    },
  })
}

/** Joins the machine of one plan to its call and to what is pushed and read about the caller's money in it. */
export const followedPlanLogic = ({ request, intents, feeds }: Ports) => {
  const join = createStep({ request, intents }, follow.join)
  return followedPlanMachine.provide({
    actors: {
      watchJoined: fromEventObservable<JoinedChanged, { id: string }>(({ input }) =>
        merge(feeds.joinedPlan$, feeds.joinedPlans$.pipe(mergeMap(({ value }) => value ?? []))).pipe(
          filter(({ plan_id }) => plan_id === input.id),
          map((joined): JoinedChanged => ({ type: 'joined.changed', joined })),
        ),
      ),
      step: stepLogic<JoinChange, JoinedPlan>(({ id, amount, expect, key }) => join.call({ id, amount, expect }, key)),
    },
  })
}
