import { freeOf, heldOf } from '#contract/assets/assets.ts'
import { allCalls } from '#contract/endpoints.ts'
import { session } from '#contract/session/session.ts'
import { accountKinds } from '#contract/wire/booking.ts'
import { decode } from '#contract/wire/coded.ts'
import { urlOf, type Endpoint } from '#contract/wire/endpoint.ts'
import { jsonIn } from '#contract/wire/json.ts'
import { defaultWaits } from '#machines/kit/connection.ts'
import { submitStateOf } from '#machines/kit/submit.ts'
import { connectionLogic, connectionView$ } from '#src/actors/connection.actors.ts'
import { createSubmit } from '#src/actors/submit.actors.ts'
import { createHttp } from '#src/api/http.ts'
import { createRequest } from '#src/api/request.ts'
import type { Intent, IntentStore } from '#src/stores/intents.ts'
import { createFeeds } from '#streams/feeds.ts'
import { ownParts } from '#streams/own-parts.ts'
import type { TimeSample } from '#streams/kit/clock.ts'
import type { Live } from '#streams/kit/live.ts'
import { jumps$, stalls$ } from '#streams/kit/online.ts'
import {
  BehaviorSubject,
  distinctUntilChanged,
  map,
  merge,
  share,
  Subject,
  Subscription,
  type Observable,
  type SchedulerAction,
  type SchedulerLike,
} from 'rxjs'
import { createActor, SimulatedClock } from 'xstate'
import { createPlayedCalls, createPlayedSockets } from './played-line.actors.ts'
import { scriptOf } from './script.ts'
import type { Line, Recording } from '#src/parts/recording/tape.ts'

/** What the client shows at one place of a recording. */
export type Replayed = {
  readonly connection: string
  readonly login: number | null
  readonly shown: Readonly<Record<string, { readonly freshness: string; readonly value: unknown }>>
  readonly changes: readonly {
    readonly path: string
    readonly key: string
    readonly state: string
    readonly reason: string | null
  }[]
  readonly openIntents: number
}
type Change = Endpoint<'changes'>
const isChange = (endpoint: Endpoint): endpoint is Change => endpoint.does === 'changes'
/** A change that the wire calls by GET is sent by POST. */
const nameOf = (endpoint: Change) => `${endpoint.method === 'GET' ? 'POST' : endpoint.method} ${urlOf(endpoint)}`
/** Changes of somebody who is logged in. The question for an outcome is asked by the step itself. */
const changes = new Map(
  allCalls
    .map(({ endpoint }) => endpoint)
    .filter(isChange)
    .filter(({ who, path }) => who !== 'any' && path !== session.outcome.path)
    .map((endpoint) => [nameOf(endpoint), endpoint]),
)
const fieldsIn = (body: string) => jsonIn(body) ?? Object.fromEntries(new URLSearchParams(body))

const keptIntents = (): IntentStore => {
  let stored: readonly Intent[] = []
  return {
    list: () => stored,
    put: (intent) => {
      stored = [...stored.filter(({ key }) => key !== intent.key), intent]
      return true
    },
    drop: (key) => {
      stored = stored.filter((intent) => intent.key !== key)
    },
  }
}

type Shown = Record<string, { freshness: string; value: unknown }>
/** Writes into `shown` what the pages would read. */
function showIn(shown: Shown, feeds: ReturnType<typeof createFeeds>, markets: readonly string[]) {
  const all = new Subscription()
  const show = <T>(name: string, from$: Observable<Live<T>>, of: (value: T) => unknown = (value) => value) =>
    all.add(
      from$.subscribe(
        ({ freshness, value }) => (shown[name] = { freshness, value: value === null ? null : of(value) }),
      ),
    )
  show('balances', feeds.balances$, ({ cells }) =>
    accountKinds.flatMap((kind) =>
      (cells[kind] ?? []).map((cell) => [kind, cell.currency, freeOf(cell, kind), heldOf(cell, kind)]),
    ),
  )
  show('orders', feeds.spotOrders$)
  show('contracts', feeds.leverPositions$)
  show('rounds', feeds.optionOrders$)
  show('otc', feeds.otcOrders$)
  show('chats', feeds.chats$)
  for (const market of markets)
    show(`book ${market}`, feeds.orderBook$(market), ({ seq, bids, asks }) => ({
      seq,
      bids: bids.slice(0, 5),
      asks: asks.slice(0, 5),
    }))
  return all
}

