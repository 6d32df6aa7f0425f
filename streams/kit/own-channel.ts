import { event, type Event } from '#contract/endpoints.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { decode } from '#contract/wire/coded.ts'
import {
  concat, distinctUntilChanged, EMPTY, filter, map, merge, mergeMap, of, share, startWith, Subject, switchMap, timer, type Observable,
} from 'rxjs'
import { channel$ } from './channel.ts'
import { connectionOf } from './connection.ts'
import { live$, loading, type Live, type Update } from './live.ts'
import { polled$, untilAnswered$ } from './poll.ts'
import { channelOf, shared, type StreamDeps } from './deps.ts'

/** What the caller's own channel says: events in order, and the word that everything has to be read anew. */
export type OwnMessage =
  | { readonly type: 'event'; readonly event: Event }
  | { readonly type: 'fresh' | 'confirmed' | 'syncing' }

/** The stream `u:me`. Events this client does not know are passed over; their number counts all the same. */
export const ownChannel$ = (deps: StreamDeps): Observable<OwnMessage> =>
  channel$('u:me', { ...channelOf(deps), kind: 'stream' }).pipe(
    mergeMap((told): OwnMessage[] => {
      if (told.type === 'fresh' || told.type === 'confirmed' || told.type === 'syncing') return [{ type: told.type }]
      if (told.type !== 'event') return []
      const read = decode(event, told.data)
      return read.success ? [{ type: 'event', event: read.data }] : []
    }),
  )

type PerLogin<T> = (deps: StreamDeps, own$: Observable<OwnMessage>) => Observable<T>
const lingerMs = 5000

/** What only the caller receives. Each login starts empty: no value of one account is ever shown to another. */
export function createOwn(deps: StreamDeps, login$: Observable<number | null>) {
  const { time } = deps
  const depsOf = (login: number): StreamDeps => ({ ...deps, connection: connectionOf(deps.connection, login) })
  const own$: Observable<OwnMessage> = login$.pipe(
    switchMap((login) => (login === null ? EMPTY : ownChannel$(depsOf(login)))),
    share({ connector: () => new Subject<OwnMessage>(), resetOnRefCountZero: () => timer(lingerMs, time) }),
  )
  const perLogin = <T>(make: PerLogin<T>, outside$: Observable<T>): Observable<T> =>
    login$.pipe(switchMap((login) => (login === null ? outside$ : make(depsOf(login), own$))))
  return {
    /** Every event of the caller's own channel, in order. */
    events$: own$.pipe(
      filter((said) => said.type === 'event'),
      map(({ event: received }) => received),
    ),
    /** A live value of the caller, shared; `loading` while nobody is logged in. */
    live: <T>(make: PerLogin<Live<T>>): Observable<Live<T>> => perLogin<Live<T>>(make, of(loading)).pipe(shared(time)),
    /** What happens to the caller, shared; silent while nobody is logged in. */
    happening: <T>(make: PerLogin<T>): Observable<T> => perLogin<T>(make, EMPTY).pipe(share()),
  }
}
export type Own = ReturnType<typeof createOwn>
/** What the streams of a feature stand on. */
export type FeedDeps = StreamDeps & { readonly own: Own }

const feedMs = 5000

/** Reads at once, anew whenever the stream could not go on, and by polls: fast while the socket is away, slowly beside it. */
export const readings$ = <T>(own$: Observable<OwnMessage>, ask: () => Promise<Reply<T>>, { pollMode$, time }: StreamDeps): Observable<T> =>
  own$.pipe(
    filter(({ type }) => type === 'fresh'),
    startWith(null),
    switchMap(() => concat(untilAnswered$(ask, time), polled$(pollMode$, ask, { feedMs, isPatient: true, time }))),
  )

/** Events are rare: the heartbeats that carry the channel's head confirm it. */
const staleMs = 45_000
const everyMs = 250

/** What the channel says of its own age, beside what it brings. */
const standing$ = (deps: StreamDeps, own$: Observable<OwnMessage>): Observable<Update<never>> =>
  merge(
    deps.connection.ready$.pipe(filter((ready) => ready === null), map(() => ({ type: 'away' }) as const)),
    own$.pipe(
      map(({ type }) => type),
      filter((type) => type === 'confirmed' || type === 'syncing'),
      map((type) => ({ type })),
    ),
  )

/** A state folded from the own channel as a live value; `valueOf` gives null while there is nothing whole to show. */
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
  return live$(merge(standing$(deps, own$), values$), { ...deps, everyMs, staleMs })
}
