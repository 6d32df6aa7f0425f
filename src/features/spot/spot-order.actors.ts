import { spot, type SpotOrder } from '#contract/spot/spot.ts'
import { spotOrderMachine, type SpotStep } from '#machines/spot/spot-order.ts'
import { spotOrdersMachine } from '#machines/spot/spot-orders.ts'
import type { Services } from '#src/actors/services.tsx'
import { createStep, stepLogic, type StepPorts } from '#src/actors/step.actors.ts'
import { watchListLogic, watchLogic } from '#src/actors/watch.actors.ts'
import { filter, map, merge, mergeMap } from 'rxjs'

type Ports = StepPorts & Pick<Services, 'feeds'>

/** Connects the machine of one spot order to its calls and pushed changes. */
export const spotOrderLogic = ({ feeds, ...ports }: Ports) => {
  const cancel = createStep(ports, spot.cancel)
  return spotOrderMachine.provide({
    actors: {
      watch: watchLogic<SpotOrder>(({ id }) =>
        merge(feeds.spotOrders$.pipe(mergeMap(({ value }) => value ?? [])), feeds.spotHistory$).pipe(
          filter((copy) => copy.id === id),
          map((copy) => ({ copy })),
        ),
      ),
      step: stepLogic<SpotStep, SpotOrder>(({ id, expect, key }) => cancel.call({ id, expect }, key)),
    },
  })
}

/** Connects the list of open orders to its stream; an order that is acted on gets an actor of its own. */
export const spotOrdersLogic = (ports: Ports) =>
  spotOrdersMachine.provide({
    actors: {
      watchList: watchListLogic(ports.feeds.spotOrders$, ports.feeds.spotHistory$),
      one: spotOrderLogic(ports),
    },
  })
