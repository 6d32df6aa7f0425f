import { statSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isHalted } from '#server/core/halt.ts'
import type { Meters } from '#server/gateway/metrics.ts'
import type { Venue } from '#server/venue.ts'

const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Figures of trading and of the store, for `/metrics` and the dashboard in deploy/. */
export function meterVenue(meters: Pick<Meters, 'gauge'>, { ctx, groups, isFull }: Pick<Venue, 'ctx' | 'groups' | 'isFull'>, { file, clockOffsetMs }: { file: string; clockOffsetMs: () => number }) {
  const pauses = monitorEventLoopDelay({ resolution: 5 })
  pauses.enable()
  meters.gauge('kontor_trading_halted', '1 while trading is halted', () => Number(isHalted(ctx)))
  meters.gauge('kontor_disk_full', '1 while changes are refused because the disk is full', () => Number(isFull()))
  meters.gauge('kontor_clock_offset_seconds', 'How far the clock of the machine is ahead of the venue', () => clockOffsetMs() / 1000)
  meters.gauge('kontor_ledger_seq', 'Number of the latest journal entry', () => ctx.journal.end().seq)
  meters.gauge('kontor_commit_groups', 'Groups of commands committed since the start', groups)
  meters.gauge('kontor_users', 'Accounts', () => ctx.tables.users.count())
  meters.gauge('kontor_orders_loaded', 'Spot orders in memory: open ones and those just ended', () => ctx.tables.spotOrders.count())
  meters.gauge('kontor_store_bytes', 'Size of the database and its log', () => bytesOf(file) + bytesOf(`${file}-wal`))
  meters.gauge('kontor_loop_pause_seconds', 'Longest pause of the event loop since the last reading', () => {
    const longest = pauses.max / 1e9
    pauses.reset()
    return longest
  })
  return { stop: () => pauses.disable() }
}
