import { account } from '#contract/account/account.ts'
import { assets } from '#contract/assets/assets.ts'
import { chatAccount } from '#contract/chat/chat-account.ts'
import { session as sessionCalls } from '#contract/session/session.ts'
import { spot, type SpotOrder } from '#contract/spot/spot.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { defaultWaits } from '#machines/kit/connection.ts'
import { sessionMachine, type Entry, type Tokens } from '#machines/session/session.ts'
import type { Intent } from '#machines/kit/step.ts'
import { submitStateOf } from '#machines/kit/submit.ts'
import { enter } from '#src/actors/session.actors.ts'
import { createSubmit } from '#src/actors/submit.actors.ts'
import { createHttp, type Caller } from '#src/api/http.ts'
import { createRequest, type Request } from '#src/api/request.ts'
import { connectionLogic, connectionView$ } from '#src/actors/connection.actors.ts'
import { resolveIntents } from '#src/app/resolve-intents.ts'
import { spotOrdersLogic } from '#src/features/spot/spot-order.actors.ts'
import { newKey } from '#src/lib/new-key.ts'
import type { IntentStore } from '#src/stores/intents.ts'
import type { TimeSample } from '#streams/kit/clock.ts'
import type { Balances } from '#streams/assets/assets.ts'
import { createFeeds } from '#streams/feeds.ts'
import { ownParts } from '#streams/own-parts.ts'
import { jumps$, stalls$ } from '#streams/kit/online.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import type { Random } from '#server/core/random.ts'
import type { createDevice } from '#tests/kit/device.ts'
import { BehaviorSubject, distinctUntilChanged, interval, map, merge, share, Subject, Subscription } from 'rxjs'
import { createActor, fromPromise } from 'xstate'
import type { Link } from './net.ts'
import type { ClientPlant, Shows, Storage } from './page.ts'
import type { Truth } from './truth.ts'
import { followProducts } from './products.ts'
import type { PageTape } from './record.ts'
import { market } from './venue.ts'

type Ports = {
  readonly name: string
  readonly link: Link
  readonly device: ReturnType<typeof createDevice>
  readonly storage: Storage
  readonly random: Random
  readonly truth: Truth
  readonly plant: ClientPlant
  readonly keyOf: () => string
  /** Where the page is recorded. */
  readonly tape?: PageTape
  /** With rounds, contracts, OTC and chat. */
  readonly isWide?: boolean
}
type Shown = {
  balances: Balances | null
  orders: readonly SpotOrder[] | null
  book: BookSnapshot | null
  freshness: Map<string, string>
}
type Phase = 'restoring' | 'in' | 'ended' | 'out'
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const resolveEveryMs = 15_000

