import { passkeySpec } from './account/passkey.ts'
import { chatAccountSpec } from './chat/chat-account.ts'
import { chatFriendsSpec } from './chat/chat-friends.ts'
import { chatGroupsSpec } from './chat/chat-groups.ts'
import { chatMessagesSpec } from './chat/chat-messages.ts'
import { chatRedPacketsSpec } from './chat/chat-red-packets.ts'
import { deskSpec } from './desk/desk.ts'
import { earningsSpec } from './finance/earnings.ts'
import { speaking } from './events.ts'
import { marketSpec } from './market/market.ts'
import { pushSpec } from './notification/push.ts'
import { recoverySpec } from './session/recovery.ts'
import { sessionSpec } from './session/session.ts'
import type { Channels } from './wire/channels.ts'
import type { Endpoint } from './wire/endpoint.ts'

/**
 * The only list of features on the wire. Types and tables of calls and channels are derived from it, those of events
 * from the part in `events.ts`.
 */
export const specs = {
  session: sessionSpec,
  account: speaking.account,
  kyc: speaking.kyc,
  market: marketSpec,
  spot: speaking.spot,
  lever: speaking.lever,
  trigger: speaking.trigger,
  option: speaking.option,
  assets: speaking.assets,
  deposit: speaking.deposit,
  withdraw: speaking.withdraw,
  bank: speaking.bank,
  otc: speaking.otc,
  earnings: earningsSpec,
  finance: speaking.finance,
  follow: speaking.follow,
  launch: speaking.launch,
  mining: speaking.mining,
  promotion: speaking.promotion,
  news: speaking.news,
  alert: speaking.alert,
  notification: speaking.notification,
  push: pushSpec,
  platform: speaking.platform,
  chat: speaking.chat,
  'chat-groups': chatGroupsSpec,
  'chat-messages': chatMessagesSpec,
  'chat-friends': chatFriendsSpec,
  'chat-red-packets': chatRedPacketsSpec,
  'chat-account': chatAccountSpec,
  recovery: recoverySpec,
  passkey: passkeySpec,
  desk: deskSpec,
} as const
export type Specs = typeof specs
export type FeatureName = keyof Specs

type Call = { readonly feature: FeatureName; readonly name: string; readonly endpoint: Endpoint }
const featureNames = Object.keys(specs).filter((name): name is FeatureName => Object.hasOwn(specs, name))
/** Every call of every feature. */
export const allCalls: readonly Call[] = featureNames.flatMap((feature) =>
  Object.entries<Endpoint>(specs[feature].calls).map(([name, endpoint]) => ({ feature, name, endpoint })),
)

/** Every channel family, by its name: the part of a channel's name before the first colon. */
export const channels: Channels = Object.assign({}, ...Object.values(specs).map((each) => each.channels))
