import { session } from '#contract/session/session.ts'
import { createApp } from '#server/gateway/app.ts'
import { createHub } from '#server/gateway/hub.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { createLog } from '#server/gateway/log.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import { createMemoryVenue, type MemoryVenue } from '#server/memory.ts'
import type { Store } from '#server/core/store-port.ts'
import type { SomeSettings } from '#server/settings.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import type { SocketMessage } from '#streams/kit/socket.ts'
import { reachOf } from '#tests/support/venues.ts'
import { Observable } from 'rxjs'

/** What goes wrong on the way of one play, in each of its acts. */
export const troubles = [
  'nothing',
  'line lost',
  'events gone',
  'answer lost',
  '999',
  'venue restarted',
  'restored, answers doubled',
] as const
export type Trouble = (typeof troubles)[number]
/** What a builder of a venue for tests is given. */
export type VenueOptions = { readonly store: Store; readonly settings: SomeSettings }

const immediate = () => new Promise<void>((done) => setImmediate(done))
const quietTurns = 4
const lost = () => new TypeError('network')

type Group = Parameters<Store['append']>[0]
/** What a venue with its people has stored, from which any number of venues begin, and the names of its people. */
export type Template<H> = {
  readonly harness: H
  readonly begin: () => { readonly store: ReturnType<typeof openSqlite>; readonly atMs: number }
}
/** Passwords are hashed slowly on purpose: people are entered once for all plays of a story. */
export async function createTemplate<H extends MemoryVenue>(
  settings: SomeSettings,
  open: (options: VenueOptions) => Promise<H>,
): Promise<Template<H>> {
  const sqlite = openSqlite(':memory:')
  const groups: Group[] = []
  let shapes: Parameters<Store['open']>[0] = []
  const harness = await open({
    settings,
    store: {
      ...sqlite,
      open: (asked) => sqlite.open((shapes = asked)),
      append: (group) => {
        groups.push(structuredClone(group))
        return sqlite.append(group)
      },
    },
  })
  await harness.venue.stop()
  return {
    harness,
    begin: () => {
      const store = openSqlite(':memory:')
      store.open(shapes)
      for (const group of groups) store.append(group)
      return { store, atMs: harness.clock.now() }
    },
  }
}
let venues = 1

/**
 * The real venue in memory behind its real gateway, and one device's way to it: nothing passes while the line is cut.
 */
