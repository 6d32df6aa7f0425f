import { lever } from '#contract/lever/lever.ts'
import type { Position } from '#contract/lever/lever-position.ts'
import type { OutputOf } from '#contract/wire/endpoint.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { leverPositionMachine, type LeverStep } from '#machines/lever/lever-position.ts'
import { leverPositionsMachine } from '#machines/lever/lever-positions.ts'
import type { Services } from './services.tsx'
import { createStep, stepLogic, type StepCall, type StepPorts } from './step.actors.ts'
import { watchListLogic, watchLogic } from './watch.actors.ts'
import { filter, map, merge, mergeMap } from 'rxjs'

type Reversed = OutputOf<typeof lever.reverse>
const closedIn = (reply: Reply<Reversed | null>): Reply<Position | null> =>
  reply.ok ? { ok: true, value: reply.value?.closed ?? null } : reply
const closedOf = ({ send, ask }: StepCall<Reversed>): StepCall<Position> => ({
  send: async () => closedIn(await send()),
  ask: () => ask().pipe(map(({ type, reply }) => ({ type, reply: closedIn(reply) }))),
})

type Ports = StepPorts & Pick<Services, 'feeds'>

/** Connects the machine of one position to its calls and pushed changes. */
export const leverPositionLogic = ({ feeds, ...ports }: Ports) => {
  const close = createStep(ports, lever.close)
  const reverse = createStep(ports, lever.reverse)
  const cancel = createStep(ports, lever.cancel)
  const setStop = createStep(ports, lever.setStop)
  return leverPositionMachine.provide({
    actors: {
      watch: watchLogic<Position>(({ id }) =>
        merge(feeds.leverPositions$.pipe(mergeMap(({ value }) => value ?? [])), feeds.leverHistory$).pipe(
          filter((copy) => copy.id === id),
          map((copy) => ({ copy })),
        ),
      ),
      step: stepLogic<LeverStep, Position>(({ act, id, expect, key }) => {
        if (act.name === 'setStop') return setStop.call({ id, expect, ...act.stops }, key)
        if (act.name === 'close')
          return close.call({ id, expect, ...(act.lots !== undefined && { share: act.lots }) }, key)
        // The position that was opened comes as an event, like every other.
        if (act.name === 'reverse') return closedOf(reverse.call({ id, expect, seen_price: act.seen }, key))
        return cancel.call({ id, expect }, key)
      }),
    },
  })
}

/** Connects the list of open positions to their stream; a position that is acted on gets an actor of its own. */
export const leverPositionsLogic = (ports: Ports) =>
  leverPositionsMachine.provide({
    actors: {
      watchList: watchListLogic(ports.feeds.leverPositions$, ports.feeds.leverHistory$),
      one: leverPositionLogic(ports),
    },
  })
