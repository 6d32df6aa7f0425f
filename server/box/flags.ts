import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isDec } from '#contract/wire/money.ts'
import type { Funds } from './accounts.ts'
import { boxStartMs } from './box.ts'
import type { BoxPlan } from './record.ts'
import { calm, weathers, type Weather } from './faults.ts'
import { readScenario } from './scenario.ts'
import { readTape, tapeStart } from './tape.ts'

/** A flag that makes no sense; the program ends with 64. */
export class FlagError extends Error {}

const options = {
  port: { type: 'string', default: '0' },
  'admin-port': { type: 'string', default: '0' },
  bind: { type: 'string', default: '127.0.0.1' },
  seed: { type: 'string', default: '1' },
  start: { type: 'string' },
  clock: { type: 'string', default: 'real' },
  speed: { type: 'string', default: '1' },
  latency: { type: 'string' },
  fault: { type: 'string', default: 'calm' },
  accounts: { type: 'string', default: '1' },
  funds: { type: 'string', default: '10000USDT' },
  markets: { type: 'string' },
  maker: { type: 'string', default: 'on' },
  arming: { type: 'string', default: 'off' },
  limits: { type: 'string' },
  record: { type: 'string' },
  tape: { type: 'string' },
  scenario: { type: 'string' },
  wire: { type: 'string', default: 'kontor' },
  headless: { type: 'boolean', default: false },
  'ready-json': { type: 'boolean', default: false },
} as const

const wholeOf = (text: string, name: string, [least, most]: readonly [number, number]): number => {
  const value = /^\d+$/.test(text) ? Number(text) : NaN
  if (!(value >= least && value <= most)) throw new FlagError(`--${name} takes a whole number from ${least} to ${most}`)
  return value
}
const oneOf = <T extends string>(text: string, name: string, all: readonly T[]): T => {
  const found = all.find((each) => each === text)
  if (found === undefined) throw new FlagError(`--${name} is one of ${all.join(', ')}`)
  return found
}
const fundsOf = (text: string): Funds =>
  Object.fromEntries(
    text.split(',').map((part): [string, string] => {
      const [, amount = '', coin = ''] = /^([\d.]+)([A-Z]+)$/.exec(part) ?? []
      if (coin === '' || !isDec(amount)) throw new FlagError('--funds looks like 10000USDT,1BTC')
      return [coin, amount]
    }),
  )
/** `A` or `A±B` milliseconds, also written `A+-B`. */
const latencyOf = (text: string): Pick<Weather, 'ms' | 'jitterMs'> => {
  const [, middle, spread = '0'] = /^(\d{1,5})(?:(?:±|\+-)(\d{1,5}))?$/.exec(text) ?? []
  if (middle === undefined) throw new FlagError('--latency looks like 40 or 40±20')
  const ms = Math.max(0, Number(middle) - Number(spread))
  return { ms, jitterMs: Number(middle) + Number(spread) - ms }
}
const startOf = (text: string | undefined, isManual: boolean): number => {
  if (text === undefined) return isManual ? boxStartMs : Date.now()
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new FlagError('--start is an instant like 2026-01-05T00:00:00Z')
  return at
}

/** What a box is started with, as its command line says it. */
export function readFlags(args: readonly string[]) {
  const { values } = parse(args)
  const isManual = oneOf(values.clock, 'clock', ['real', 'manual']) === 'manual'
  const speed = isManual ? 0 : wholeOf(values.speed, 'speed', [1, 1000])
  const tape = values.tape === undefined ? null : tapeOf(values.tape)
  if (tape && values.start !== undefined) throw new FlagError('a --tape begins when it began: it takes no --start')
  const weather = { ...(weathers[oneOf(values.fault, 'fault', Object.keys(weathers))] ?? calm) }
  const plan: BoxPlan = {
    seed: wholeOf(values.seed, 'seed', [0, 2 ** 32 - 1]),
    start: tape ? tapeStart(tape) : startOf(values.start, isManual),
    accounts: wholeOf(values.accounts, 'accounts', [0, 1000]),
    funds: fundsOf(values.funds),
    markets: values.markets?.split(',') ?? null,
    maker: oneOf(values.maker, 'maker', ['on', 'off']) === 'on',
    ...(oneOf(values.arming, 'arming', ['on', 'off']) === 'on' && { arming: true }),
    ...(tape && { tape }),
  }
  return {
    plan,
    port: wholeOf(values.port, 'port', [0, 65_535]),
    adminPort: wholeOf(values['admin-port'], 'admin-port', [0, 65_535]),
    bind: values.bind,
    speed,
    isNow: values.start === undefined && speed === 1 && tape === null,
    scenario: values.scenario === undefined ? [] : scenarioOf(values.scenario),
    // A clock that does not go at the pace of this machine leaves the limits, which do, without a meaning.
    rates: ratesOf(values.limits ?? (speed === 1 ? 'real' : 'off')),
    weather: values.latency === undefined ? weather : { ...weather, ...latencyOf(values.latency) },
    record: values.record ?? null,
    wire: oneOf(values.wire, 'wire', ['kontor', 'binance']) === 'binance' ? ('binance' as const) : null,
    isHeadless: values.headless,
    isJson: values['ready-json'],
  }
}
const textOf = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new FlagError(`there is no file ${file}`)
  }
}
/** `FILE`, or `MARKET=FILE`. */
const tapeOf = (text: string) => {
  const [, market = 'BTC-USDT', file = text] = /^([A-Z0-9]+-[A-Z0-9]+)=(.+)$/.exec(text) ?? []
  return readTape(textOf(file), market)
}
const scenarioOf = (file: string) => readScenario(textOf(file))
const ratesOf = (text: string): number => {
  if (text === 'real') return 1
  return text === 'off' ? 1_000_000 : wholeOf(text.replace(/^x/, ''), 'limits', [1, 1_000_000])
}
function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true })
  } catch (thrown) {
    throw new FlagError(thrown instanceof Error ? thrown.message : String(thrown))
  }
}
export type Flags = ReturnType<typeof readFlags>
