import type { AsyncContext, CommandContext } from '#server/core/context.ts'
import type { AssetsContext } from '#server/features/assets/context.ts'
import type { WithdrawTables } from './rows.ts'

type WithdrawSettings = {
  /** Applications per account and UTC day, rejected ones counted. */
  perDay: number
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
  creditedHours: 12,
  needsCode: false,
  reviewMs: 8000,
  reviewMost: '5000',
})

export type WithdrawContext = AssetsContext & CommandContext<WithdrawTables, object, { withdraw: WithdrawSettings }>
export type AsyncWithdrawContext = AsyncContext<WithdrawContext>
