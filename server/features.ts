import type { FeatureName } from '#contract/endpoints.ts'
import type { ContextOf, Feature } from './core/feature.ts'
import { accountFeature } from './features/account/feature.ts'
import { alertFeature } from './features/alert/feature.ts'
import { assetsFeature } from './features/assets/feature.ts'
import { bankFeature } from './features/wallet/bank/feature.ts'
import { chatFeature } from './features/chat/feature.ts'
import { chatAccountFeature } from './features/chat/account/feature.ts'
import { chatCallsFeature } from './features/chat/calls/feature.ts'
import { chatFriendsFeature } from './features/chat/friends/feature.ts'
import { chatGroupsFeature } from './features/chat/groups/feature.ts'
import { chatMessagesFeature } from './features/chat/messages/feature.ts'
import { chatRedPacketsFeature } from './features/chat/red-packets/feature.ts'
import { depositFeature } from './features/wallet/deposit/feature.ts'
import { deskFeature } from './features/desk/feature.ts'
import { earningsFeature } from './features/finance/earnings/feature.ts'
import { financeFeature } from './features/finance/feature.ts'
import { followFeature } from './features/finance/follow/feature.ts'
import { kycFeature } from './features/kyc/feature.ts'
import { launchFeature } from './features/launch/feature.ts'
import { leverFeature } from './features/lever/feature.ts'
import { marketFeature } from './features/market/feature.ts'
import { miningFeature } from './features/mining/feature.ts'
import { newsFeature } from './features/news/feature.ts'
import { notificationFeature } from './features/notification/feature.ts'
import { optionFeature } from './features/option/feature.ts'
import { otcFeature } from './features/otc/feature.ts'
import { platformFeature } from './features/platform/feature.ts'
import { programFeature } from './features/program/feature.ts'
import { promotionFeature } from './features/promotion/feature.ts'
import { pushFeature } from './features/notification/push/feature.ts'
import { passkeyFeature } from './features/account/passkey/feature.ts'
import { recoveryFeature } from './features/session/recovery/feature.ts'
import { sessionFeature } from './features/session/feature.ts'
import { spotFeature } from './features/spot/feature.ts'
import { triggerFeature } from './features/trigger/feature.ts'
import { webhookFeature } from './features/webhook/feature.ts'
import { withdrawFeature } from './features/wallet/withdraw/feature.ts'
import type { IdentityContext } from './identity/context.ts'

/**
 * The only list of the server's features. Seeds and the steps of a price tick run in this order: the market's prices
 * first, then the option rounds settled on them and the triggers that they reach, then spot's market maker.
 */
const list = {
  session: sessionFeature,
  account: accountFeature,
  kyc: kycFeature,
  market: marketFeature,
  option: optionFeature,
  trigger: triggerFeature,
  spot: spotFeature,
  lever: leverFeature,
  bank: bankFeature,
  assets: assetsFeature,
  deposit: depositFeature,
  withdraw: withdrawFeature,
  otc: otcFeature,
  earnings: earningsFeature,
  finance: financeFeature,
  follow: followFeature,
  launch: launchFeature,
  mining: miningFeature,
  promotion: promotionFeature,
  news: newsFeature,
  alert: alertFeature,
  notification: notificationFeature,
  push: pushFeature,
  platform: platformFeature,
  chat: chatFeature,
  'chat-groups': chatGroupsFeature,
  'chat-messages': chatMessagesFeature,
  'chat-friends': chatFriendsFeature,
  'chat-red-packets': chatRedPacketsFeature,
  'chat-account': chatAccountFeature,
  'chat-calls': chatCallsFeature,
  recovery: recoveryFeature,
  passkey: passkeyFeature,
  desk: deskFeature,
  program: programFeature,
  webhook: webhookFeature,
}
/** The context of all features together; each feature sees the part that its own context type declares. */
export type VenueContext = IdentityContext & ContextOf<typeof list>
/** Does not compile if a feature is missing, or if one uses tables or state that no feature provides. */
export const features: { readonly [K in FeatureName]: Feature<VenueContext> } = list
