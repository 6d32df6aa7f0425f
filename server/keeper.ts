import { limits } from '#contract/wire/limits.ts'
import { createAging } from './core/aging.ts'
import { createAuditor } from './core/auditor.ts'
import type { Files } from './core/files-port.ts'
import { haltTrading } from './core/halt.ts'
import type { Breach } from './core/ledger.ts'
import { whenReady } from './core/maybe.ts'
import type { Log } from './gateway/log.ts'
import type { Meters } from './gateway/metrics.ts'
import { storeLastUse } from './identity/callers.ts'
import { sweepUploads } from './identity/unused-uploads.ts'
import type { Venue } from './venue.ts'

/** Interval and time budget of an auditor step, and the pause after a full pass. */
const auditEveryMs = 20
const auditBudgetMs = 2
const auditPauseMs = 10_000
const sweepEveryMs = 60_000
/** A sweep is done in steps, so that it never stops the venue for long. */
const sweepStepMs = 50
const dueEveryMs = 100
const roomEveryMs = 1000
const uploadsEveryMs = 10 * 60_000
/** At most one command of two hundred rows a second. */
const agingEveryMs = 1000
const eventLifeMs = 15 * 60_000
const minEvents = 1000

/** Audits step by step; a breach is counted and logged, and halts trading. */
function createAudit({ venue, log, meters }: { venue: Venue; log: Log; meters: Meters }) {
  let found = 0
  const report = (breaches: readonly Breach[]) => {
    found += breaches.length
    for (const { rule, at } of breaches) {
      meters.breach(rule)
      log.fatal({ rule, at }, 'the books do not add up: trading is halted')
    }
    if (breaches.length) void venue.command(haltTrading)
  }
  const auditor = createAuditor(venue)
  return {
    step: () => whenReady(auditor.step(auditBudgetMs, auditPauseMs), report),
    /** How many breaches were found since the start. */
    breaches: () => found,
  }
}

/**
 * Starts the background work: running deadlines, auditing the books, deleting expired keys, old events and unused
 * files, and moving what is long over to the archive.
 */
export function startKeeper({
  venue,
  log,
  meters,
  files,
  ended,
}: {
  venue: Venue
  log: Log
  meters: Meters
  files: Pick<Files, 'remove'>
  /** How long what is over stays, and where it goes then. */
  ended: Pick<Parameters<typeof createAging>[0], 'archive' | 'keepMs'>
}) {
  const { now } = venue.ctx
  /** Runs `work` every `ms`, skipping a run while the previous one is still pending. */
  const every = (ms: number, work: () => unknown) => {
    let isBusy = false
    return setInterval(() => {
      if (isBusy || venue.isBroken()) return
      const pending = work()
      if (!(pending instanceof Promise)) return
      isBusy = true
      pending
        .catch((thrown: unknown) => log.error({ reason: String(thrown) }, 'background work failed'))
        .finally(() => {
          isBusy = false
        })
    }, ms)
  }
  const whileRoom = (work: () => Promise<unknown>) => () => (venue.isFull() ? undefined : work())
  const audit = createAudit({ venue, log, meters })
  const { aging: tables, store, command, durable } = venue
  const age = createAging({ tables, store, command, durable, now, ...ended })
  /** The user after whom the sweep goes on; null while it rests. */
  let sweptUser: number | null = null
  const timers = [
    every(roomEveryMs, () => {
      const wasFull = venue.isFull()
      venue.makeRoom()
      if (wasFull && !venue.isFull()) log.warn('there is room on the disk again: changes are accepted')
    }),
    every(dueEveryMs, whileRoom(venue.runDue)),
    every(auditEveryMs, audit.step),
    every(
      sweepEveryMs,
      whileRoom(async () => {
        await venue.command(storeLastUse)
        await venue.durable()
        sweptUser ??= 0
      }),
    ),
    every(
      uploadsEveryMs,
      whileRoom(() => sweepUploads(venue.asyncCtx, venue.durable, files)),
    ),
    every(agingEveryMs, whileRoom(age)),
    every(sweepStepMs, async () => {
      if (sweptUser !== null)
        sweptUser = await venue.store.sweep(now() - limits.keyLifeMs, now() - eventLifeMs, minEvents, sweptUser)
    }),
  ]
  return {
    breaches: audit.breaches,
    stop: () => timers.forEach((timer) => clearInterval(timer)),
  }
}
