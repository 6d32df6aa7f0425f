import { manualClock } from './core/clock.ts'
import type { Caller, Messenger } from './core/context.ts'
import { seededRandom } from './core/random.ts'
import { UnlistedRefusal } from './core/refusal.ts'
import { routeKeysOf } from './core/routes.ts'
import type { Store } from './core/store-port.ts'
import { defaultSettings, type SomeSettings } from './settings.ts'
import { openSqlite } from './store/sqlite.ts'
import { openVenue, type Venue } from './venue.ts'

/** 2026-01-05 00:00 UTC, a Monday: the start time of a test's clock. */
export const memoryStartMs = Date.UTC(2026, 0, 5)

type Options = {
  settings?: SomeSettings
  seed?: number
  store?: Store
  startMs?: number
  onFailure?: (thrown: unknown) => void
  soon?: (work: () => void) => void
  messenger?: Messenger
}

/** The venue for a test: no network port, a manual clock, seeded randomness, a database in memory. */
export function createMemoryVenue({ store = openSqlite(':memory:'), ...options }: Options = {}) {
  const { clock, bugs, ports } = portsOfMemory(options)
  const venue = openVenue(store, ports)
  if (venue instanceof Promise) throw new Error('an asynchronous store needs openMemoryVenue')
  venue.flush()
  return withCalls(venue, clock, bugs)
}
/** The same over a store that may return promises. */
export async function openMemoryVenue({ store, ...options }: Options & { store: Store }) {
  const { clock, bugs, ports } = portsOfMemory(options)
  const venue = await openVenue(store, ports)
  await venue.durable()
  return withCalls(venue, clock, bugs)
}

const memoryPushKey = Buffer.alloc(32, 1).toString('base64url')

/** What such a venue is opened with. */
export function portsOfMemory({
  settings,
  seed = 1,
  startMs = memoryStartMs,
  onFailure = rethrow,
  soon,
  messenger,
}: Options) {
  const clock = manualClock(startMs)
  const bugs: unknown[] = []
  return {
    clock,
    bugs,
    ports: {
      clock,
      random: seededRandom(seed),
      // Codes are limited to one a minute and five in twelve hours, so tests that log in often must not need one for
      // each login.
      // The first price near the last confirmed one opens a market at once, and even stakes are sold while it stands
      // still: only tests
      // of that do otherwise. The merchants of OTC would trade along in every test.
      settings: defaultSettings(true, {
        ...settings,
        identity: { loginCode: false, ...settings?.identity },
        market: { armTicks: 0, armMs: 0, ...settings?.market },
        otc: { hasBots: false, ...settings?.otc },
        option: { stillMs: 0, ...settings?.option },
        launch: { hasDemo: false, ...settings?.launch },
        // Made by chance, it would make two runs of one seed differ.
        notification: { pushKey: memoryPushKey, ...settings?.notification },
        mining: { hasDemo: false, ...settings?.mining },
        // How far triggers get is counted there and does not depend on the time of this machine.
        trigger: { sliceMs: Infinity, tickMs: Infinity, ...settings?.trigger },
        promotion: { hasDemo: false, ...settings?.promotion },
        chat: { hasBots: false, ...settings?.chat },
      }),
      onFailure,
      ...(soon && { soon }),
      ...(messenger && { messenger }),
      onBug: (thrown: unknown) => {
        // A refusal that the contract does not list is a bug and must fail the test that met it (HOUSE-10).
        if (thrown instanceof UnlistedRefusal) throw thrown
        bugs.push(thrown)
        return 'test'
      },
    },
  }
}
const rethrow = (thrown: unknown) => {
  throw thrown
}

function withCalls(venue: Venue, clock: ReturnType<typeof manualClock>, bugs: unknown[]) {
  const routes = new Map(venue.routes.flatMap((route) => routeKeysOf(route).map((routeKey) => [routeKey, route])))
  const visitor: Caller = { user: 0, session: '', lang: 'en', device: 'test', address: '127.0.0.1', appVersion: 100 }
  /** One call as the gateway would make it; `routeKey` is like `POST /api/coin/trade`. */
  const ask = async (routeKey: string, body: unknown = {}, caller: Partial<Caller> = {}, key: string | null = null) => {
    const route = routes.get(routeKey)
    if (!route) throw new Error(`no route ${routeKey}`)
    const outcome = await venue.execute({ route, caller: { ...visitor, ...caller }, body, key })
    const answer: unknown = JSON.parse(outcome.body)
    return { ...outcome, answer }
  }
  return { venue, clock, ask, bugs }
}
export type MemoryVenue = ReturnType<typeof createMemoryVenue>