export function openPlace<H>(settings: SomeSettings, { harness, begin }: Template<H>) {
  const { store, atMs } = begin()
  const faults: unknown[] = []
  const beats = new Set<{ readonly ms: number; dueAt: number; readonly work: () => void }>()
  const every = (ms: number, work: () => void) => {
    const beat = { ms, dueAt: 0, work }
    beats.add(beat)
    return () => void beats.delete(beat)
  }
  const live = (startMs: number) => {
    // Each has a chance of its own: no token is given twice.
    const memory = createMemoryVenue({ store, settings, startMs, seed: (venues += 1) })
    const reach = reachOf(memory.venue, { every })
    const app = createApp({
      ...reach,
      meters: createMeters(),
      limits: createLimits(100_000),
      origins: [],
      addressOf: () => '127.0.0.1',
      isDev: false,
      isReady: () => true,
      mayReadMetrics: () => false,
      onFault: (thrown) => faults.push(thrown),
      statics: { fetch: () => new Response('', { status: 404 }) },
    })
    return { ...memory, app, hub: createHub({ ...reach, meters: createMeters(), log: createLog('silent'), every }) }
  }
  let life = live(atMs)
  let isOpen = true
  let isDoubled = false
  let underWay = 0
  let said: (() => void)[] = []
  /** Keys whose answer was lost once; null while none is lost. */
  let losing: Set<string> | null = null
  /** Set while the answers of changes are withheld, with those that wait. */
  let held: (() => void)[] | null = null
  /** What is told on the socket while it is withheld; null while it is not. */
  let unheard: (() => void)[] | null = null
  const lines = new Set<() => void>()

  const ask = async (path: string, init: RequestInit) => {
    const answer = await life.app.fetch(
      new Request(`http://gateway.test/${path.replace(/^\/+/, '')}`, { ...init, redirect: 'manual' }),
    )
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const answered = async (path: string, init: RequestInit) => {
    if (!isOpen) throw lost()
    const first = await ask(path, init)
    const key = new Headers(init.headers).get('Idempotency-Key')
    if (key === null) return first
    if (losing !== null && !losing.has(key) && !path.includes(session.outcome.path)) {
      losing.add(key)
      throw lost()
    }
    // The second copy of a change does nothing, and its answer comes when nobody waits for it.
    if (isDoubled) await ask(path, init)
    return first
  }
  const fetchHere: typeof fetch = async (path, init = {}) => {
    underWay += 1
    try {
      await immediate()
      const { status, headers, text } = await answered(String(path), init)
      const wait = new Headers(init.headers).has('Idempotency-Key') ? held : null
      if (wait !== null) await new Promise<void>((done) => wait.push(done))
      return new Response(text, { status, headers })
    } finally {
      underWay -= 1
    }
  }
  const dial = () =>
    new Observable<SocketMessage>((listener) => {
      let isOver = false
      const close = (code: number) =>
        said.push(() => {
          if (isOver) return
          isOver = true
          peer?.leave()
          listener.next({ type: 'socket.closed', code, reason: '' })
          listener.complete()
        })
      const hear = (text: string) =>
        (unheard ?? said).push(() => (isOver ? undefined : listener.next({ type: 'socket.frame', frame: text })))
      const cut = () => close(1006)
      lines.add(cut)
      const peer = isOpen
        ? life.hub.join(
            { send: (text) => (isDoubled ? [text, text] : [text]).forEach(hear), close, unsentBytes: () => 0 },
            '127.0.0.1',
          )
        : null
      if (peer === null) cut()
      // The opening is told before whatever the other end says on it.
      else
        said.unshift(() =>
          listener.next({
            type: 'socket.opened',
            send: (text) => said.push(() => (isOver ? undefined : peer.receive(text))),
          }),
        )
      return () => {
        lines.delete(cut)
        isOver = true
        peer?.leave()
      }
    })
  const cutAll = () => [...lines].forEach((cut) => cut())
  /** Lets everything that was begun come to where it waits for time or for the line. */
  const settle = async () => {
    for (let quiet = 0; quiet < quietTurns; quiet += 1) {
      const due = said
      said = []
      due.forEach((work) => work())
      const waits = held?.length ?? 0
      if (due.length > 0 || underWay > waits) quiet = -1
      await immediate()
    }
  }
  const beat = () => {
    for (const each of beats) {
      if (each.dueAt > life.clock.now()) continue
      each.dueAt = life.clock.now() + each.ms
      each.work()
    }
  }
  return {
    harness,
    fetch: fetchHere,
    dial,
    settle,
    beat,
    faults,
    venue: () => life.venue,
    /** The venue of this moment, for helpers of tests that act on a venue. */
    memory: () => life,
    now: () => life.clock.now(),
    advance: (ms: number) => life.clock.advance(ms),
    bugs: () => [...life.bugs, ...faults],
    cut: () => {
      isOpen = false
      cutAll()
    },
    isOpen: () => isOpen,
    mend: () => void (isOpen = true),
    /** Every event is older than events are kept: who was away reads everything anew. */
    forget: () => {
      life.venue.flush()
      void store.sweep(0, Number.MAX_SAFE_INTEGER, 0)
    },
    lose: (is: boolean) => void (losing = is ? new Set() : null),
    double: (is: boolean) => void (isDoubled = is),
    /** Withholds the answers of changes; the returned function lets them go. */
    hold: () => {
      const waiting: (() => void)[] = []
      held = waiting
      return () => {
        held = null
        waiting.forEach((go) => go())
      }
    },
    /** Withholds what the socket tells; the returned function lets it come. */
    silence: () => {
      const waiting: (() => void)[] = []
      unheard = waiting
      return () => {
        unheard = null
        said.push(...waiting)
      }
    },
    /** The process ends, and another one starts from what was stored. */
    restart: () => {
      life.venue.flush()
      life.hub.stop()
      cutAll()
      life = live(life.clock.now())
    },
    stop: async () => {
      life.hub.stop()
      await life.venue.stop()
    },
  }
}
export type Place = ReturnType<typeof openPlace>
