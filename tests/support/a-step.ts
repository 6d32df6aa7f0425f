import type { Reply } from '#contract/wire/reply.ts'
import { stepMachine, type Keyed, type OutcomeReceived, type StepInput } from '#machines/kit/step.ts'
import type { Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'

/** A step whose replies and outcomes the test gives. */
export const aStep = <I extends Keyed, T>(
  send: (change: I) => Promise<Reply<T | null>>,
  ask: (change: I) => Observable<OutcomeReceived<T>>,
) =>
  stepMachine<I, T>().provide({
    actors: {
      send: fromPromise<Reply<T | null>, StepInput<I>>(({ input }) => send(input.change)),
      askOutcome: fromEventObservable<OutcomeReceived<T>, StepInput<I>>(({ input }) => ask(input.change)),
    },
  })
