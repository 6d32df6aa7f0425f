import { triggers, type Trigger } from '#contract/trigger/trigger.ts'
import { triggerOrderMachine, type TriggerStep } from '#machines/trigger/trigger-order.ts'
import { triggerOrdersMachine } from '#machines/trigger/trigger-orders.ts'
import type { Services } from './services.tsx'
import { createStep, stepLogic, type StepPorts } from './step.actors.ts'
import { triggerFeedsOf } from './trigger-feeds.ts'
import { watchListLogic, watchLogic } from './watch.actors.ts'
import { filter, map, merge, mergeMap } from 'rxjs'

type Ports = StepPorts & Pick<Services, 'feeds'>

/** Connects the machine of one trigger to its calls and pushed changes. */
export const triggerOrderLogic = ({ feeds, ...ports }: Ports) => {
  const { triggers$, news$ } = triggerFeedsOf(feeds)
  const cancel = createStep(ports, triggers.cancel)
  const amend = createStep(ports, triggers.amend)
  return triggerOrderMachine.provide({
    actors: {
      watch: watchLogic<Trigger>(({ id }) =>
        merge(triggers$.pipe(mergeMap(({ value }) => value ?? [])), news$).pipe(
          filter((copy) => copy.id === id),
          map((copy) => ({ copy })),
        ),
      ),
      step: stepLogic<TriggerStep, Trigger>(({ act, id, expect, key }) =>
        act.name === 'amend'
          ? amend.call({ id, expect, ...act.terms }, key)
          : cancel.call({ id, expect, whole: act.isWhole }, key),
      ),
    },
  })
}

/** Connects the list of live triggers to its stream; one that is acted on gets an actor of its own. */
export const triggerOrdersLogic = (ports: Ports) => {
  const { triggers$, ended$ } = triggerFeedsOf(ports.feeds)
  return triggerOrdersMachine.provide({
    actors: { watchList: watchListLogic(triggers$, ended$), one: triggerOrderLogic(ports) },
  })
}
