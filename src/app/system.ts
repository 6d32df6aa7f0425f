import { readCenter } from '#contract/account/account-center.ts'
import { defaultWaits } from '#machines/kit/connection.ts'
import { createHttp, type Caller, type ClockSample, type SessionOver } from '#src/api/http.ts'
import { createRequest, type Request } from '#src/api/request.ts'
import type { createUpload } from '#src/api/upload.ts'
import { newKey } from '#src/lib/new-key.ts'
import { onStorageFailure } from '#src/lib/storage.ts'
import type { Services } from '#src/actors/services.tsx'
import { createLateOutbox } from '#src/actors/late-outbox.ts'
import { leadAmongTabs, shareChanges } from '#src/lib/tab-share.ts'
import { sessionLogic } from '#src/actors/session.actors.ts'
import { storedTokens, useSession } from '#src/stores/session.ts'
import { useCalls } from '#src/stores/calls.ts'
import { followSettings, useSettings } from '#src/stores/settings.ts'
import { toast } from '#src/stores/toasts.ts'
import { createIntentStore } from '#src/stores/intents.ts'
import { createFeeds } from '#streams/feeds.ts'
import { createOwnStart } from '#streams/kit/own-start.ts'
import { jumps$, online$, returned$, stalls$, visible$ } from '#streams/kit/online.ts'
import { socket$ } from '#streams/kit/socket.ts'
import { belowBase } from '#src/lib/below-base.ts'
import {
  animationFrameScheduler,
  delay,
  distinctUntilChanged,
  map,
  merge,
  Observable,
  share,
  Subject,
  Subscription,
  first,
} from 'rxjs'
import { createActor } from 'xstate'
import { connectionLogic, connectionView$, type ConnectionActor } from '#src/actors/connection.actors.ts'
import type { watchPerson } from './person.ts'
import { newestUser } from './newest-user.ts'
import { startupLogic } from './startup.actors.ts'
import { openTabs, type TabMessage } from './tabs.ts'

const settledMs = 10_000
const resolveEveryMs = 15_000
const steadyMs = () => performance.now()
const socketUrl = () => `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${belowBase('/ws')}`

const caller = (): Caller => {
  const { token, chatToken, deviceMode, login } = useSession.getState()
  return { token, chatToken, deviceMode, login, lang: useSettings.getState().lang }
}

/** The login number as a stream, null while nobody is logged in; emits the current value on subscribe. */
const login$ = new Observable<number | null>((listener) => {
  const emit = () => {
    const { phase, login } = useSession.getState()
    listener.next(phase === 'in' ? login : null)
  }
  emit()
  return useSession.subscribe(emit)
}).pipe(distinctUntilChanged())

/** Whose outbox is open: it belongs to one login of one account. */
const owner$ = login$.pipe(
  map((login) => {
    const { user } = useSession.getState()
    return login === null || user === null ? null : { login, account: user.id }
  }),
)

/** The HTTP client, with the streams derived from every reply: clock samples and ended sessions. */
const openHttp = (onTooOld: () => void, ports: Pick<Parameters<typeof createHttp>[0], 'fetch'>) => {
  const samples$ = new Subject<ClockSample>()
  const overs$ = new Subject<SessionOver>()
  const acked$ = new Subject<number>()
  const ownStart = createOwnStart()
  const send = createHttp({
    caller,
    steadyMs,
    onSample: (sample) => samples$.next(sample),
    onSessionOver: (over) => overs$.next(over),
    onAcked: (seq) => acked$.next(seq),
    onHead: ownStart.note,
    ...ports,
  })
  return { request: createRequest({ send, onTooOld }), samples$, overs$, acked$, ownStart }
}

const createConnection = () => {
  const tab = newKey()
  return connectionLogic({
    dial: () => socket$(socketUrl()),
    chance: Math.random,
    steadyMs,
    credentials: () => {
      const { token, chatToken, deviceMode: device, login, lang } = caller()
      return token === null ? null : { login, token, ...(chatToken === null ? {} : { chatToken }), lang, device, tab }
    },
  })
}

