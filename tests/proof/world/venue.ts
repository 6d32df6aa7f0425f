import type { Bus } from '#server/bus/port.ts'
import type { CommandContext } from '#server/core/context.ts'
import type { Store } from '#server/core/store-port.ts'
import type { VenueContext } from '#server/features.ts'
import { createApp } from '#server/gateway/app.ts'
import { createHub } from '#server/gateway/hub.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { createLog } from '#server/gateway/log.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import { createLoop } from '#server/loop.ts'
import { createMemoryVenue, memoryStartMs } from '#server/memory.ts'
import type { SomeSettings } from '#server/settings.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import { reachOf } from '#tests/support/venues.ts'
import type { Far } from './net.ts'

export const market = 'BTC-USDT'
export type VenuePlant = {
  readonly store?: (inner: Store) => Store
  readonly bus?: (inner: Bus) => Bus
  readonly init?: (init: RequestInit) => RequestInit
  readonly settings?: SomeSettings
}
type Ports = {
  readonly seed: number
  readonly plant: VenuePlant
  readonly watch: (inner: Store) => Store
  readonly onBook: (book: Omit<BookSnapshot, 'market'>) => void
  readonly onBreach: (rule: string, at: string) => void
}

export const immediate = () => new Promise<void>((done) => setImmediate(done))
const turnsOf = 6

/**
 * The venue in memory with its gateway, which can die between a decision and its commit and stand up again from its
 * store.
 */
export function createWorldVenue({ seed, plant, watch, onBook, onBreach }: Ports) {
  const sqlite = openSqlite(':memory:')
  const inner: Store = {
    ...sqlite,
    open: (shapes) => {
      const opened = sqlite.open(shapes)
      // A secret of its own would make every run write other bytes.
      return { ...opened, meta: (name) => (name === 'digest_secret' ? 'a'.repeat(43) : opened.meta(name)) }
    },
  }
  // The watch stands next to the venue: it sees what the venue believes to be stored.
  const seen = watch(plant.store?.(inner) ?? inner)
  let lives = 0
  let hasChanged = false
  let changedAt = memoryStartMs
  const store: Store = {
    ...seen,
    append: (group) => {
      hasChanged = true
      return seen.append(group)
    },
  }
  let life = start(memoryStartMs)

  function start(startMs: number) {
    const pending: (() => void)[] = []
    const beats = new Set<{ ms: number; dueAt: number; work: () => void }>()
    const dying = new Set<() => void>()
    const memory = createMemoryVenue({
      store,
      seed: seed + (lives += 1),
      startMs,
      soon: (work) => void pending.push(work),
      ...(plant.settings && { settings: plant.settings }),
    })
    // Every book that is published, by the socket or in the answer to a read, is one that was compared just before.
    const { depth } = memory.venue.ctx.markets.ofPair(1)
    const { sync } = depth
    depth.sync = () => {
      sync()
      onBook(depth.snapshot())
    }
    depth.sync()
    const every = (ms: number, work: () => void) => {
      const beat = { ms, dueAt: memory.clock.now() + ms, work }
      beats.add(beat)
      return () => void beats.delete(beat)
    }
    const { bus: raw, now, files } = reachOf(memory.venue, { every })
    const bus = plant.bus?.(raw) ?? raw
    const faults: unknown[] = []
    const app = createApp({
      bus,
      now,
      files,
      meters: createMeters(),
      limits: createLimits(100_000),
      origins: [],
      addressOf: () => '127.0.0.1',
      isDev: false,
      isReady: () => true,
      mayReadMetrics: () => false,
      onFault: (thrown) => faults.push(thrown),
      statics: { fetch: () => new Response('', { status: 404 }) },
    })
    const openHub = () => createHub({ bus, now, meters: createMeters(), log: createLog('silent'), every })
    return {
      memory,
      app,
      beats,
      pending,
      dying,
      faults,
      openHub,
      hub: openHub(),
      engines: createLoop(memory.venue),
      isUp: true,
    }
  }
  const commit = () => life.pending.splice(0).forEach((work) => work())
  /** Lets everything that was begun come to where it waits for time, the network or the commit. */
  const settle = async () => {
    for (let turn = 0; turn < turnsOf; turn += 1) await immediate()
  }
  /** Runs work of the venue itself, with its commits. */
  const drive = async <T>(work: Promise<T>): Promise<T> => {
    const ended = { is: false }
    const done = work.finally(() => (ended.is = true))
    for (let turn = 0; turn < 500 && !ended.is; turn += 1) {
      commit()
      await immediate()
    }
    return done
  }
  const report = () => {
    const { memory, faults } = life
    for (const bug of [...memory.bugs.splice(0), ...faults.splice(0)])
      onBreach('bug', bug instanceof Error ? (bug.stack ?? bug.message) : String(bug))
  }
  const far = (): Far => {
    const mine = life
    if (!mine.isUp) return { handle: () => Promise.resolve(null), join: null }
    return {
      handle: (method, path, { headers, body }) =>
        new Promise((resolve) => {
          const die = () => resolve(null)
          mine.dying.add(die)
          const init: RequestInit = {
            method,
            redirect: 'manual',
            ...(headers !== undefined && { headers }),
            ...(body !== undefined && { body }),
          }
          const request = new Request(`http://gateway.test${path}`, plant.init?.(init) ?? init)
          void Promise.resolve(mine.app.fetch(request)).then(async (answer) => {
            const text = await answer.text()
            mine.dying.delete(die)
            // What a dead process had begun to answer is never heard.
            resolve(mine.isUp ? { status: answer.status, headers: answer.headers, text } : null)
          })
        }),
      join: (line) => mine.hub.join(line, '127.0.0.1'),
    }
  }
  return {
    far,
    commit,
    settle,
    drive,
    report,
    now: () => life.memory.clock.now(),
    venue: () => life.memory.venue,
    store,
    /** For how long nothing was written. */
    quietForMs: () => life.memory.clock.now() - changedAt,
    isUp: () => life.isUp,
    command: <T>(work: (ctx: CommandContext & VenueContext) => T) => drive(life.memory.venue.command(work)),
    advance: (ms: number) => life.memory.clock.advance(ms),
    /** What the gateway does from time to time. */
    beat: () => {
      const now = life.memory.clock.now()
      if (hasChanged) changedAt = now
      hasChanged = false
      if (!life.isUp) return
      for (const beat of life.beats) {
        if (beat.dueAt > now) continue
        beat.dueAt = now + beat.ms
        beat.work()
      }
    },
    /** A tick of the prices and what falls due. */
    step: async () => {
      if (!life.isUp) return
      await drive(life.engines.step())
      await drive(life.memory.venue.runDue())
    },
    /** What is decided and not committed is lost, and so is every answer under way. */
    kill: () => {
      report()
      life.isUp = false
      life.pending.splice(0)
      life.dying.forEach((die) => die())
    },
    /** Another process on the same store. */
    revive: () => {
      life = start(life.memory.clock.now())
    },
    restartGateway: () => {
      life.hub.stop()
      life.hub = life.openHub()
    },
    stop: async () => {
      life.hub.stop()
      await drive(Promise.resolve(life.memory.venue.stop()))
    },
  }
}
export type WorldVenue = ReturnType<typeof createWorldVenue>
