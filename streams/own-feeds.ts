import { isPositionOver, type Position } from '#contract/lever.ts'
import type { OptionOrder } from '#contract/option.ts'
import type { SpotOrder } from '#contract/spot.ts'
import { distinctUntilChanged, EMPTY, filter, map, of, share, Subject, switchMap, timer, type Observable } from 'rxjs'
import { connectionOf } from '#streams/kit/connection.ts'
import { nothing, type Live } from '#streams/kit/live.ts'
import { balances$, leverPositions$, optionOrders$, spotOrders$ } from './mine.ts'
import { stakeEnds$ } from './option.ts'
import { shared, type StreamDeps } from '#streams/kit/deps.ts'
import { ownChannel$, type OwnMessage } from '#streams/kit/own-channel.ts'

const roomOf = (deps: StreamDeps, login: number): StreamDeps => ({ ...deps, connection: connectionOf(deps.connection, login) })

/** What the caller alone is told. Each login begins from nothing: no value of one account is ever shown to another. */
export function createOwnFeeds(deps: StreamDeps, login$: Observable<number | null>) {
  const { time } = deps
  const own$: Observable<OwnMessage> = login$.pipe(
    switchMap((login) => (login === null ? EMPTY : ownChannel$(roomOf(deps, login)))),
    share({ connector: () => new Subject<OwnMessage>(), resetOnRefCountZero: () => timer(5000, time) }),
  )
  const whileIn = <T>(of$: (deps: StreamDeps, own$: Observable<OwnMessage>) => Observable<Live<T>>): Observable<Live<T>> =>
    login$.pipe(
      switchMap((login): Observable<Live<T>> => (login === null ? of(nothing) : of$(roomOf(deps, login), own$))),
      shared(time),
    )
  const events$ = own$.pipe(
    filter((said) => said.type === 'event'),
    map(({ event }) => event),
  )
  const stakes$ = whileIn(optionOrders$)
  const stakesTold$ = events$.pipe(
    filter((event) => event.ev === 'option.orderChanged' || event.ev === 'option.settled'),
    map(({ v }): OptionOrder => v),
  )
  const stakesOpen$ = stakes$.pipe(
    map(({ value }) => value),
    filter((open) => open !== null),
    distinctUntilChanged(),
  )
  return {
    balances$: whileIn(balances$),
    spotOrders$: whileIn(spotOrders$),
    leverPositions$: whileIn(leverPositions$),
    optionOrders$: stakes$,
    events$,
    spotHistory$: events$.pipe(
      filter((event) => event.ev === 'spot.orderChanged'),
      map(({ v }): SpotOrder => v),
      filter(({ status }) => status !== 'waiting'),
    ),
    leverHistory$: events$.pipe(
      filter((event) => event.ev === 'lever.positionChanged'),
      map(({ v }): Position => v),
      filter((position) => isPositionOver(position)),
    ),
    optionHistory$: login$.pipe(
      switchMap((login) => (login === null ? EMPTY : stakeEnds$(stakesTold$, stakesOpen$, deps.read, time))),
      share(),
    ),
    leverRisk$: events$.pipe(
      filter((event) => event.ev === 'lever.riskRose'),
      map(({ v }) => v),
    ),
  }
}
