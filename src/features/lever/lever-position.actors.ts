import { lever, type Position } from '#contract/lever.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { leverPositionMachine, type LeverAction, type PositionChanged, type Step, type StepReceived } from '#machines/lever-position.ts'
import type { Services } from '#src/actors/services.tsx'
import { createSubmit } from '#src/actors/submit.actors.ts'
import { filter, map, merge, mergeMap, type Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'

type Ports = Pick<Services, 'request' | 'intents' | 'feeds'>
type Way = { readonly take: (step: Step) => Promise<Reply<Position>>; readonly ask: (step: Step) => Observable<StepReceived> }

/** Joins the machine of one contract to its calls and to what is pushed about it. */
export const leverPositionLogic = ({ request, intents, feeds }: Ports) => {
  const closing = createSubmit({ request, intents }, lever.close)
  const cancelling = createSubmit({ request, intents }, lever.cancel)
  const setting = createSubmit({ request, intents }, lever.setStop)
  type Call = Pick<typeof closing, 'carry' | 'askUntilTold' | 'valueOf'>
  const wayOf = ({ carry, askUntilTold, valueOf }: Call, intentOf: (step: Step) => Parameters<Call['carry']>[0]): Way => ({
    take: (step) => carry(intentOf(step)),
    ask: (step) =>
      askUntilTold(intentOf(step)).pipe(
        map(({ reply }): StepReceived => ({ type: 'step.received', reply: reply.ok ? { ok: true, value: valueOf(step.key) } : reply })),
      ),
  })
  const ways: Readonly<Record<LeverAction, Way>> = {
    close: wayOf(closing, ({ id, expect, key }) => closing.intentOf({ id, expect }, key)),
    cancel: wayOf(cancelling, ({ id, expect, key }) => cancelling.intentOf({ id, expect }, key)),
    setStop: wayOf(setting, ({ id, expect, stops, key }) => setting.intentOf({ id, expect, ...stops }, key)),
  }
  return leverPositionMachine.provide({
    actors: {
      watchPosition: fromEventObservable<PositionChanged, { id: number }>(({ input }) =>
        merge(feeds.leverPositions$.pipe(mergeMap(({ value }) => value ?? [])), feeds.leverHistory$).pipe(
          filter((position) => position.id === input.id),
          map((position): PositionChanged => ({ type: 'position.changed', position })),
        ),
      ),
      takeStep: fromPromise<Reply<Position>, Step>(({ input }) => ways[input.name].take(input)),
      askStep: fromEventObservable<StepReceived, Step>(({ input }) => ways[input.name].ask(input)),
    },
  })
}
export type LeverPositionLogic = ReturnType<typeof leverPositionLogic>
