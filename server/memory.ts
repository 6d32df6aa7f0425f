import { handClock } from '#server/core/clock.ts'
import type { Caller } from '#server/core/context.ts'
import { seededRandom } from '#server/core/random.ts'
import { placesOf } from '#server/core/routes.ts'
import { defaultSettings, type Settings } from '#server/core/settings.ts'
import type { Store } from '#server/core/store-port.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { createVenue } from './venue.ts'

/** 2026-01-05 00:00 UTC: a Monday, so that tests stand on firm ground. */
export const memoryStartMs = Date.UTC(2026, 0, 5)

/** The venue inside a test: no port, a clock turned by hand, chance by a seed, a database in memory. */
export function createMemoryVenue(options: { settings?: Partial<Settings>; seed?: number; store?: Store; startMs?: number } = {}) {
  const clock = handClock(options.startMs ?? memoryStartMs)
  const bugs: unknown[] = []
  const venue = createVenue({
    store: options.store ?? openSqlite(':memory:'),
    clock,
    random: seededRandom(options.seed ?? 1),
    // A code a minute and five in half a day would be all that a test could do.
    settings: { ...defaultSettings(true), loginCode: false, ...options.settings },
    onFailure: (thrown) => {
      throw thrown
    },
    onBug: (thrown) => {
      bugs.push(thrown)
      return 'test'
    },
  })
  venue.flush()
  const routes = new Map(venue.routes.flatMap((route) => placesOf(route).map((place) => [place, route])))
  const visitor: Caller = { user: 0, session: '', lang: 'en', device: 'test', address: '127.0.0.1', appVersion: 100 }
  /** One call as the gateway would make it; `place` as `POST /api/coin/trade`. */
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
