import { miningCalls } from '#contract/mining/mining.ts'
import {
  miningPurchaseMachine,
  type Bought,
  type MachinePurchase,
  type MiningNews,
} from '#machines/mining/mining-purchase.ts'
import type { Services } from '#src/actors/services.tsx'
import { readAgain$ } from '#src/actors/read-again.ts'
import { createStep, stepLogic, type StepPorts } from '#src/actors/step.actors.ts'
import { filter, map, merge, mergeMap } from 'rxjs'
import { fromEventObservable } from 'xstate'

/** Who buys has just bought: their machine is among the newest. */
const newest = 20

/** Joins the machine of a purchase to its call and to what is pushed about the caller's mining. */
export const miningPurchaseLogic = ({ feeds, ...ports }: StepPorts & Pick<Services, 'feeds'>) => {
  const { request, time } = ports
  const buy = createStep(ports, miningCalls.buyMachine)
  return miningPurchaseMachine.provide({
    actors: {
      watch: fromEventObservable<MiningNews, { machine: string }>(({ input }) =>
        merge(
          merge(
            feeds.mining$,
            readAgain$(feeds, () => request.read(miningCalls.overview, {}), time),
          ).pipe(map((mining): MiningNews => ({ type: 'mining.changed', mining }))),
          merge(
            feeds.myMachine$,
            readAgain$(feeds, () => request.read(miningCalls.myMachines, { page: 1, limit: newest }), time).pipe(
              mergeMap(({ list }) => list),
            ),
          ).pipe(map((bought): MiningNews => ({ type: 'bought.changed', bought }))),
          feeds.reservation$.pipe(
            filter(({ machine_id }) => machine_id === input.machine),
            map((reservation): MiningNews => ({ type: 'reservation.changed', reservation })),
          ),
        ),
      ),
      step: stepLogic<MachinePurchase, Bought>(({ machine, num, price, key }) =>
        buy.call({ machine_id: machine, num, price, expect: 'on_sale' }, key),
      ),
    },
  })
}
