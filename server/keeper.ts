import { createAuditor } from '#server/core/auditor.ts'
import { writeTouched } from '#server/identity/callers.ts'
import type { Log } from '#server/gateway/log.ts'
import type { Meters } from '#server/gateway/metrics.ts'
import { keyLifeMs } from '#server/core/settings.ts'
import type { Venue } from './venue.ts'

/** The auditor looks a little further so often, for so long, and rests after each round. */
const auditEveryMs = 20
const auditBudgetMs = 2
const auditRestMs = 10_000
const sweepEveryMs = 60_000
const dueEveryMs = 100
const ringLifeMs = 15 * 60_000
const minRing = 1000

/** What the venue does by itself: ends what is due, audits its books, lets go of what need not be kept. */
export function startKeeper({ venue, log, meters }: { venue: Venue; log: Log; meters: Meters }) {
  const { now, settings } = venue.ctx
  let isBusy = false
  const due = setInterval(() => {
    if (isBusy || venue.isBroken()) return
    isBusy = true
    venue
      .runDue()
      .catch((thrown: unknown) => log.error({ reason: String(thrown) }, 'a deadline failed'))
      .finally(() => {
        isBusy = false
      })
  }, dueEveryMs)
  const auditor = createAuditor(venue)
  const auditing = setInterval(() => {
    if (venue.isBroken()) return
    const breaches = auditor.step(auditBudgetMs, auditRestMs)
    for (const { rule, at } of breaches) {
      meters.breach(rule)
      log.fatal({ rule, at }, 'the books do not add up: trading is halted')
    }
    if (breaches.length) settings.isHalted = true
  }, auditEveryMs)
  const sweeping = setInterval(() => {
    if (venue.isBroken()) return
    void venue.command('touch', writeTouched)
    venue.flush()
    if (!venue.isBroken()) venue.store.sweep(now() - keyLifeMs, now() - ringLifeMs, minRing)
  }, sweepEveryMs)
  const all = [due, auditing, sweeping]
  return { stop: () => all.forEach((each) => clearInterval(each)) }
}
