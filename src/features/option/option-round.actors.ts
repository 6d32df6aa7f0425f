import { optionOrderMachine, type OptionOrderChanged } from '#machines/option/option-order.ts'
import {
  optionRoundMachine,
  type ClockLost,
  type ClockTicked,
  type RoundInput,
  type RoundsReceived,
} from '#machines/option/option-round.ts'
import type { Services } from '#src/actors/services.tsx'
import { distinctUntilChanged, filter, map, merge, mergeMap, type Observable } from 'rxjs'
import { fromEventObservable } from 'xstate'

type Ports = Pick<Services, 'feeds'>

/** A tick per second with the latest possible server time, and an event when the clock estimate is lost. */
const clock$ = ({ feeds }: Ports): Observable<ClockTicked | ClockLost> =>
  merge(
    feeds.serverTime$.pipe(map((now): ClockTicked => ({ type: 'clock.ticked', now }))),
    feeds.connection$.pipe(
      map(({ clockErrorMs }) => clockErrorMs === null),
      distinctUntilChanged(),
      filter((isLost) => isLost),
      map((): ClockLost => ({ type: 'clock.lost' })),
    ),
  )

/** Connects the machine of a market's rounds to its streams. */
export const optionRoundLogic = ({ feeds }: Ports) =>
  optionRoundMachine.provide({
    actors: {
      watchRounds: fromEventObservable<RoundsReceived, RoundInput>(({ input }) =>
        feeds.round$(input.market, input.seconds).pipe(
          map(({ value }) => value),
          filter((value) => value !== null),
          distinctUntilChanged(),
          map(({ rounds }): RoundsReceived => ({ type: 'rounds.received', rounds })),
        ),
      ),
      watchClock: fromEventObservable<ClockTicked | ClockLost, RoundInput>(() => clock$({ feeds })),
    },
  })

/** Connects the machine of one stake to its pushed changes. */
export const optionOrderLogic = ({ feeds }: Ports) =>
  optionOrderMachine.provide({
    actors: {
      watchOrder: fromEventObservable<OptionOrderChanged, { id: number }>(({ input }) =>
        merge(feeds.optionOrders$.pipe(mergeMap(({ value }) => value ?? [])), feeds.optionHistory$).pipe(
          filter(({ id }) => id === input.id),
          map((order): OptionOrderChanged => ({ type: 'order.changed', order })),
        ),
      ),
      watchClock: fromEventObservable<ClockTicked | ClockLost, { id: number }>(() => clock$({ feeds })),
    },
  })
