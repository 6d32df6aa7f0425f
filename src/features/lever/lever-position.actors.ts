import { lever, type Position } from '#contract/lever.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { leverPositionMachine, type LeverStepWish, type PositionChanged, type Step, type StepTold } from '#machines/lever-position.ts'
import type { Floor } from '#src/actors/services.tsx'
import { createSubmit } from '#src/actors/submit.actors.ts'
import { filter, map, merge, mergeMap, type Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'

type Ports = Pick<Floor, 'request' | 'wishes' | 'feeds'>
type Way = { readonly take: (step: Step) => Promise<Reply<Position>>; readonly ask: (step: Step) => Observable<StepTold> }

/** Joins the machine of one contract to its calls and to what is pushed about it. */
export const leverPositionLogic = ({ request, wishes, feeds }: Ports) => {
  const closing = createSubmit({ request, wishes }, lever.close)
  const cancelling = createSubmit({ request, wishes }, lever.cancel)
  const setting = createSubmit({ request, wishes }, lever.setStop)
  type Call = Pick<typeof closing, 'carry' | 'askUntilTold' | 'valueOf'>
  const wayOf = ({ carry, askUntilTold, valueOf }: Call, wishOf: (step: Step) => Parameters<Call['carry']>[0]): Way => ({
    take: (step) => carry(wishOf(step)),
    ask: (step) =>
      askUntilTold(wishOf(step)).pipe(
        map(({ reply }): StepTold => ({ type: 'step.told', reply: reply.ok ? { ok: true, value: valueOf(step.key) } : reply })),
      ),
  })
  const ways: Readonly<Record<LeverStepWish, Way>> = {
    close: wayOf(closing, ({ id, expect, key }) => closing.wishOf({ id, expect }, key)),
    cancel: wayOf(cancelling, ({ id, expect, key }) => cancelling.wishOf({ id, expect }, key)),
    setStop: wayOf(setting, ({ id, expect, stops, key }) => setting.wishOf({ id, expect, ...stops }, key)),
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
      askStep: fromEventObservable<StepTold, Step>(({ input }) => ways[input.name].ask(input)),
    },
  })
}
export type LeverPositionLogic = ReturnType<typeof leverPositionLogic>
