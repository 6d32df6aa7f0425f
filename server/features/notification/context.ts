import type { IdentityContext } from '#server/identity/context.ts'
import type { CommandContext } from '#server/core/context.ts'
import type { MarketState } from '#server/features/market/context.ts'
import type { MarketTables } from '#server/features/market/rows.ts'
import type { NotificationTables } from './rows.ts'

export type NotificationSettings = {
  /** Notifications are also sent by Web Push. */
  hasPush: boolean
  /** The private VAPID key, as base64url; null: one is made at the first start and kept in the data folder. */
  pushKey: string | null
  /** Whom a push service may turn to: a `mailto:` or `https:` address. */
  pushContact: string
}
export const notificationSettings = (): NotificationSettings => ({
  hasPush: true,
  pushKey: null,
  pushContact: 'https://kontor.example/',
})

export type NotificationContext = IdentityContext &
  CommandContext<NotificationTables & MarketTables, MarketState, { notification: NotificationSettings }>
