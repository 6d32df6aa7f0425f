import type { Kyc } from '#server/identity/rows.ts'
import type { KycContext } from './context.ts'

const kept = 30
/** Fewer say nothing. */
const fewest = 3

/** Notes how long an application has waited, in the command that decides it. */
export function noteWait({ tables, now }: KycContext, { level, status, submittedAt }: Kyc) {
  if (status !== 'underReview' || submittedAt === null) return
  const waits = [now() - submittedAt, ...(tables.kycWaits.get(level)?.waits ?? [])].slice(0, kept)
  tables.kycWaits.put({ level, waits })
}
/** Within which time four of five of the last applications were decided; null while there are too few. */
export function usualWait({ tables }: Pick<KycContext, 'tables'>, level: 1 | 2): number | null {
  const waits = tables.kycWaits.get(level)?.waits ?? []
  return waits.length < fewest ? null : (waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.8) - 1] ?? null)
}