/** One page of the client as the app assembles it, on a device of the world. */
export function openPage({ name, link, device, storage, random, truth, plant, keyOf, tape, isWide = false }: Ports) {
  const { time, chart, steadyMs, wallMs } = device
  const who: { phase: Phase; token: string | null; chatToken: string | null; user: number; login: number } = {
    phase: 'restoring',
    token: null,
    chatToken: null,
    user: 0,
    login: 0,
  }
  const login$ = new BehaviorSubject<number | null>(null)
  const visible$ = new BehaviorSubject(true)
  const samples$ = new Subject<TimeSample>()
  const all = new Subscription()
  const invalid: string[] = []
  /** Calls under way end with the page, and so do the locks that it holds; their answers reach nobody. */
  const underWay = new Set<() => void>()
  const fetchHere: typeof fetch = (...asked) =>
    new Promise((resolve, reject) => {
      const drop = () => reject(new TypeError('closed'))
      underWay.add(drop)
      void link
        .fetch(...asked)
        .then(resolve, reject)
        .finally(() => underWay.delete(drop))
    })
  const caller = (): Caller => ({
    token: who.token,
    chatToken: who.chatToken,
    deviceMode: 'd1',
    login: who.login,
    lang: 'en',
  })
  const send = createHttp({
    caller,
    steadyMs,
    onSample: (sample) => samples$.next(sample),
    fetch: fetchHere,
    onSessionOver: ({ login, message }) => session.send({ type: 'session.ended', login, message }),
  })
  const plain = createRequest({ send })
  const noting: Request = {
    ...plain,
    change: async (endpoint, input, key, options) => {
      const reply = await plain.change(endpoint, input, key, options)
      if (endpoint.path === sessionCalls.outcome.path && reply.ok) noteRevoked(input, reply.value)
      return reply
    },
  }
  const noteRevoked = (asked: unknown, told: unknown) => {
    if (isRecord(asked) && isRecord(told) && told['state'] === 'burnt') storage.revoked.add(String(asked['key']))
  }
  const request = plant.request?.(noting) ?? noting
  const store: IntentStore = {
    list: () => storage.intents.get(who.user) ?? [],
    put: (intent) => {
      if (who.user === 0) return false
      storage.intents.set(who.user, [...store.list().filter(({ key }) => key !== intent.key), intent])
      return true
    },
    drop: (key) =>
      void storage.intents.set(
        who.user,
        store.list().filter((intent) => intent.key !== key),
      ),
  }
  const intents = plant.intents?.(store) ?? store

  const show =
    (phase: Phase) =>
    ({
      context: { tokens, user, login },
    }: {
      context: { tokens: Tokens | null; user: { id: number } | null; login: number }
    }) => {
      const isIn = phase === 'in'
      Object.assign(who, {
        phase,
        token: isIn ? tokens?.token : null,
        chatToken: isIn ? tokens?.chatToken : null,
        user: isIn ? (user?.id ?? 0) : 0,
        login,
      })
      if (isIn) storage.tokens = tokens
      else leavePages()
      if (login$.value === (isIn ? login : null)) return
      tape?.login(isIn ? login : null)
      login$.next(isIn ? login : null)
    }
  const session = createActor(
    sessionMachine.provide({
      actors: {
        enter: fromPromise<Entry, Tokens>(async ({ input }) => {
          const reply = await enter(request, 'd1', input)
          return reply.ok
            ? { kind: 'in', entered: reply.value }
            : { kind: reply.failure.kind === 'notLoggedIn' ? 'out' : 'unreachable' }
        }),
        leave: fromPromise<void, Tokens>(async ({ input: { token, chatToken } }) => {
          await request.change(chatAccount.logout, {}, newKey(), {
            token,
            ...(chatToken === null ? {} : { chatToken }),
          })
        }),
      },
      actions: {
        showRestoring: show('restoring'),
        showIn: show('in'),
        showEnded: show('ended'),
        showOut: show('out'),
        dropStored: () => {
          storage.tokens = null
        },
      },
    }),
    { input: { tokens: storage.tokens }, clock: chart },
  )
  const wire = connectionLogic({
    dial: () => plant.hear?.(link.dial()) ?? link.dial(),
    chance: () => random.unit(),
    steadyMs,
    time,
    onInvalidFrame: (frame) => invalid.push(frame),
    credentials: () =>
      who.token === null ? null : { login: who.login, token: who.token, lang: 'en', device: 'd1', tab: name },
  })
  const connection = createActor(wire.logic, { input: defaultWaits, clock: chart })
  const jumped$ = jumps$(wallMs, steadyMs, time).pipe(share())
  const feeds = createFeeds({
    own: ownParts,
    connection: wire.connection,
    view$: connectionView$(connection, time),
    login$: login$.pipe(distinctUntilChanged()),
    read: request.read,
    samples$: merge(samples$, wire.samples$),
    jumps$: jumped$,
    steadyMs,
    visible$,
    time,
  })
  const ports = { request, intents, feeds, nowMs: wallMs, time }
  const orderTicket = createSubmit(ports, spot.submit)
  const transferForm = createSubmit(ports, assets.transfer)
  const orders = createActor(spotOrdersLogic(ports), { clock: chart })
  const pages = new Set<() => void>()
  const leavePages = () => {
    pages.forEach((leave) => leave())
    pages.clear()
  }
  const owner$ = login$.pipe(
    distinctUntilChanged(),
    map((login) => (login === null ? null : { login, account: who.user })),
  )
  const resolveOpen = () => void resolveIntents({ request, intents })

  const shown: Shown = { balances: null, orders: null, book: null, freshness: new Map() }
  let liveAt: number | null = null
  let guard = truth.page(0, name)
  all.add(
    connection.on('session.ended', ({ message, why }) =>
      session.send({ type: 'session.ended', login: who.login, message, why }),
    ),
  )
  session.start()
  connection.start()
  orders.start()
  all.add(
    visible$.subscribe((is) => {
      tape?.page(is ? 'shown' : 'hidden')
      connection.send({ type: is ? 'page.shown' : 'page.hidden' })
    }),
  )
  all.add(merge(jumped$, stalls$(visible$, steadyMs, time)).subscribe(() => connection.send({ type: 'page.woke' })))
  all.add(interval(resolveEveryMs, time).subscribe(() => (intents.list().length > 0 ? resolveOpen() : undefined)))
  all.add(
    feeds.connection$
      .pipe(
        map(({ state }) => state === 'stopped'),
        distinctUntilChanged(),
      )
      .subscribe((isStopped) => {
        if (isStopped && who.phase === 'in') void request.read(account.center, {})
      }),
  )
  // Of the line itself: what is shown leaves out short losses.
  all.add(
    connection.subscribe(
      (snapshot) =>
        (liveAt = snapshot.matches({ link: { wanted: { attached: 'live' } } }) ? (liveAt ?? steadyMs()) : null),
    ),
  )
  all.add(
    feeds.balances$.subscribe(({ value, freshness }) => {
      shown.balances = value
      shown.freshness.set('balances', freshness)
      if (value !== null) guard.balances(value)
    }),
  )
  all.add(feeds.spotOrders$.subscribe(({ freshness }) => shown.freshness.set('orders', freshness)))
  // What a page shows is what its machine holds.
  all.add(
    orders.subscribe(({ context }) => {
      shown.orders = context.list
      if (context.list !== null) guard.orders(context.list)
    }),
  )
  all.add(
    feeds.orderBook$(market).subscribe(({ value, freshness }) => {
      shown.book = value
      shown.freshness.set('book', freshness)
      if (value !== null) guard.book(value)
    }),
  )
  // After the streams: they drop what belongs to the last login before anything is done about the next.
  all.add(
    login$.pipe(distinctUntilChanged()).subscribe((login) => {
      guard = truth.page(who.user, name)
      connection.send({ type: 'disconnect' })
      if (login === null) return
      connection.send({ type: 'connect' })
      resolveOpen()
    }),
  )

  /** A review sheet on which somebody confirms, maybe twice. */
  const tap = (
    logic: ReturnType<typeof createSubmit>['logic'],
    intentOf: (key: string) => Intent,
    isTwice: boolean,
  ): Shows => {
    const actor = createActor(logic, { clock: chart }).start()
    const key = keyOf()
    actor.send({ type: 'submit', intent: intentOf(key) })
    if (isTwice) actor.send({ type: 'submit', intent: intentOf(keyOf()) })
    let hasLeft = false
    const leave = () => {
      hasLeft = true
      actor.stop()
    }
    pages.add(leave)
    const isKnown = () => ['done', 'refused'].includes(submitStateOf(actor.getSnapshot()))
    return {
      state: () => (hasLeft && !isKnown() ? 'left' : submitStateOf(actor.getSnapshot())),
      reason: () => {
        const { failure } = actor.getSnapshot().context
        return failure?.kind === 'refused' ? failure.reason : null
      },
      isRevoked: () => storage.revoked.has(key),
    }
  }
  const products = isWide
    ? followProducts({ feeds, steps: ports, device, storage, owner$, guard: () => guard, tap, keyOf, plant })
    : null
  if (products !== null) all.add(products.stop)
  return {
    products,
    name,
    who,
    invalid,
    session,
    connection,
    visible$,
    request,
    /** For how long the connection has been live. */
    liveForMs: () => (liveAt === null ? 0 : steadyMs() - liveAt),
    openOrders: () => orders.getSnapshot().context.list ?? [],
    openIntents: () => [...storage.intents.values()].flat(),
    state: () => ({ phase: who.phase, ...shown, ...products?.shown }),
    order: (input: InputOf<typeof spot.submit>, isTwice: boolean) =>
      tap(orderTicket.logic, (key) => orderTicket.intentOf(input, key), isTwice),
    transfer: (input: InputOf<typeof assets.transfer>, isTwice: boolean) =>
      tap(transferForm.logic, (key) => transferForm.intentOf(input, key), isTwice),
    cancel: (id: number) => orders.send({ type: 'act', id, act: 'cancel', key: keyOf() }),
    /** The page is gone; what its device stores stays. */
    close: () => {
      underWay.forEach((drop) => drop())
      leavePages()
      all.unsubscribe()
      for (const actor of [orders, connection, session]) actor.stop()
    },
  }
}
export type Page = ReturnType<typeof openPage>
