import * as z from 'zod/mini'
import { accountSpec } from './account.ts'
import { assetsSpec } from './assets.ts'
import { bankSpec } from './bank.ts'
import { chatSpec } from './chat/chat.ts'
import { chatAccountSpec } from './chat/chat-account.ts'
import { chatFriendsSpec } from './chat/chat-friends.ts'
import { chatGroupsSpec } from './chat/chat-groups.ts'
import { chatMessagesSpec } from './chat/chat-messages.ts'
import { chatRedPacketsSpec } from './chat/chat-red-packets.ts'
import { depositSpec } from './deposit.ts'
import { deskSpec } from './desk.ts'
import { earningsSpec } from './earnings.ts'
import { financeSpec } from './finance.ts'
import { followSpec } from './follow.ts'
import { kycSpec } from './kyc.ts'
import { launchSpec } from './launch.ts'
import { leverSpec } from './lever.ts'
import { marketSpec } from './market.ts'
import { miningSpec } from './mining.ts'
import { newsSpec } from './news.ts'
import { optionSpec } from './option.ts'
import { otcSpec } from './otc.ts'
import { platformSpec } from './platform.ts'
import { promotionSpec } from './promotion.ts'
import { sessionSpec } from './session.ts'
import { spotSpec } from './spot.ts'
import { withdrawSpec } from './withdraw.ts'
import type { Channels } from './wire/channels.ts'
import type { Endpoint } from './wire/endpoint.ts'

/** The only list of features on the wire. Types and tables of calls, events and channels are derived from it. */
export const specs = {
  session: sessionSpec, account: accountSpec, kyc: kycSpec, market: marketSpec, spot: spotSpec, lever: leverSpec, option: optionSpec,
  assets: assetsSpec, deposit: depositSpec, withdraw: withdrawSpec, bank: bankSpec, otc: otcSpec,
  earnings: earningsSpec, finance: financeSpec, follow: followSpec, launch: launchSpec, mining: miningSpec, promotion: promotionSpec, news: newsSpec,
  platform: platformSpec, chat: chatSpec, 'chat-groups': chatGroupsSpec, 'chat-messages': chatMessagesSpec, 'chat-friends': chatFriendsSpec,
  'chat-red-packets': chatRedPacketsSpec, 'chat-account': chatAccountSpec, desk: deskSpec,
} as const
export type Specs = typeof specs
export type FeatureName = keyof Specs

type Call = { readonly feature: FeatureName; readonly name: string; readonly endpoint: Endpoint }
const featureNames = Object.keys(specs).filter((name): name is FeatureName => Object.hasOwn(specs, name))
/** Every call of every feature. */
export const allCalls: readonly Call[] = featureNames.flatMap((feature) =>
  Object.entries<Endpoint>(specs[feature].calls).map(([name, endpoint]) => ({ feature, name, endpoint })),
)

type EventOf<F extends FeatureName> = Specs[F]['events'][number]
const [first, ...rest] = Object.values(specs).flatMap((each): EventOf<FeatureName>[] => [...each.events])
if (!first) throw new Error('no feature has an event')
/** Every event of the caller's own channel `u:me`. */
export const event = z.discriminatedUnion('ev', [first, ...rest])
export type Event = z.output<typeof event>

/** Every channel family, by its name: the part of a channel's name before the first colon. */
export const channels: Channels = Object.assign({}, ...Object.values(specs).map((each) => each.channels))
