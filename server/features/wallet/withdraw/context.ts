import type { AsyncContext, CommandContext } from '#server/core/context.ts'
import type { AssetsContext } from '#server/features/assets/context.ts'
import type { WithdrawTables } from './rows.ts'

type WithdrawSettings = {
  /** Applications per account and UTC day, rejected ones counted. */
  perDay: number
  /** What may leave an account of each verification level in a UTC day, worth in the base coin. */
  dayMost0: string
  dayMost1: string
  dayMost2: string
  /** Within how many hours a withdrawal is promised to arrive; shown, never a deadline. */
  creditedHours: number
  /** A withdrawal needs a verification code in addition to the fund password. */
  needsCode: boolean
  /** The demo's review: how long it takes, and the largest amount it passes, worth in the base coin. */
  reviewMs: number
  reviewMost: string
}
export const withdrawSettings = (): WithdrawSettings => ({
  perDay: 3,
  dayMost0: '10000',
  dayMost1: '100000',
  dayMost2: '1000000',
  creditedHours: 12,
  needsCode: false,
  reviewMs: 8000,
  reviewMost: '5000',
})

export type WithdrawContext = AssetsContext & CommandContext<WithdrawTables, object, { withdraw: WithdrawSettings }>
export type AsyncWithdrawContext = AsyncContext<WithdrawContext>