/** Forwards visibility, network and wake-up events of the page to the connection machine. */
const forwardPageEvents = (connection: ConnectionActor, jumped$: Observable<unknown>, shown$: Observable<boolean>) => {
  const subscription = shown$.subscribe((isShown) => connection.send({ type: isShown ? 'page.shown' : 'page.hidden' }))
  subscription.add(
    online$(window, () => navigator.onLine).subscribe((isOnline) =>
      connection.send({ type: isOnline ? 'net.online' : 'net.offline' }),
    ),
  )
  subscription.add(
    merge(jumped$, stalls$(visible$(document), steadyMs), returned$(window)).subscribe(() =>
      connection.send({ type: 'page.woke' }),
    ),
  )
  return subscription
}

const upload = () => import('#src/api/upload.ts')
// What sends a file comes when the page has come to rest: a script that could not be loaded once, without a line, is
// not asked for again before the next reload.
const restMs = 10_000
const lateUpload: ReturnType<typeof createUpload> = (...sent) =>
  upload().then(
    (sending) => sending.createUpload(caller)(...sent),
    () => ({ ok: false, failure: { kind: 'unknown', because: 'unreachable' } }),
  )

type Feeds = ReturnType<typeof createFeeds>
type Intents = ReturnType<typeof createIntentStore>
/** Most people come without anything open: the code for it is loaded when something is. */
const lateResolve = (request: Request, intents: Intents) => () => {
  if (intents.list().length > 0)
    import('./resolve-intents.ts').then(
      ({ resolveIntents }) => resolveIntents({ request, intents }),
      () => {},
    )
}

const followPage = () => {
  const running = followSettings()
  const stop = onStorageFailure(() => toast('refusals:storage_full'))
  return () => [running, stop].forEach((each) => each())
}

/** Another tab has logged out or in. */
const tellSession = (session: Services['session'], message: TabMessage) => {
  if (message === 'logout') return session.send({ type: 'logout.elsewhere' })
  const tokens = storedTokens()
  if (tokens !== null && tokens.token !== session.getSnapshot().context.tokens?.token)
    session.send({ type: 'login.elsewhere', tokens })
}

/** Sessions that have ended, as a reply or the socket says. */
const followEnds = (overs$: Observable<SessionOver>, connection: ConnectionActor, session: Services['session']) => {
  const running = new Subscription()
  running.add(overs$.subscribe(({ login, message }) => session.send({ type: 'session.ended', login, message })))
  const sessionEnd = connection.on('session.ended', ({ message, why }) => {
    session.send({ type: 'session.ended', login: useSession.getState().login, message, why })
  })
  running.add(() => sessionEnd.unsubscribe())
  return running
}

type PersonPorts = Parameters<typeof watchPerson>[0]
const followLogins = (connection: ConnectionActor, ports: PersonPorts, resolveOpen: () => void) => {
  const running = new Subscription()
  running.add(
    login$.subscribe((login) => {
      connection.send({ type: 'disconnect' })
      if (login === null) return
      connection.send({ type: 'connect' })
      resolveOpen()
      // Not needed before somebody is in; when the line is cut, the next login tries again.
      import('./person.ts').then(
        ({ watchPerson }) => watchPerson(ports, running),
        () => {},
      )
    }),
  )
  return running
}

/** The socket was refused because of its token: one HTTP read finds out whether the session has ended. */
const askWhenStopped = (feeds: Feeds, request: Request) => {
  const stopped$ = feeds.connection$.pipe(
    map(({ state }) => state === 'stopped'),
    distinctUntilChanged(),
  )
  return stopped$.subscribe((isStopped) => {
    if (isStopped && useSession.getState().phase === 'in') void request.read(readCenter, {})
  })
}

/** The newest copy of the user, and what else the venue tells of the whole page. */
const followUser = (feeds: Feeds, user: ReturnType<typeof newestUser>, startup: Services['startup']) => {
  const running = new Subscription()
  // Its first line of a login brings what has happened since the user was read, unless it begins anew; a later one,
  // or a late one, may not.
  let enteredAt = 0
  running.add(login$.subscribe(() => (enteredAt = steadyMs())))
  running.add(feeds.begun$.subscribe(() => void user.refresh()))
  const live$ = feeds.connection$.pipe(
    map(({ state }) => state === 'live'),
    distinctUntilChanged(),
  )
  running.add(
    live$.subscribe((isLive) => {
      if (isLive && useSession.getState().phase === 'in' && steadyMs() - enteredAt > settledMs) void user.refresh()
    }),
  )
  running.add(
    feeds.events$.subscribe((event) => {
      if (event.ev === 'account.changed') user.push(event.v)
      // The verification status is part of the user, but this event carries only its own row.
      if (event.ev === 'kyc.changed') void user.refresh()
      if (event.ev.startsWith('notification'))
        void import('./say-event.ts').then(
          ({ sayEvent }) => sayEvent(event),
          () => {},
        )
      if (event.ev === 'chat.callChanged' && event.v.status !== 'ended') useCalls.setState({ isOn: true })
      if (event.ev === 'platform.settingsChanged') startup.send({ type: 'settings.changed' })
    }),
  )
  return running
}

