import type { Event, event } from '#contract/events.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { decode } from '#contract/wire/coded.ts'
import {
  concat,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  map,
  merge,
  mergeMap,
  of,
  share,
  startWith,
  Subject,
  switchMap,
  timer,
  type Observable,
} from 'rxjs'
import { channel$ } from './channel.ts'
import { connectionOf } from './connection.ts'
import type { Later } from './later.ts'
import { live$, loading, type Live, type Update } from './live.ts'
import type { OwnPlace } from './own-start.ts'
import { polled$, untilAnswered$ } from './poll.ts'
import { channelDeps, shared, type StreamDeps } from './deps.ts'

/** A message of the caller's own channel: an event, in order, or `fresh`: everything has to be read again. */
export type OwnMessage =
  | { readonly type: 'event'; readonly event: Event }
  | { readonly type: 'confirmed' | 'syncing' }
  /** `isAgain`: not the first of its login. */
  | { readonly type: 'fresh'; readonly isAgain?: boolean }

/**
 * The channel `u:me`, from a place if one is known. Events this client does not know are skipped; their sequence
 * numbers still count.
 */
const ownChannel$ = (
  schema: typeof event,
  deps: StreamDeps,
  from: () => OwnPlace | null = () => null,
): Observable<OwnMessage> =>
  defer(() => {
    const place = from()
    let isAgain = place !== null
    return channel$('u:me', { ...channelDeps(deps), kind: 'stream', from: place }).pipe(
      mergeMap((received): OwnMessage[] => {
        const { type } = received
        if (type === 'confirmed' || type === 'syncing') return [{ type }]
        if (type === 'fresh') {
          const message = { type, isAgain }
          isAgain = true
          return [message]
        }
        if (type !== 'event') return []
        const read = decode(schema, received.data)
        return read.success ? [{ type: 'event', event: read.data }] : []
      }),
    )
  })

export type PerLogin<T> = (deps: StreamDeps, own$: Observable<OwnMessage>) => Observable<T>
type Made<P, T> = (parts: P) => PerLogin<T>
const lingerMs = 5000

type OwnPorts<P> = StreamDeps & {
  readonly login$: Observable<number | null>
  /** What the streams are made of: loaded with the first login. */
  readonly later: Later<P>
  readonly ownStart?: (() => OwnPlace | null) | undefined
}

/** The streams that belong to a login. Each login starts empty: no value of one account is ever shown to another. */
export function createOwn<P extends { readonly event: typeof event }>(ports: OwnPorts<P>) {
  const { login$, later, ownStart, ...deps } = ports
  const { time } = deps
  const depsOf = (login: number): StreamDeps => ({ ...deps, connection: connectionOf(deps.connection, login) })
  const own$: Observable<OwnMessage> = login$.pipe(
    switchMap((login) =>
      login === null ? EMPTY : later(({ event }) => ownChannel$(event, depsOf(login), ownStart), EMPTY),
    ),
    share({ connector: () => new Subject<OwnMessage>(), resetOnRefCountZero: () => timer(lingerMs, time) }),
  )
  const perLogin = <T>(make: Made<P, T>, outside$: Observable<T>): Observable<T> =>
    login$.pipe(
      switchMap((login) => (login === null ? outside$ : later((parts) => make(parts)(depsOf(login), own$), outside$))),
    )
  /** Every event of the caller's own channel, in order. */
  const events$ = own$.pipe(
    filter((message) => message.type === 'event'),
    map((message) => message.event),
  )
  return {
    /** The channel began anew: what was read before may lack events. */
    begun$: own$.pipe(
      filter(({ type }) => type === 'fresh'),
      map(() => null),
    ),
    /**
     * The channel began anew after a hole that no event fills, as after a night asleep: what no live value follows has
     * to be read again.
     */
    renewed$: own$.pipe(
      filter((message) => message.type === 'fresh' && message.isAgain === true),
      map(() => null),
    ),
    events$,
    /** What an event tells, where it tells it. */
    told: <T>(tell: (event: Event) => T | null): Observable<T> =>
      events$.pipe(
        map(tell),
        filter((told) => told !== null),
      ),
    /** A live value of the caller, shared; `loading` while nobody is logged in. */
    live: <T>(make: Made<P, Live<T>>): Observable<Live<T>> => perLogin<Live<T>>(make, of(loading)).pipe(shared(time)),
    /** A stream of the caller, shared; silent while nobody is logged in. */
    stream: <T>(make: Made<P, T>): Observable<T> => perLogin<T>(make, EMPTY).pipe(share()),
  }
}

const primaryMs = 5000

/**
 * Reads at once, again whenever the own channel could not resume, and by polling: often while the socket is away,
 * rarely while it is ready.
 */
export const readings$ = <T>(
  own$: Observable<OwnMessage>,
  ask: () => Promise<Reply<T>>,
  { pollMode$, time }: StreamDeps,
): Observable<T> =>
  own$.pipe(
    filter(({ type }) => type === 'fresh'),
    startWith(null),
    switchMap(() => {
      const polls$ = polled$(pollMode$, ask, { primaryMs, firstMs: primaryMs, isVerifyDelayed: true, time })
      return concat(untilAnswered$(ask, time), polls$)
    }),
  )

/** Events are rare; the heartbeats that carry the channel's head confirm the value in between. */
const staleMs = 45_000
const everyMs = 250

/** Updates without a value: what the channel and the connection say about freshness. */
const freshness$ = (deps: StreamDeps, own$: Observable<OwnMessage>): Observable<Update<never>> =>
  merge(
    deps.connection.ready$.pipe(
      filter((ready) => ready === null),
      map(() => ({ type: 'away' }) as const),
    ),
    own$.pipe(
      map(({ type }) => type),
      filter((type) => type === 'confirmed' || type === 'syncing'),
      map((type) => ({ type })),
    ),
  )

/** A state folded from the own channel as a live value; `valueOf` returns null while the state is incomplete. */
export const ownLive$ = <S, T>(
  deps: StreamDeps,
  own$: Observable<OwnMessage>,
  state$: Observable<S>,
  valueOf: (state: S) => T | null,
): Observable<Live<T>> => {
  const values$ = state$.pipe(
    distinctUntilChanged(),
    map(valueOf),
    filter((value) => value !== null),
    map((value): Update<T> => ({ type: 'value', value })),
  )
  return live$(merge(freshness$(deps, own$), values$), { ...deps, everyMs, staleMs })
}
