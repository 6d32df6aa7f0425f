import type { Reply } from '#contract/wire/reply.ts'
import { spot, type SpotOrder } from '#contract/spot.ts'
import { spotOrderMachine, type OrderChanged, type Step, type StepTold } from '#machines/spot-order.ts'
import type { Floor } from '#src/actors/services.tsx'
import { createSubmit } from '#src/actors/submit.actors.ts'
import { filter, map, merge, mergeMap } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'

type Ports = Pick<Floor, 'request' | 'wishes' | 'feeds'>

/** Joins the machine of one spot order to its calls and to what is pushed about it. */
export const spotOrderLogic = ({ request, wishes, feeds }: Ports) => {
  const { wishOf, carry, askUntilTold, valueOf } = createSubmit({ request, wishes }, spot.cancel)
  const wishOfStep = ({ id, expect, key }: Step) => wishOf({ id, expect }, key)
  return spotOrderMachine.provide({
    actors: {
      watchOrder: fromEventObservable<OrderChanged, { id: number }>(({ input }) =>
        merge(feeds.spotOrders$.pipe(mergeMap(({ value }) => value ?? [])), feeds.spotHistory$).pipe(
          filter((order) => order.id === input.id),
          map((order): OrderChanged => ({ type: 'order.changed', order })),
        ),
      ),
      cancelOrder: fromPromise<Reply<SpotOrder>, Step>(({ input }) => carry(wishOfStep(input))),
      askStep: fromEventObservable<StepTold, Step>(({ input }) =>
        askUntilTold(wishOfStep(input)).pipe(
          map(({ reply }): StepTold => ({
            type: 'step.told',
            reply: reply.ok ? { ok: true, value: valueOf(input.key) } : reply,
          })),
        ),
      ),
    },
  })
}
