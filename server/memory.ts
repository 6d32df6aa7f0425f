import { handClock } from './core/clock.ts'
import type { Caller } from './core/context.ts'
import { seededRandom } from './core/random.ts'
import { UnlistedRefusal } from './core/refusal.ts'
import { placesOf } from './core/routes.ts'
import type { Store } from './core/store-port.ts'
import { defaultSettings, type SomeSettings } from './settings.ts'
import { openSqlite } from './store/sqlite.ts'
import { openVenue, type Venue } from './venue.ts'

/** 2026-01-05 00:00 UTC, a Monday: where the clock of a test starts. */
export const memoryStartMs = Date.UTC(2026, 0, 5)

type Options = { settings?: SomeSettings; seed?: number; store?: Store; startMs?: number; onFailure?: (thrown: unknown) => void; soon?: (work: () => void) => void }

/** The venue inside a test: no port, a clock that the test turns, seeded randomness, a database in memory. */
export function createMemoryVenue({ store = openSqlite(':memory:'), ...options }: Options = {}) {
  const { clock, bugs, ports } = portsOf(options)
  const venue = openVenue(store, ports)
  if (venue instanceof Promise) throw new Error('a store that answers later needs openMemoryVenue')
  venue.flush()
  return callable(venue, clock, bugs)
}
/** The same over a store that may answer later. */
export async function openMemoryVenue({ store, ...options }: Options & { store: Store }) {
  const { clock, bugs, ports } = portsOf(options)
  const venue = await openVenue(store, ports)
  await venue.durable()
  return callable(venue, clock, bugs)
}

function portsOf({ settings, seed = 1, startMs = memoryStartMs, onFailure = rethrow, soon }: Options) {
  const clock = handClock(startMs)
  const bugs: unknown[] = []
  return {
    clock,
    bugs,
    ports: {
      clock,
      random: seededRandom(seed),
      // Codes are limited to one a minute and five in half a day: asking for one at each login would be all that a test could do.
      settings: defaultSettings(true, { ...settings, identity: { loginCode: false, ...settings?.identity } }),
      onFailure,
      ...(soon && { soon }),
      onBug: (thrown: unknown) => {
        // A refusal that the contract does not list is an error of the test's subject, not an answer (HOUSE-10).
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

function callable(venue: Venue, clock: ReturnType<typeof handClock>, bugs: unknown[]) {
  const routes = new Map(venue.routes.flatMap((route) => placesOf(route).map((place) => [place, route])))
  const visitor: Caller = { user: 0, session: '', lang: 'en', device: 'test', address: '127.0.0.1', appVersion: 100 }
  /** One call as the gateway would make it; `place` is like `POST /api/coin/trade`. */
  const ask = async (place: string, body: unknown = {}, caller: Partial<Caller> = {}, key: string | null = null) => {
    const route = routes.get(place)
    if (!route) throw new Error(`no route ${place}`)
    const outcome = await venue.execute({ route, caller: { ...visitor, ...caller }, body, key })
    const answer: unknown = JSON.parse(outcome.body)
    return { ...outcome, answer }
  }
  return { venue, clock, ask, bugs }
}
export type MemoryVenue = ReturnType<typeof createMemoryVenue>
