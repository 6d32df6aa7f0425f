import type { Reply } from '#contract/wire/reply.ts'
import { spot, type SpotOrder } from '#contract/spot.ts'
import { spotOrderMachine, type OrderChanged, type Step, type StepReceived } from '#machines/spot-order.ts'
import type { Services } from '#src/actors/services.tsx'
import { createSubmit } from '#src/actors/submit.actors.ts'
import { filter, map, merge, mergeMap } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'

type Ports = Pick<Services, 'request' | 'intents' | 'feeds'>

/** Joins the machine of one spot order to its calls and to what is pushed about it. */
export const spotOrderLogic = ({ request, intents, feeds }: Ports) => {
  const { intentOf, carry, askUntilTold, valueOf } = createSubmit({ request, intents }, spot.cancel)
  const intentOfStep = ({ id, expect, key }: Step) => intentOf({ id, expect }, key)
  return spotOrderMachine.provide({
    actors: {
      watchOrder: fromEventObservable<OrderChanged, { id: number }>(({ input }) =>
        merge(feeds.spotOrders$.pipe(mergeMap(({ value }) => value ?? [])), feeds.spotHistory$).pipe(
          filter((order) => order.id === input.id),
          map((order): OrderChanged => ({ type: 'order.changed', order })),
        ),
      ),
      cancelOrder: fromPromise<Reply<SpotOrder>, Step>(({ input }) => carry(intentOfStep(input))),
      askStep: fromEventObservable<StepReceived, Step>(({ input }) =>
        askUntilTold(intentOfStep(input)).pipe(
          map(({ reply }): StepReceived => ({
            type: 'step.received',
            reply: reply.ok ? { ok: true, value: valueOf(input.key) } : reply,
          })),
        ),
      ),
    },
  })
}
