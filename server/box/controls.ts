import type { Caller } from '#server/core/context.ts'
import { priceText } from '#server/features/market/units.ts'
import type { Box } from './box.ts'
import type { Fault, Weather } from './faults.ts'
import type { MarketAct } from './prices.ts'
import { createScenario, type Step } from './scenario.ts'
import type { Driver } from './timeline.ts'
import type { BoxWeather } from './weather.ts'

/** A wish that makes no sense; its sentence says why. */
export class Wrong extends Error {}
const maxAdvanceMs = 400 * 86_400_000
const maxSpeed = 1000
/** How often a scenario is looked at. */
const scenarioMs = 50
/** The key of a step: the same in each run. */
const keyOf = (no: number) => `00000000-0000-4000-b000-${no.toString(16).padStart(12, '0')}`

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** An event of the own channel of one account, which is counted from 0 on. */
export type Wanted = { readonly user: number; readonly ev: string; readonly where?: Fields }
/** Whether it is that event, and what it tells of has these values. */
const isWanted = (event: unknown, { ev, where = {} }: Wanted): boolean =>
  isFields(event) &&
  event['ev'] === ev &&
  Object.entries(where).every(([name, value]) =>
    [event, event['v']].some((part) => isFields(part) && String(part[name]) === String(value)),
  )

/** Lets a scenario happen from now on; each step is done once, between two ticks of the box. */
const playerOf =
  ({ timeline: { now, every }, venue, accounts, inside }: Box, weather: BoxWeather) =>
  (steps: readonly Step[]) => {
    const callerOf = (no: number): Caller => {
      const account = accounts[no]
      if (!account) throw new Wrong(`there are ${accounts.length} accounts, from 0 on`)
      return { user: account.id, session: '', lang: 'en', device: 'scenario', address: '127.0.0.1', appVersion: null }
    }
    const priceOf = (name: string) => {
      const { pair, last } = venue.ctx.markets.need(name)
      return priceText(pair, last())
    }
    const run: Parameters<typeof createScenario>[1]['run'] = (deed, no) => {
      if ('call' in deed) return inside.call(deed.call, callerOf(deed.as), deed.body, keyOf(no))
      if ('price' in deed) return inside.act(deed.price)
      if ('fault' in deed) return weather.once(deed.fault, deed.path)
      if ('outage' in deed) return weather.outage(deed.outage)
      return 'weather' in deed ? weather.set(deed.weather) : weather.cutAll()
    }
    const { tick, left } = createScenario(steps, { startMs: now(), now, priceOf, run })
    every(scenarioMs, tick)
    return { left }
  }

/** What may be done to a box from outside of its exchange: to its clock, its network and its prices. */
export function createControls(box: Box, driver: Driver, weather: BoxWeather) {
  const { timeline, hash, record, act, venue, accounts } = box
  const { now, turn, advance } = timeline
  const clock = () => ({ now: now(), speed: driver.speed() })
  const advanceTo = (to: number, isEnough?: () => boolean) => {
    if (to - now() > maxAdvanceMs) throw new Wrong('that is more than 400 days')
    const [from, before] = [performance.now(), timeline.beats()]
    return turn(async () => ({
      isMet: await advance(to, isEnough),
      ...clock(),
      beats: timeline.beats() - before,
      tookMs: Math.round(performance.now() - from),
    }))
  }
  const actOn = (wish: MarketAct) => {
    if (!venue.ctx.markets.find(wish.market)) throw new Wrong(`there is no market ${wish.market}`)
    return act(wish)
  }
  return {
    clock,
    /** Lets time go on to an instant, with everything that falls due on the way. */
    advanceTo,
    /** Lets time go on until an event, and no further. */
    until: async (wanted: Wanted, limitMs: number) => {
      const user = accounts[wanted.user]
      if (!user) throw new Wrong(`there are ${accounts.length} accounts, from 0 on`)
      let met: unknown = null
      const heard = venue.deliveries$.subscribe((rows) => {
        for (const row of rows) {
          if (met !== null || row.user !== user.id) continue
          const event: unknown = JSON.parse(row.body)
          if (isWanted(event, wanted)) met = event
        }
      })
      try {
        const found = await advanceTo(now() + limitMs, () => met !== null)
        return { ...found, event: met }
      } finally {
        heard.unsubscribe()
      }
    },
    /** How many times as fast as here time goes; 0 lets it stand. */
    run: (speed: number) => {
      if (!(speed >= 0 && speed <= maxSpeed)) throw new Wrong(`the speed is from 0 to ${maxSpeed}`)
      driver.run(speed)
      return clock()
    },
    weather: (next: Weather) => weather.set(next),
    /** The next call whose path holds `path`, or push that begins with what holds it, meets the fault. */
    once: (fault: Fault, path: string) => weather.once(fault, path),
    cutAll: () => weather.cutAll(),
    outage: (ms: number) => weather.outage(ms),
    faults: weather.counts,
    jump: (market: string, percent: number) => actOn({ act: 'jump', market, percent }),
    stale: (market: string, ms: number) => actOn({ act: 'stale', market, ms }),
    halt: (market: string) => actOn({ act: 'halt', market }),
    resume: (market: string) => actOn({ act: 'resume', market }),
    hash,
    record,
    play: playerOf(box, weather),
  }
}
export type Controls = ReturnType<typeof createControls>