/** The changes that were sent, each by an actor of its own as on a page. */
function createChanges(ports: Parameters<typeof createSubmit>[0], clock: SimulatedClock) {
  const made = new Map<
    string,
    { readonly path: string; readonly stop: () => void; readonly told: () => { state: string; reason: string | null } }
  >()
  const begin = (method: string, path: string, key: string, body: string) => {
    const endpoint = changes.get(`${method} ${path}`)
    const input = endpoint === undefined || made.has(key) ? null : decode(endpoint.input, fieldsIn(body))
    if (endpoint === undefined || !input?.success) return
    const submit = createSubmit(ports, endpoint)
    const actor = createActor(submit.logic, { clock }).start()
    made.set(key, {
      path,
      stop: () => actor.stop(),
      told: () => {
        const { failure } = actor.getSnapshot().context
        return {
          state: submitStateOf(actor.getSnapshot()),
          reason: failure?.kind === 'refused' ? failure.reason : null,
        }
      },
    })
    actor.send({ type: 'submit', intent: submit.intentOf(input.data, key) })
  }
  return {
    begin,
    told: () => [...made].map(([key, { path, told }]) => ({ path, key, ...told() })),
    stop: () => made.forEach(({ stop }) => stop()),
  }
}

/** The clocks and the login of a recorded page. */
function createPlayed({ head }: Recording) {
  const time = createVirtualTime()
  const steadyMs = () => time.now()
  const of: { aheadMs: number; login: number | null } = { aheadMs: 0, login: null }
  const played = Object.assign(of, {
    time,
    chart: new SimulatedClock(),
    steadyMs,
    login$: new BehaviorSubject<number | null>(null),
    visible$: new BehaviorSubject(true),
    samples$: new Subject<TimeSample>(),
    venueMs: () => head.wallMs + steadyMs(),
    wallMs: () => head.wallMs + steadyMs() + of.aheadMs,
  })
  return played
}
type Played = ReturnType<typeof createPlayed>

/** The calls of the page, answered as they were. */
function playedRequest(played: Played, calls: ReturnType<typeof createPlayedCalls>) {
  const { steadyMs, samples$ } = played
  const send = createHttp({
    caller: () => ({
      token: played.login === null ? null : 'replayed',
      chatToken: null,
      deviceMode: 'd1',
      login: played.login ?? 0,
      lang: 'en',
    }),
    steadyMs,
    onSample: (sample) => samples$.next(sample),
    onSessionOver: () => undefined,
    fetch: calls.fetch,
  })
  return createRequest({ send })
}

/** The socket of the page, dialled when it was. */
function playedConnection(played: Played, sockets: ReturnType<typeof createPlayedSockets>) {
  const { steadyMs, time, chart } = played
  const wire = connectionLogic({
    dial: sockets.dial,
    chance: () => 0.5,
    steadyMs,
    time,
    credentials: () =>
      played.login === null
        ? null
        : { login: played.login, token: 'replayed', lang: 'en', device: 'd1', tab: 'replay' },
  })
  // The wait was chance: it was as long as the next dial says.
  const logic = wire.logic.provide({
    delays: {
      beforeRetry: ({ context }) => Math.max(0, (sockets.nextDialAt() ?? steadyMs() + context.waitMs) - steadyMs()),
    },
  })
  return { ...wire, actor: createActor(logic, { input: defaultWaits, clock: chart }) }
}

/**
 * The client of the app, without its pages, on clocks and a line that are those of a recording. It makes the same of it
 * each time.
 */
