import type { Caller } from '#server/core/context.ts'
import { priceText } from '#server/features/market/units.ts'
import type { Act } from './acts.ts'
import type { Box, Snapshot } from './box.ts'
import type { Fault, Weather } from './faults.ts'
import { isFields, Wrong, type Fields } from './fields.ts'
import { createScenario, type Step } from './scenario.ts'
import type { Driver } from './timeline.ts'
import type { BoxWeather, WeatherState } from './weather.ts'

const maxAdvanceMs = 400 * 86_400_000
const maxSpeed = 1000
/** How often a scenario is looked at. */
const scenarioMs = 50
/** The key of a step: the same in each run. */
const keyOf = (no: number) => `00000000-0000-4000-b000-${no.toString(16).padStart(12, '0')}`

/** An event of the own channel of one account, which is counted from 0 on. */
export type Wanted = { readonly user: number; readonly ev: string; readonly where?: Fields }
/** Whether it is that event, and what it tells of has these values. */
const isWanted = (event: unknown, { ev, where = {} }: Wanted): boolean =>
  isFields(event) &&
  event['ev'] === ev &&
  Object.entries(where).every(([name, value]) =>
    [event, event['v']].some((part) => isFields(part) && String(part[name]) === String(value)),
  )

/** Listens until an event of an account comes. */
function listenFor({ accounts, deliveries$ }: Box, wanted: Wanted) {
  const user = accounts[wanted.user]
  if (!user) throw new Wrong(`there are ${accounts.length} accounts, from 0 on`)
  let met: unknown = null
  const heard = deliveries$.subscribe((rows) => {
    for (const row of rows) {
      if (met !== null || row.user !== user.id) continue
      const event: unknown = JSON.parse(row.body)
      if (isWanted(event, wanted)) met = event
    }
  })
  return { event: () => met, end: () => heard.unsubscribe() }
}
/** Lets a scenario happen from now on; each step is done once, between two ticks of the box. */
const playerOf = (box: Box, weather: BoxWeather) => (steps: readonly Step[]) => {
  const { timeline, accounts, inside } = box
  const { now, every } = timeline
  const callerOf = (no: number): Caller => {
    const account = accounts[no]
    if (!account) throw new Wrong(`there are ${accounts.length} accounts, from 0 on`)
    return { user: account.id, session: '', lang: 'en', device: 'scenario', address: '127.0.0.1', appVersion: null }
  }
  const priceOf = (name: string) => {
    const { pair, last } = box.venue.ctx.markets.need(name)
    return priceText(pair, last())
  }
  const run: Parameters<typeof createScenario>[1]['run'] = (deed, no) => {
    if ('call' in deed) return inside.call(deed.call, callerOf(deed.as), deed.body, keyOf(no))
    if ('act' in deed) {
      weather.note(deed.act.act)
      return inside.act(deed.act)
    }
    if ('fault' in deed) return weather.once(deed.fault, deed.path)
    if ('kill' in deed) {
      weather.note('restart')
      return inside.restart()
    }
    if ('outage' in deed) return weather.outage(deed.outage)
    return 'weather' in deed ? weather.set(deed.weather) : weather.cutAll()
  }
  const scenario = createScenario(steps, { startMs: now(), now, priceOf, run })
  every(scenarioMs, scenario.tick)
  return scenario
}
type Scenario = ReturnType<ReturnType<typeof playerOf>>
/** All that can be taken back to where it was. */
export type BoxState = {
  readonly box: Snapshot
  readonly weather: WeatherState
  readonly scenarios: readonly (readonly [Scenario, ReturnType<Scenario['state']>])[]
}

/** The scenarios of a box, and how it is taken back to where it was. */
function createPast(box: Box, weather: BoxWeather) {
  const play = playerOf(box, weather)
  const scenarios = new Set<Scenario>()
  return {
    /** Lets a scenario happen from now on; tells how many of its steps are left. */
    play: (steps: readonly Step[]) => {
      const scenario = play(steps)
      scenarios.add(scenario)
      return scenario.left
    },
    snapshot: async (): Promise<BoxState> => ({
      box: await box.snapshot(),
      weather: weather.state(),
      scenarios: [...scenarios].map((each) => [each, each.state()]),
    }),
    /** Everything is as it was then, at the instant it was; all lines are gone. */
    restore: async (to: BoxState) => {
      await box.restore(to.box)
      weather.resume(to.weather)
      for (const each of scenarios) each.resume([])
      for (const [each, left] of to.scenarios) each.resume(left)
    },
  }
}
/** What may be done to a box from outside of its exchange: to its clock, its network and its prices. */
export function createControls(box: Box, driver: Driver, weather: BoxWeather) {
  const { timeline, hash, record, act, accounts } = box
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
  const actOn = (wish: Act) => {
    if ('market' in wish && !box.venue.ctx.markets.find(wish.market))
      throw new Wrong(`there is no market ${wish.market}`)
    if ('account' in wish && !accounts[wish.account])
      throw new Wrong(`there are ${accounts.length} accounts, from 0 on`)
    weather.note(wish.act)
    return act(wish)
  }
  return {
    clock,
    /** Lets time go on to an instant, with everything that falls due on the way. */
    advanceTo,
    /** Lets time go on until an event, and no further. */
    until: async (wanted: Wanted, limitMs: number) => {
      const heard = listenFor(box, wanted)
      try {
        const found = await advanceTo(now() + limitMs, () => heard.event() !== null)
        return { ...found, event: heard.event() }
      } finally {
        heard.end()
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
    act: actOn,
    hash,
    record,
    /** The venue dies, and starts again on what it has stored; all lines are gone. */
    restart: () => {
      weather.note('restart')
      return box.restart()
    },
    ...createPast(box, weather),
  }
}
export type Controls = ReturnType<typeof createControls>
