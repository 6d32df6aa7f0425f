import type { Reply } from '#contract/wire/reply.ts'
import { stepMachine, type Keyed, type OutcomeReceived, type StepInput } from '#machines/step.ts'
import type { Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'

/** A step machine whose answers and outcome queries the test provides. */
export const aStep = <I extends Keyed, T>(
  carry: (change: I) => Promise<Reply<T | null>>,
  ask: (change: I) => Observable<OutcomeReceived<T>>,
) =>
  stepMachine<I, T>().provide({
    actors: {
      carry: fromPromise<Reply<T | null>, StepInput<I>>(({ input }) => carry(input.change)),
      askOutcome: fromEventObservable<OutcomeReceived<T>, StepInput<I>>(({ input }) => ask(input.change)),
    },
  })
