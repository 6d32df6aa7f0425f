import { passkeySpec } from './account/passkey.ts'
import { chatAccountSpec } from './chat/chat-account.ts'
import { chatCallsSpec } from './chat/chat-calls.ts'
import { chatFriendsSpec } from './chat/chat-friends.ts'
import { chatGroupsSpec } from './chat/chat-groups.ts'
import { chatMessagesSpec } from './chat/chat-messages.ts'
import { chatRedPacketsSpec } from './chat/chat-red-packets.ts'
import { deskSpec } from './desk/desk.ts'
import { earningsSpec } from './finance/earnings.ts'
import { speaking } from './events.ts'
import { marketSpec } from './market/market.ts'
import { pushSpec } from './notification/push.ts'
import { programSpec } from './program/program.ts'
import { recoverySpec } from './session/recovery.ts'
import { sessionSpec } from './session/session.ts'
import { webhookSpec } from './webhook/webhook.ts'
import type { Channels } from './wire/channels.ts'
import type { Endpoint } from './wire/endpoint.ts'

/**
 * The only list of features on the wire. Types and tables of calls and channels are derived from it, those of events
 * from the part in `events.ts`.
 */
export const specs = {
  ...speaking,
  session: sessionSpec,
  market: marketSpec,
  earnings: earningsSpec,
  push: pushSpec,
  'chat-groups': chatGroupsSpec,
  'chat-messages': chatMessagesSpec,
  'chat-friends': chatFriendsSpec,
  'chat-red-packets': chatRedPacketsSpec,
  'chat-account': chatAccountSpec,
  'chat-calls': chatCallsSpec,
  recovery: recoverySpec,
  passkey: passkeySpec,
  program: programSpec,
  webhook: webhookSpec,
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
