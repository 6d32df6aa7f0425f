import { jsonIn } from './json.ts'
import type { Wire } from './wire.ts'

/** How bad the line is. Shares are of 1. */
export type LineFaults = {
  readonly delayMs: number
  readonly jitterMs: number
  readonly loss: number
  readonly twice: number
  readonly reorder: number
}
export const faultless: LineFaults = { delayMs: 0, jitterMs: 0, loss: 0, twice: 0, reorder: 0 }
/** One thing done to the line at an instant. */
export type Mishap =
  | { readonly do: 'set'; readonly faults: Partial<LineFaults> }
  | { readonly do: 'halfOpen' | 'mend' | 'drop' | 'refuse' | 'loseAnswer' }
  | { readonly do: 'mute'; readonly channel: string }
  | { readonly do: 'skew' | 'sleep'; readonly ms: number }
/** A script of mishaps, in the order of their instants after its start; the seed decides all that is chance in it. */
export type Scenario = {
  readonly name: string
  readonly seed: number
  readonly steps: readonly (Mishap & { readonly atMs: number })[]
}

/** What becomes of a frame: sent on after each of these waits, or not at all. */
export type Fate = readonly number[]
type State = {
  readonly faults: LineFaults
  readonly isHalfOpen: boolean
  readonly muted: ReadonlySet<string>
  readonly asleepUntil: number
}

/** A sequence of numbers in [0, 1) that its seed decides (mulberry32). */
export const chanceOf = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Decides what becomes of each frame. It keeps the order of frames, as TCP does, unless reordering is asked for. It
 * knows neither sockets nor timers, so the panel of the inspector and the tests run the same one.
 */
export function createBadLine(seed: number, nowMs: () => number, without: Wire['without'] = (frame) => frame) {
  let chance = chanceOf(seed)
  let state: State = { faults: faultless, isHalfOpen: false, muted: new Set(), asleepUntil: 0 }
  /** The earliest instant at which the next frame of a direction may arrive. */
  const openAt = { up: 0, down: 0 }

  const waitOf = (direction: 'up' | 'down') => {
    const { delayMs, jitterMs, reorder } = state.faults
    const now = nowMs()
    const due = Math.max(now + delayMs + Math.round(chance() * jitterMs), state.asleepUntil)
    if (chance() < reorder) return Math.max(0, due + Math.round(20 + chance() * 180) - now)
    openAt[direction] = Math.max(openAt[direction], due)
    return Math.max(0, openAt[direction] - now)
  }
  return {
    state: () => state,
    isClean: () =>
      Object.values(state.faults).every((each) => each === 0) &&
      !state.isHalfOpen &&
      state.muted.size === 0 &&
      state.asleepUntil <= nowMs(),
    reseed: (next: number) => {
      chance = chanceOf(next)
    },
    set: (faults: Partial<LineFaults>) => {
      state = { ...state, faults: { ...state.faults, ...faults } }
    },
    halfOpen: (isHalfOpen: boolean) => {
      state = { ...state, isHalfOpen }
    },
    mute: (channel: string) => {
      const muted = new Set(state.muted)
      if (!muted.delete(channel)) muted.add(channel)
      state = { ...state, muted }
    },
    sleep: (ms: number) => {
      state = { ...state, asleepUntil: nowMs() + ms }
    },
    mend: () => {
      state = { faults: faultless, isHalfOpen: false, muted: new Set(), asleepUntil: 0 }
    },
    /** The frame without what is muted; null when nothing is left of it. */
    shape: (frame: string): string | null => (state.muted.size === 0 ? frame : without(frame, state.muted)),
    fateOf: (direction: 'up' | 'down'): Fate => {
      if (state.isHalfOpen || chance() < state.faults.loss) return []
      const first = waitOf(direction)
      return chance() < state.faults.twice ? [first, first] : [first]
    },
  }
}

const numberIn = (value: unknown, min: number, max: number) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : null
const faultNames = ['delayMs', 'jitterMs', 'loss', 'twice', 'reorder'] as const
const maxMs = 600_000

function mishapOf(raw: object): Mishap | null {
  const kind: unknown = Reflect.get(raw, 'do')
  if (kind === 'halfOpen' || kind === 'mend' || kind === 'drop' || kind === 'refuse' || kind === 'loseAnswer')
    return { do: kind }
  if (kind === 'mute') {
    const channel: unknown = Reflect.get(raw, 'channel')
    return typeof channel === 'string' ? { do: kind, channel } : null
  }
  if (kind === 'skew' || kind === 'sleep') {
    const ms = numberIn(Reflect.get(raw, 'ms'), kind === 'sleep' ? 0 : -86_400_000, 86_400_000)
    return ms === null ? null : { do: kind, ms }
  }
  const given: unknown = Reflect.get(raw, 'faults')
  if (kind !== 'set' || typeof given !== 'object' || given === null) return null
  const faults = Object.fromEntries(
    faultNames.flatMap((name) => {
      const value = numberIn(Reflect.get(given, name), 0, name.endsWith('Ms') ? 60_000 : 1)
      return value === null ? [] : [[name, value]]
    }),
  )
  return { do: kind, faults }
}

/** A scenario as it was saved; null for a text that is none. */
export function scenarioOf(text: string): Scenario | null {
  const raw = jsonIn(text)
  if (typeof raw !== 'object' || raw === null || !('steps' in raw) || !Array.isArray(raw.steps)) return null
  const steps = raw.steps.map((each: unknown) => {
    if (typeof each !== 'object' || each === null) return null
    const mishap = mishapOf(each)
    const atMs = numberIn(Reflect.get(each, 'atMs'), 0, maxMs)
    return mishap === null || atMs === null ? null : { ...mishap, atMs }
  })
  if (steps.some((step) => step === null)) return null
  const seed = 'seed' in raw ? numberIn(raw.seed, 0, 4_294_967_295) : null
  return {
    name: 'name' in raw && typeof raw.name === 'string' ? raw.name.slice(0, 60) : '',
    seed: seed ?? 1,
    steps: steps.flatMap((step) => step ?? []).toSorted((a, b) => a.atMs - b.atMs),
  }
}
