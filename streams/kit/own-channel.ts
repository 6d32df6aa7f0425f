import { event, type Event } from '#contract/endpoints.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { decode } from '#contract/wire/coded.ts'
import { concat, filter, mergeMap, startWith, switchMap, type Observable } from 'rxjs'
import { channel$ } from './channel.ts'
import { polled$, untilAnswered$ } from './poll.ts'
import { channelOf, type StreamDeps } from './deps.ts'

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

const feedMs = 5000

/** Reads at once, anew whenever the stream could not go on, and by polls: fast while the socket is away, slowly beside it. */
export const readings$ = <T>(own$: Observable<OwnMessage>, ask: () => Promise<Reply<T>>, { pollMode$, time }: StreamDeps): Observable<T> =>
  own$.pipe(
    filter(({ type }) => type === 'fresh'),
    startWith(null),
    switchMap(() => concat(untilAnswered$(ask, time), polled$(pollMode$, ask, { feedMs, isPatient: true, time }))),
  )
