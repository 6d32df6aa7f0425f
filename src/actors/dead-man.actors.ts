import { orders, type DeadMan } from '#contract/trigger/trigger-orders.ts'
import { deadManMachine, type DeadManStep } from '#machines/trigger/dead-man.ts'
import { exhaustMap, filter, map, merge, timer } from 'rxjs'
import type { Services } from './services.tsx'
import { readAgain$ } from './read-again.ts'
import { createStep, stepLogic, type StepPorts } from './step.actors.ts'
import { watchLogic } from './watch.actors.ts'

type Ports = StepPorts & Pick<Services, 'feeds'>

/** A renewal from elsewhere is not pushed. */
const everyMs = 5000

/** Connects the machine of the dead-man switch to its calls, its events and the clock of the venue. */
export const deadManLogic = ({ feeds, ...ports }: Ports) => {
  const { request, time } = ports
  const set = createStep(ports, orders.setDeadMan)
  const read = () => request.read(orders.deadMan, {})
  return deadManMachine.provide({
    actors: {
      watch: watchLogic<DeadMan>(
        () =>
          merge(
            feeds.events$.pipe(
              map((event) => (event.ev === 'trigger.deadManChanged' ? event.v : null)),
              filter((copy) => copy !== null),
            ),
            readAgain$(feeds, read, time),
            timer(everyMs, everyMs, time).pipe(
              exhaustMap(read),
              filter((reply) => reply.ok),
              map(({ value }) => value),
            ),
          ).pipe(map((copy) => ({ copy }))),
        feeds.serverTime$,
      ),
      step: stepLogic<DeadManStep, DeadMan>(({ seconds, protective, key }) => set.call({ seconds, protective }, key)),
    },
  })
}
