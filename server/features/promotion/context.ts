import type { CommandContext } from '#server/core/context.ts'
import type { MarketContext } from '#server/features/market/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import type { PromotionTables } from './rows.ts'

type PromotionSettings = {
  /**
   * Shares of a fee for the inviter, their inviter and that one's, as fractions, by the agent level of who earns: none,
   * exclusive, VIP, partner.
   */
  rates: readonly (readonly [string, string, string])[]
  /** The demo has inviters whose traders pay fees. */
  hasDemo: boolean
}
export const promotionSettings = (demo: boolean): PromotionSettings => ({
  hasDemo: demo,
  rates: [
    ['0.1', '0.03', '0.01'],
    ['0.15', '0.05', '0.02'],
    ['0.2', '0.08', '0.03'],
    ['0.3', '0.1', '0.05'],
  ],
})

/** The market prices what is earned in other coins. */
export type PromotionContext = IdentityContext &
  MarketContext &
  CommandContext<PromotionTables, object, { promotion: PromotionSettings }>
