import * as z from 'zod/mini'
import { dec } from '#contract/wire/money.ts'

/** Longest text of reports in one call, and how many. */
export const maxReportText = 50_000
const maxReports = 200
/** How far the clock of a watcher may be from that of the venue. */
export const maxReportAgeMs = 300_000

/**
 * What a watcher tells of one output of a transaction, which it tells again as often as it likes. `seen`: with so many
 * confirmations; `done`: final to the watcher; `vanished`: the chain does not hold it any more.
 */
const report = z.strictObject({
  network: z.string().check(z.maxLength(20)),
  coin: z.string().check(z.maxLength(20)),
  txid: z.string().check(z.regex(/^(?:0x)?[0-9a-fA-F]{64}$/)),
  output: z.int().check(z.minimum(0)),
  address: z.string().check(z.maxLength(128)),
  memo: z.optional(z.string().check(z.maxLength(40))),
  amount: dec,
  confirmations: z.int().check(z.minimum(0)),
  state: z.enum(['seen', 'done', 'vanished']),
})
export type Report = z.output<typeof report>
/** The signed text: what was seen, and when it was said. */
export const reports = z.strictObject({ at_ms: z.int(), list: z.array(report).check(z.maxLength(maxReports)) })
