import type { AsyncContext, CommandContext } from '#server/core/context.ts'
import type { AssetsContext } from '#server/features/assets/context.ts'
import type { ChatContext } from '#server/features/chat/context.ts'
import type { DepositContext } from '#server/features/wallet/deposit/context.ts'
import type { EarningsContext } from '#server/features/finance/earnings/context.ts'
import type { FinanceContext } from '#server/features/finance/context.ts'
import type { FollowContext } from '#server/features/finance/follow/context.ts'
import type { KycContext } from '#server/features/kyc/context.ts'
import type { LaunchContext } from '#server/features/launch/context.ts'
import type { MiningContext } from '#server/features/mining/context.ts'
import type { NewsContext } from '#server/features/news/context.ts'
import type { OptionContext } from '#server/features/option/context.ts'
import type { OtcContext } from '#server/features/otc/context.ts'
import type { PromotionContext } from '#server/features/promotion/context.ts'
import type { RecoveryContext } from '#server/features/session/recovery/context.ts'
import type { SpotContext } from '#server/features/spot/context.ts'
import type { WithdrawContext } from '#server/features/wallet/withdraw/context.ts'
import type { DeskTables } from './rows.ts'

type DeskSettings = {
  /** Passing a case worth more than this in the base coin takes two people. */
  fourEyesAbove: string
  /** The demo's review is the second person of a change after this time. */
  reviewMs: number
}
export const deskSettings = (): DeskSettings => ({ fourEyesAbove: '10000', reviewMs: 8000 })

/** The values with which the venue started, before the desk's own settings were applied. */
export type DeskState = { initialSettings: ReadonlyMap<string, string> }

/** The desk decides by the moves of the features that own the cases. */
export type DeskContext = KycContext &
  AssetsContext &
  NewsContext &
  OptionContext &
  SpotContext &
  DepositContext &
  WithdrawContext &
  EarningsContext &
  LaunchContext &
  OtcContext &
  ChatContext &
  FinanceContext &
  FollowContext &
  MiningContext &
  RecoveryContext &
  PromotionContext &
  CommandContext<DeskTables, DeskState, { desk: DeskSettings }>
export type AsyncDeskContext = AsyncContext<DeskContext>
