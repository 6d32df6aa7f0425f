import { chatChannels, chatLimits, typingEvent, type ChatEvent, type TypingEvent } from '#contract/chat/chat.ts'
import { decode } from '#contract/wire/coded.ts'
import { channel$ } from '#streams/kit/channel.ts'
import { channelDeps, type StreamDeps } from '#streams/kit/deps.ts'
import { filter, map, mergeMap, Observable, Subscription, switchMap, timer, type SchedulerLike } from 'rxjs'

/**
 * What a chat's own log tells: an event, in order; `fresh`: everything has to be read again; `off`: no longer the
 * caller's.
 */
export type RoomNews =
  | { readonly type: 'event'; readonly event: ChatEvent }
  | { readonly type: 'fresh' | 'confirmed' | 'syncing' | 'away' }
  | { readonly type: 'off'; readonly reason: string }

/** Heartbeats do not tell the head of a chat, so silence is ended by asking. */
const refreshMs = 30_000

/** The channel `chat:<id>`. Events that this client does not know are skipped; their numbers still count. */
export const room$ = (deps: StreamDeps, chat: string): Observable<RoomNews> =>
  channel$(`chat:${chat}`, { ...channelDeps(deps), kind: 'stream', refreshMs }).pipe(
    mergeMap((received): RoomNews[] => {
      if (received.type === 'off') return [{ type: 'off', reason: received.reason }]
      if (received.type === 'snap' || received.type === 'delta') return []
      if (received.type !== 'event') return [{ type: received.type }]
      const read = decode(chatChannels.chat.delta, received.data)
      return read.success ? [{ type: 'event', event: read.data }] : []
    }),
  )

/**
 * Who is typing; null when the last one has stopped. Nothing of it is stored, so it is neither numbered nor resumed.
 */
export const typing$ = ({ connection, time }: StreamDeps, chat: string): Observable<TypingEvent | null> => {
  const c = `typing:${chat}`
  return new Observable<unknown>((listener) => {
    const all = new Subscription()
    let isReady = false
    all.add(
      connection.ready$.subscribe((ready) => {
        isReady = ready !== null
        if (isReady) connection.send({ m: 'sub', p: { c } })
      }),
    )
    all.add(
      connection.messages$
        .pipe(filter((message) => 'c' in message && message.c === c))
        .subscribe((message) => listener.next('d' in message ? message.d : null)),
    )
    all.add(() => isReady && connection.send({ m: 'unsub', p: { c } }))
    return all
  }).pipe(
    map((raw) => decode(typingEvent, raw)),
    filter((read) => read.success),
    switchMap(({ data }) => shownFor(data, chatLimits.typingShownMs, time)),
  )
}
const shownFor = (
  event: TypingEvent,
  shownMs: number,
  time: SchedulerLike | undefined,
): Observable<TypingEvent | null> =>
  new Observable((listener) => {
    listener.next(event)
    return timer(shownMs, time).subscribe(() => listener.next(null))
  })