/** The socket and the streams over it. */
const openFeeds = (
  { request, samples$, acked$, ownStart }: ReturnType<typeof openHttp>,
  jumped$: ReturnType<typeof jumps$>,
) => {
  const { logic, connection: channels, samples$: pings$ } = createConnection()
  const connection = createActor(logic, { input: defaultWaits })
  const feeds = createFeeds({
    connection: channels,
    view$: connectionView$(connection),
    login$,
    acked$,
    ownStart: () => ownStart.take(useSession.getState().token),
    read: request.read,
    samples$: merge(samples$, pings$),
    jumps$: jumped$,
    steadyMs,
    visible$: visible$(document),
    frame: animationFrameScheduler,
  })
  return [connection, feeds] as const
}
const openLateOutbox = (feeds: Feeds, request: Request) =>
  createLateOutbox({
    login$: owner$,
    lineOf: feeds.chatLineOf,
    request,
    upload: lateUpload,
    nowMs: Date.now,
    lead: leadAmongTabs,
    tabs: shareChanges,
  })
/** What sends files is there before the line can go. */
const loadUpload = () =>
  owner$
    .pipe(
      first((login) => login !== null),
      delay(restMs),
    )
    .subscribe(() => void upload().catch(() => undefined))

/**
 * Assembles the client: one HTTP client, one socket, one session, one set of streams. Called once per page; only tests
 * hand in a `fetch`.
 */
export const createServices = (
  ports: Parameters<typeof openHttp>[1] = {},
): { readonly services: Services; readonly start: () => void; readonly stop: () => void } => {
  const http = openHttp(() => startup.send({ type: 'app.tooOld' }), ports)
  const { request, overs$ } = http
  const startup = createActor(startupLogic(request))
  const tabs = openTabs((message) => tellSession(session, message))
  const device = useSession.getState().deviceMode
  const broadcast = (message: TabMessage) => tabs.send(message)
  const logic = sessionLogic({ request, device, broadcast, nowMs: Date.now })
  const session = createActor(logic, { input: { tokens: storedTokens() } })
  const jumped$ = jumps$(() => Date.now(), steadyMs).pipe(share())
  const [connection, feeds] = openFeeds(http, jumped$)
  const intents = createIntentStore(() => useSession.getState().user?.id ?? null)
  const outbox = openLateOutbox(feeds, request)
  const resolveOpen = lateResolve(request, intents)
  const user = newestUser(
    () => request.read(readCenter, {}),
    (copy) => session.send({ type: 'user.changed', user: copy }),
  )

  const running = new Subscription()
  const start = () => {
    running.add(followEnds(overs$, connection, session))
    for (const actor of [startup, session, connection]) actor.start()
    const shown$ = visible$(document).pipe(share({ resetOnRefCountZero: true }))
    running.add(forwardPageEvents(connection, jumped$, shown$))
    running.add(followLogins(connection, services, resolveOpen))
    running.add(askWhenStopped(feeds, request))
    running.add(followUser(feeds, user, startup))
    const again = setInterval(resolveOpen, resolveEveryMs)
    running.add(() => clearInterval(again))
    running.add(outbox.start())
    running.add(loadUpload())
    running.add(followPage())
  }
  const stop = () => {
    running.unsubscribe()
    tabs.close()
    for (const actor of [startup, session, connection]) actor.stop()
  }
  const services: Services = {
    request,
    feeds,
    session,
    connection,
    startup,
    intents,
    serverNow: feeds.serverNow,
    upload: lateUpload,
    outbox,
  }
  return { services, start, stop }
}
