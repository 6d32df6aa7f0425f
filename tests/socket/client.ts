import { defaultWaits } from '#machines/kit/connection.ts'
import { createHttp } from '#src/api/http.ts'
import { createRequest } from '#src/api/request.ts'
import { connectionLogic, connectionView$, type Credentials } from '#src/actors/connection.actors.ts'
import type { TimeSample } from '#streams/kit/clock.ts'
import { createFeeds } from '#streams/feeds.ts'
import { ownParts } from '#streams/own-parts.ts'
import type { Ready } from '#streams/kit/connection.ts'
import type { ConnectionState } from '#streams/kit/connection-view.ts'
import type { SocketMessage } from '#streams/kit/socket.ts'
import { BehaviorSubject, merge, Observable, Subject, Subscription, tap, VirtualTimeScheduler } from 'rxjs'
import { expect, vi } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

type Frame = { readonly i?: number; readonly m?: string; readonly p?: Readonly<Record<string, unknown>> }
type Attempt = { readonly sent: Frame[]; readonly heard: SocketMessage[] }
const read: (text: string) => Frame | readonly Frame[] = JSON.parse
/** The numbers of all replies one attempt has heard. */
const answersOf = ({ heard }: Attempt) =>
  new Set(
    heard.flatMap((said) =>
      said.type === 'socket.frame' && said.frame.startsWith('{"i":') ? [read(said.frame)].flat().map(({ i }) => i) : [],
    ),
  )

/** What a client needs to know of the other side. */
export type Reach = { readonly dial: () => Observable<SocketMessage>; readonly fetch: typeof fetch }
export type Client = ReturnType<typeof createClient>

/**
 * The client as the app puts it together, with a time of its own that is turned by hand; it remembers what it said and
 * heard.
 */
export function createClient({ dial, fetch }: Reach, token: string) {
  const time = new VirtualTimeScheduler()
  const clock = new SimulatedClock()
  const steadyMs = () => time.now()
  const who: { now: Credentials | null } = { now: { login: 1, token, lang: 'en', device: 'd1', tab: 't1' } }
  const login$ = new BehaviorSubject<number | null>(1)
  const visible$ = new BehaviorSubject(true)
  const jumps$ = new Subject<void>()
  const samples$ = new Subject<TimeSample>()
  const attempts: Attempt[] = []
  const invalidFrames: string[] = []
  const ended: string[] = []
  /** The wire as it is, each attempt with what went over it. */
  const watched = () =>
    new Observable<SocketMessage>((listener) => {
      const attempt: Attempt = { sent: [], heard: [] }
      attempts.push(attempt)
      return dial()
        .pipe(tap((said) => attempt.heard.push(said)))
        .subscribe({
          next: (said) => {
            if (said.type !== 'socket.opened') return listener.next(said)
            const send = (text: string) => {
              attempt.sent.push(...[read(text)].flat())
              said.send(text)
            }
            listener.next({ ...said, send })
          },
          complete: () => listener.complete(),
        })
    })
  const adapter = connectionLogic({
    dial: watched,
    chance: () => 0.5,
    credentials: () => who.now,
    steadyMs,
    onInvalidFrame: (invalidFrame) => invalidFrames.push(invalidFrame),
    time,
  })
  const connection = createActor(adapter.logic, { input: defaultWaits, clock })
  connection.on('session.ended', ({ message }) => ended.push(message))
  const send = createHttp({
    caller: () => ({
      token: who.now?.token ?? null,
      chatToken: null,
      deviceMode: 'd1',
      login: who.now?.login ?? 0,
      lang: 'en',
    }),
    steadyMs,
    onSample: (sample) => samples$.next(sample),
    onSessionOver: () => undefined,
    fetch,
  })
  const all = new Subscription()
  let ready: Ready | null = null
  let view: ConnectionState = { state: 'connecting', reason: null }
  all.add(adapter.connection.ready$.subscribe((now) => (ready = now)))
  const view$ = connectionView$(connection, time)
  const feeds = createFeeds({
    own: ownParts,
    connection: adapter.connection,
    view$,
    login$,
    read: createRequest({ send, onTooOld: () => undefined }).read,
    samples$: merge(samples$, adapter.samples$),
    jumps$,
    steadyMs,
    visible$,
    time,
  })
  connection.start()
  all.add(view$.subscribe((now) => (view = now)))
  const pass = (ms: number) => {
    const until = time.now() + ms
    while (time.now() < until) {
      const step = Math.min(50, until - time.now())
      clock.increment(step)
      time.maxFrames = time.now() + step
      time.flush()
      time.frame = time.maxFrames
    }
  }
  const answered = () =>
    soon(() => {
      const attempt = attempts.at(-1)
      const answers = attempt && answersOf(attempt)
      expect(attempt?.sent.filter(({ i }) => i !== undefined && !answers?.has(i))).toEqual([])
    })
  const sent = (number = -1) => attempts.at(number)?.sent ?? []
  return {
    feeds,
    line: adapter.connection,
    connection,
    who,
    login$,
    visible$,
    jumps$,
    attempts,
    invalidFrames,
    ended,
    pass,
    steadyMs,
    sent,
    ready: () => ready,
    view: () => view,
    subsOf: (c: string, number = -1) => sent(number).filter(({ m, p }) => m === 'sub' && p?.['c'] === c),
    /** Remembers everything a stream tells. */
    keep: <T>(stream$: Observable<T>) => {
      const seen: T[] = []
      all.add(stream$.subscribe((value) => seen.push(value)))
      return seen
    },
    /** Dials, and waits until the line is proven and every question on it is answered. */
    come: async () => {
      connection.send({ type: 'connect' })
      await soon(() => expect(ready).not.toBeNull())
      await answered()
    },
    answered,
    /** Waits for what needs time to pass on both sides: reads over HTTP, paints, lanes. */
    later: (check: () => void, bothPass: (ms: number) => void = () => undefined) =>
      vi.waitFor(
        () => {
          pass(10)
          bothPass(10)
          check()
        },
        { timeout: 8000, interval: 1 },
      ),
    stop: () => {
      all.unsubscribe()
      connection.stop()
    },
  }
}

/** Waits for what the other side brings about, and says what was missing when it did not. */
export const soon = (check: () => void) => vi.waitFor(check, { timeout: 5000, interval: 2 })
