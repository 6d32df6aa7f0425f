import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { boxStartMs } from './box.ts'
import type { Funds } from './accounts.ts'
import type { BoxState, Wanted } from './controls.ts'
import { calm, weathers, type Fault, type Weather } from './faults.ts'
import { readScenario } from './scenario.ts'
import { serveBox } from './serve.ts'
import { readTape, tapeStart } from './tape.ts'

/** A box as it was at an instant of its time. */
type Snapshot = { readonly now: number }
const states = new WeakMap<Snapshot, BoxState>()
const stateOf = (snapshot: Snapshot): BoxState => {
  const state = states.get(snapshot)
  if (!state) throw new Error('that is no snapshot of a box')
  return state
}
/** How a test wishes its exchange; by default one market, one account, and time that stands still. */
type BoxWish = {
  readonly seed?: number
  /** `manual`: time stands until it is told to go on; else how many times as fast as here it goes. */
  readonly clock?: 'manual' | number
  readonly accounts?: number
  /** Decimals by coin, for each account. */
  readonly funds?: Funds
  /** Null opens all markets of a demo. */
  readonly markets?: readonly string[] | null
  readonly maker?: boolean
  /** A market opens by and by, after a start, a halt and a silence. */
  readonly arming?: boolean
  /** A weather by its name, or chances of faults. */
  readonly weather?: string | Weather
  /** What a market trades, and when: a file of candles or trades. The box begins with it. */
  readonly tape?: { readonly market: string; readonly csv: string }
  /** It begins as another one was: with its accounts, at its instant. What is wished of a market is that one's. */
  readonly from?: Snapshot
}
const quiet = {
  seed: 1,
  start: boxStartMs,
  accounts: 1,
  funds: { USDT: '10000' },
  maker: true,
  markets: ['BTC-USDT'],
}
const weatherOf = (wish: string | Weather): Weather => {
  const found = typeof wish === 'string' ? weathers[wish] : wish
  if (!found) throw new Error(`there is no weather ${String(wish)}`)
  return found
}

/** An exchange for one test, in this process and on a port of its own; `stop` it, or let `await using` do so. */
export async function openBox(wish: BoxWish = {}) {
  const { clock = 'manual', weather = calm, tape: file, from: snapshot, ...more } = wish
  const from = snapshot && stateOf(snapshot).box
  const tape = file && readTape(file.csv, file.market)
  const plan = from?.plan ?? {
    ...quiet,
    ...(tape && { tape, start: tapeStart(tape), markets: [tape.market] }),
    ...more,
  }
  const served = await serveBox(plan, {
    port: 0,
    bind: '127.0.0.1',
    speed: clock === 'manual' ? 0 : clock,
    weather: weatherOf(weather),
    rates: 1_000_000,
    app: null,
    ...(from && { from }),
  })
  const { controls, url, accounts, stop } = served
  return {
    url,
    accounts,
    now: () => controls.clock().now,
    advance: (ms: number) => controls.advanceTo(controls.clock().now + ms),
    until: (event: Wanted, { limitMs = 60_000 }: { limitMs?: number } = {}) => controls.until(event, limitMs),
    /** The next call whose path holds `path` meets the fault. */
    fault: (fault: Fault, path = '') => controls.once(fault, path),
    outage: controls.outage,
    weather: (next: string | Weather) => controls.weather(weatherOf(next)),
    faults: controls.faults,
    /** Lets things happen from now on, each as a line of a scenario has it. */
    play: (lines: readonly object[]) =>
      void controls.play(readScenario(lines.map((line) => JSON.stringify(line)).join('\n'))),
    act: controls.act,
    /** The venue dies, and starts again on what it has stored; all lines are gone. */
    restart: controls.restart,
    /** What the box is now, for `restore`, and for boxes that are opened `from` it. */
    snapshot: async (): Promise<Snapshot> => {
      const state = await controls.snapshot()
      const snapshot = { now: state.box.at }
      states.set(snapshot, state)
      return snapshot
    },
    /** Everything is as it was then, at the instant it was; all lines are gone. */
    restore: async (to: Snapshot) => controls.restore(stateOf(to)),
    hash: async () => (await controls.hash()).journal,
    /** The record so far, for `kontor replay`. */
    record: controls.record,
    /** Writes the record so far into a folder, and answers with its file. */
    save: async (folder: string) => {
      const { store } = await controls.hash()
      const file = join(folder, `run-${store.slice(0, 8)}.jsonl`)
      await mkdir(folder, { recursive: true })
      await writeFile(file, await controls.record())
      return file
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
