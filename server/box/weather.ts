import type { Random, SeededRandom } from '#server/core/random.ts'
import { createCallWeather } from './call-weather.ts'
import type { Draw, Fault, Weather } from './faults.ts'
import { createLineWeather } from './line-weather.ts'

type Once = { readonly fault: Fault; readonly path: string }

/** Faults by chance, and those that were ordered; each is counted. */
function createFate(random: Random) {
  let chances: Weather['chances'] = {}
  let once: Once[] = []
  const counts = new Map<string, number>()
  const counted = <Name extends string>(fault: Name) => {
    counts.set(fault, (counts.get(fault) ?? 0) + 1)
    return fault
  }
  const draw: Draw = (names, path) => {
    const ordered = once.find((each) => names.includes(each.fault) && path.includes(each.path))
    if (ordered) {
      once = once.filter((each) => each !== ordered)
      return counted(ordered.fault)
    }
    const met = names.find((name) => (chances[name] ?? 0) > 0 && random.unit() < (chances[name] ?? 0))
    return met === undefined ? null : counted(met)
  }
  return {
    draw,
    counted,
    set: (next: Weather['chances']) => {
      chances = next
    },
    order: (wish: Once) => void once.push(wish),
    counts: (): Readonly<Record<string, number>> => Object.fromEntries(counts),
    state: () => ({ chances, once, counts: [...counts] }),
    resume: (to: { chances: Weather['chances']; once: Once[]; counts: readonly (readonly [string, number])[] }) => {
      chances = to.chances
      once = [...to.once]
      counts.clear()
      for (const [fault, count] of to.counts) counts.set(fault, count)
    },
  }
}

/** What a network does to calls and lines, drawn from a chance of its own and counted; `pace`: how fast time goes. */
export function createWeather(random: SeededRandom, pace: () => number, now: () => number) {
  const fate = createFate(random)
  let backAt = -Infinity
  const isOut = () => now() < backAt
  const draw: Draw = (names, path) => {
    const isMet = isOut() && names.includes('outage')
    return isMet ? fate.counted('outage') : fate.draw(names, path)
  }
  const calls = createCallWeather(draw, random, pace)
  const lines = createLineWeather(draw, pace, isOut)
  return {
    around: calls.around,
    carry: lines.carry,
    /** Whether a socket that logs in is let in. */
    mayEnter: () => draw(['auth_refused'], 'auth') === null,
    /** For so long nobody reaches the venue, whose own time goes on: all lines are cut, and calls come to nothing. */
    outage: (ms: number) => {
      backAt = now() + ms
      lines.cutAll()
    },
    cutAll: () => {
      fate.counted('cut_all')
      lines.cutAll()
    },
    /** Counts what was done to the exchange. */
    note: fate.counted,
    /** The venue has died: all lines are cut, those of calls under way as well. */
    drop: () => {
      lines.cutAll()
      calls.hangUpAll()
    },
    set: ({ chances, ms, jitterMs }: Weather) => {
      fate.set(chances)
      calls.travel({ ms, jitterMs })
    },
    /** The next call whose path holds `path`, or push whose beginning does, meets this fault. */
    once: (fault: Fault, path: string) => fate.order({ fault, path }),
    counts: fate.counts,
    state: () => ({ fate: fate.state(), random: random.state(), way: calls.way(), backAt }),
    resume: (to: WeatherState) => {
      fate.resume(to.fate)
      random.resume(to.random)
      calls.travel(to.way)
      backAt = to.backAt
    },
  }
}
export type WeatherState = {
  readonly fate: Parameters<ReturnType<typeof createFate>['resume']>[0]
  readonly random: number
  readonly way: Pick<Weather, 'ms' | 'jitterMs'>
  readonly backAt: number
}
export type BoxWeather = ReturnType<typeof createWeather>
