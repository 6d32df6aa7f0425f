import { openSession } from '#server/identity/callers.ts'
import { defaultWaits } from '#machines/kit/connection.ts'
import { enter } from '#src/actors/session.actors.ts'
import { connectionLogic, connectionView$ } from '#src/actors/connection.actors.ts'
import { createHttp } from '#src/api/http.ts'
import { createRequest } from '#src/api/request.ts'
import type { Intent, IntentStore } from '#src/stores/intents.ts'
import { createFeeds } from '#streams/feeds.ts'
import { ownParts } from '#streams/own-parts.ts'
import type { TimeSample } from '#streams/kit/clock.ts'
import { createDevice } from '#tests/kit/device.ts'
import { BehaviorSubject, merge, Subject } from 'rxjs'
import { createActor } from 'xstate'
import type { Place } from './place.ts'
import type { Seen } from './seen.ts'

/**
 * The client of the app without its pages: calls, intents, connection and streams, on a device whose clocks the test
 * turns.
 */
export async function openClient(place: Place, seen: Seen, user: number) {
  const device = createDevice({ now: place.now })
  const who: { token: string; chatToken: string | null; login: number; isOver: boolean } = {
    token: '',
    chatToken: null,
    login: 0,
    isOver: false,
  }
  const login$ = new BehaviorSubject<number | null>(null)
  const samples$ = new Subject<TimeSample>()
  const jumps$ = new Subject<null>()
  const send = createHttp({
    caller: () => ({ token: who.token, chatToken: who.chatToken, deviceMode: 'd1', login: who.login, lang: 'en' }),
    steadyMs: device.steadyMs,
    onSample: (sample) => samples$.next(sample),
    fetch: place.fetch,
    onSessionOver: ({ login }) => void (who.isOver ||= login === who.login),
  })
  const request = createRequest({ send })
  let stored: readonly Intent[] = []
  const intents: IntentStore = {
    list: () => stored,
    put: (intent) => {
      stored = [...stored.filter(({ key }) => key !== intent.key), intent]
      return true
    },
    drop: (key) => {
      stored = stored.filter((intent) => intent.key !== key)
    },
  }
  const wire = connectionLogic({
    dial: place.dial,
    chance: () => 0,
    steadyMs: device.steadyMs,
    time: device.time,
    credentials: () => ({ login: who.login, token: who.token, lang: 'en', device: 'd1', tab: 'walk' }),
  })
  const connection = createActor(wire.logic, { input: defaultWaits, clock: device.chart, inspect: seen.inspect })
  const feeds = createFeeds({
    own: ownParts,
    connection: wire.connection,
    view$: connectionView$(connection, device.time),
    login$,
    read: request.read,
    samples$: merge(samples$, wire.samples$),
    jumps$,
    steadyMs: device.steadyMs,
    visible$: new BehaviorSubject(true),
    time: device.time,
  })
  connection.on('session.ended', () => (who.isOver = true))
  connection.start()
  // Some part of the app follows the own channel on every page.
  const own = feeds.events$.subscribe()

  const logIn = async () => {
    who.token = await place.venue().command((ctx) => openSession(ctx, user, 'main', 'd1'))
    const entered = await enter(request, 'd1', { token: who.token, chatToken: null })
    who.chatToken = entered.ok ? entered.value.chatToken : null
    who.login += 1
    who.isOver = false
    login$.next(who.login)
    connection.send({ type: 'disconnect' })
    connection.send({ type: 'connect' })
  }
  await logIn()
  return {
    device,
    request,
    intents,
    feeds,
    connection,
    logIn,
    /** The venue has ended the login. */
    isOver: () => who.isOver,
    /** The device notices that its clock jumped: it knows no time until the venue has told it again. */
    jump: () => jumps$.next(null),
    /** What machines are joined to. */
    ports: { request, intents, feeds, nowMs: device.wallMs, time: device.time },
    isLive: () => connection.getSnapshot().matches({ link: { wanted: { attached: 'live' } } }),
    openIntents: () => stored.length,
    stop: () => {
      own.unsubscribe()
      connection.stop()
    },
  }
}
export type Client = Awaited<ReturnType<typeof openClient>>
