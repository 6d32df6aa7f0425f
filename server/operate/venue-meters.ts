import { statSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isHalted } from '#server/core/halt.ts'
import { whenReady } from '#server/core/maybe.ts'
import type { Store } from '#server/core/store-port.ts'
import type { Meters } from '#server/gateway/metrics.ts'
import type { Venue } from '#server/venue.ts'

const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** A store whose appends are timed; `longestMs` is the longest since it was last asked for. */
export function timeAppends<S extends Pick<Store, 'append'>>(store: S) {
  let longest = 0
  const took = (from: number) => {
    longest = Math.max(longest, performance.now() - from)
  }
  const append: Store['append'] = (group) => {
    const from = performance.now()
    return whenReady(store.append(group), () => took(from))
  }
  return {
    store: { ...store, append },
    longestMs: () => {
      const value = longest
      longest = 0
      return value
    },
  }
}
/** What the loop does with a bug in a step: it is counted like that of a handler, and logged. */
export const countStepFaults = (meters: Pick<Meters, 'bug'>, log: (thrown: unknown) => void) => (thrown: unknown) => {
  meters.bug('loop.step')
  log(thrown)
}

/** How often the event loop is looked at; each time wakes the process, and a pause is found that is longer. */
const lookEveryMs = 25

/** Figures of trading and of the store, for `/metrics` and the dashboard in deploy/. */
export function meterVenue(
  meters: Pick<Meters, 'gauge'>,
  { ctx, groups, isFull, publisher }: Pick<Venue, 'ctx' | 'groups' | 'isFull' | 'publisher'>,
  {
    file,
    behind,
    clockOffsetMs,
    longestAppendMs,
  }: { file: string | null; behind: () => number; clockOffsetMs: () => number; longestAppendMs: () => number },
) {
  const pauses = monitorEventLoopDelay({ resolution: lookEveryMs })
  pauses.enable()
  meters.gauge('kontor_trading_halted', '1 while trading is halted', () => Number(isHalted(ctx)))
  meters.gauge('kontor_disk_full', '1 while changes are refused because the disk is full', () => Number(isFull()))
  meters.gauge(
    'kontor_clock_offset_seconds',
    'How far the clock of the machine is ahead of the venue',
    () => clockOffsetMs() / 1000,
  )
  meters.gauge('kontor_ledger_seq', 'Number of the latest journal entry', () => ctx.journal.end().seq)
  meters.gauge('kontor_commit_groups', 'Groups of commands committed since the start', groups)
  meters.gauge(
    'kontor_commit_seconds',
    'Longest commit of a group since the last reading',
    () => longestAppendMs() / 1000,
  )
  meters.gauge('kontor_projection_groups', 'Groups that are stored but not in the tables of the database yet', behind)
  const bookAt = new Map<string, number>()
  const unlisten = publisher.listen((changes) => {
    for (const { c } of changes) if (c.startsWith('depth:')) bookAt.set(c, performance.now())
  })
  meters.gauge(
    'kontor_depth_age_seconds',
    'Time since the last change of the order book that has not changed for longest',
    () => (bookAt.size === 0 ? 0 : (performance.now() - Math.min(...bookAt.values())) / 1000),
  )
  meters.gauge('kontor_users', 'Accounts', () => ctx.tables.users.count())
  meters.gauge('kontor_orders_loaded', 'Spot orders in memory: open ones and those just ended', () =>
    ctx.tables.spotOrders.count(),
  )
  if (file !== null)
    meters.gauge('kontor_store_bytes', 'Size of the database and its log', () => bytesOf(file) + bytesOf(`${file}-wal`))
  meters.gauge('kontor_loop_pause_seconds', 'Longest pause of the event loop since the last reading', () => {
    const longest = Math.max(0, pauses.max / 1e6 - lookEveryMs) / 1000
    pauses.reset()
    return longest
  })
  return {
    stop: () => {
      unlisten()
      pauses.disable()
    },
  }
}
