import { routeKeysOf } from '#server/core/routes.ts'
import { allCalls } from '#contract/endpoints.ts'
import { isDec } from '#contract/wire/money.ts'
import { isFault, weathers, type Fault, type Weather } from './faults.ts'
import { isActName, readAct, type Act } from './acts.ts'
import { isFields, Wrong, type Fields } from './fields.ts'

/** A file that makes no sense; its sentence says why. */
export class ScenarioError extends Error {}
/** What happens: a call of one of the accounts, counted from 0 on, or something to the network or a price. */
type Deed =
  | { readonly call: string; readonly as: number; readonly body: Fields }
  | { readonly fault: Fault; readonly path: string }
  | { readonly weather: Weather }
  | { readonly cut: 'all' }
  /** It dies, and starts again. */
  | { readonly kill: 'venue' }
  | { readonly outage: number }
  | { readonly act: Act }
/** `at`: milliseconds after the start; `when`: once the last price of a market is there. */
export type Step = { readonly deed: Deed } & (
  | { readonly at: number }
  | { readonly when: { readonly market: string; readonly isThere: (price: string) => boolean } }
)

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const
/** `+5s`, `+250ms`, `+2m`, `+1h`. */
function momentOf(text: string): number {
  const [, number = '', unit = ''] = /^\+(\d+)(ms|s|m|h)$/.exec(text) ?? []
  const found = Object.entries(units).find(([name]) => name === unit)
  if (!found) throw new ScenarioError(`${text} is no moment; it looks like +5s, +250ms or +2m`)
  return Number(number) * found[1]
}
function whenOf(when: unknown): Extract<Step, { when: unknown }>['when'] {
  const { price, below, above } = isFields(when) ? when : {}
  const bound = below ?? above
  if (typeof price !== 'string' || !isDec(bound))
    throw new ScenarioError('when looks like {"price":"BTC-USDT","below":"90000"}')
  return {
    market: price,
    isThere: (now) => (below === undefined ? Number(now) >= Number(bound) : Number(now) <= Number(bound)),
  }
}
/** `{"jump":{"market":"BTC-USDT","percent":-4}}`, and short where there is one field: `{"halt":"BTC-USDT"}`. */
function actOf(name: string, value: unknown): Act {
  const short = typeof value === 'string' ? { market: value } : { ms: value, account: value }
  try {
    if (isActName(name)) return readAct(name, isFields(value) ? value : short)
  } catch (thrown) {
    if (thrown instanceof Wrong) throw new ScenarioError(`${name}: ${thrown.message}`)
    throw thrown
  }
  throw new ScenarioError(`there is no ${name}`)
}
function deedOf(line: Fields): Deed {
  const { call, as = 0, in: body = {}, fault, path = '', weather, cut, outage, kill } = line
  if (typeof call === 'string' && typeof as === 'number' && isFields(body)) return { call: placeOf(call), as, body }
  if (typeof fault === 'string' && isFault(fault) && typeof path === 'string') return { fault, path }
  const named = typeof weather === 'string' ? weathers[weather] : undefined
  if (named) return { weather: named }
  if (cut === 'all') return { cut }
  if (kill === 'venue') return { kill }
  if (typeof outage === 'number') return { outage }
  const act = Object.entries(line).find(([name]) => isActName(name))
  if (act) return { act: actOf(...act) }
  throw new ScenarioError(`nothing to do in ${JSON.stringify(line)}`)
}
/** The place of a call by its name, such as `spot.submit`. */
function placeOf(name: string): string {
  const found = allCalls.find((call) => `${call.feature}.${call.name}` === name)
  const [place] = found ? routeKeysOf(found) : []
  if (place === undefined) throw new ScenarioError(`there is no call ${name}`)
  return place
}
const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
/** Reads a scenario: a line of JSON for each thing that happens. */
export const readScenario = (text: string): readonly Step[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const value = parsed(line)
      if (!isFields(value)) throw new ScenarioError(`${line} is no step`)
      const deed = deedOf(value)
      if (value['when'] !== undefined) return { when: whenOf(value['when']), deed }
      return { at: momentOf(String(value['at'])), deed }
    })

type Ports = {
  readonly startMs: number
  readonly now: () => number
  readonly priceOf: (market: string) => string
  readonly run: (deed: Deed, no: number) => unknown
}
type Numbered = { readonly step: Step; readonly no: number }
/** Does what is due each time it is called; each step once, in the order of the file. */
export function createScenario(steps: readonly Step[], { startMs, now, priceOf, run }: Ports) {
  let left: readonly Numbered[] = steps.map((step, no) => ({ step, no }))
  return {
    left: () => left.length,
    state: () => left,
    resume: (to: readonly Numbered[]) => {
      left = to
    },
    tick: async () => {
      const isDue = ({ step }: Numbered) =>
        'at' in step ? startMs + step.at <= now() : step.when.isThere(priceOf(step.when.market))
      const due = left.filter(isDue)
      if (due.length === 0) return
      left = left.filter((each) => !due.includes(each))
      for (const { step, no } of due) await run(step.deed, no)
    },
  }
}