export function openReplayed(recording: Recording) {
  const script = scriptOf(recording)
  const played = createPlayed(recording)
  const { time, chart, steadyMs, wallMs, login$, visible$, samples$ } = played
  const all = new Subscription()
  const sockets = createPlayedSockets(script, played.venueMs)
  const calls = createPlayedCalls(script)
  const request = playedRequest(played, calls)
  const { actor: connection, ...wire } = playedConnection(played, sockets)
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
  const intents = keptIntents()
  const shown: Shown = {}
  connection.start()
  all.add(showIn(shown, feeds, script.markets))
  let state = ''
  all.add(feeds.connection$.pipe(map((view) => view.state)).subscribe((is) => (state = is)))
  all.add(merge(jumped$, stalls$(visible$, steadyMs, time)).subscribe(() => connection.send({ type: 'page.woke' })))
  const made = createChanges({ request, intents, nowMs: wallMs, time }, chart)
  return {
    /** The clocks of the page go on, with their timers. */
    live: (ms: number) => {
      time.runTo(time.now() + ms)
      chart.increment(ms)
    },
    nowMs: steadyMs,
    take: (line: Line) => {
      takeLine(line, { played, connection, begin: made.begin })
      sockets.take(line)
      calls.take(line)
    },
    state: (): Replayed => ({
      connection: state,
      login: played.login,
      shown: structuredClone(shown),
      openIntents: intents.list().length,
      changes: made.told(),
    }),
    connection,
    stop: () => {
      all.unsubscribe()
      made.stop()
      connection.stop()
    },
  }
}

type TakePorts = {
  readonly played: Played
  readonly connection: ReturnType<typeof playedConnection>['actor']
  readonly begin: ReturnType<typeof createChanges>['begin']
}
/** What a line of the recording does to the page. */
function takeLine(line: Line, { played, connection, begin }: TakePorts) {
  const [, kind] = line
  if (kind === 'clock') played.aheadMs = line[2]
  else if (kind === 'login') {
    const next = line[2]
    played.login = next
    played.login$.next(next)
    connection.send({ type: 'disconnect' })
    if (next !== null) connection.send({ type: 'connect' })
  } else if (kind === 'call' && line[5] !== null) begin(line[3], line[4], line[5], line[6])
  else if (kind === 'page') {
    if (line[2] === 'shown' || line[2] === 'hidden') played.visible$.next(line[2] === 'shown')
    connection.send({ type: line[2] === 'online' || line[2] === 'offline' ? `net.${line[2]}` : `page.${line[2]}` })
  }
}

type Due = { readonly at: number; readonly run: () => void; readonly isOver: () => boolean }

/**
 * A scheduler whose time passes by hand. The one of the library nests each repetition in the one before: an hour of a
 * timer overflows it.
 */
function createVirtualTime() {
  let now = 0
  const waiting: Due[] = []
  class Action<T> extends Subscription implements SchedulerAction<T> {
    readonly #work: (this: SchedulerAction<T>, state?: T) => void
    #turn = 0
    constructor(work: (this: SchedulerAction<T>, state?: T) => void) {
      super()
      this.#work = work
    }
    schedule(state?: T, delay = 0): Subscription {
      // Scheduled again, it is not run for the time before.
      const turn = (this.#turn += 1)
      const due: Due = {
        at: now + Math.max(0, delay),
        run: () => this.#work.call(this, state),
        isOver: () => this.closed || turn !== this.#turn,
      }
      const behind = waiting.findLastIndex(({ at }) => at <= due.at)
      waiting.splice(behind + 1, 0, due)
      return this
    }
  }
  const scheduler: SchedulerLike = {
    now: () => now,
    schedule: <T>(work: (this: SchedulerAction<T>, state?: T) => void, delay?: number, state?: T) =>
      new Action<T>(work).schedule(state, delay),
  }
  return {
    ...scheduler,
    /** Runs what is due, in its order, up to an instant. */
    runTo: (until: number) => {
      for (let due = waiting[0]; due !== undefined && due.at <= until; due = waiting[0]) {
        waiting.shift()
        if (due.isOver()) continue
        now = Math.max(now, due.at)
        due.run()
      }
      now = until
    },
  }
}
