import * as z from 'zod/mini'
import { accountSpec } from './account/account.ts'
import { alertSpec } from './alert/alert.ts'
import { assetsSpec } from './assets/assets.ts'
import { bankSpec } from './wallet/bank.ts'
import { chatSpec } from './chat/chat.ts'
import { depositSpec } from './wallet/deposit.ts'
import { financeSpec } from './finance/finance.ts'
import { followSpec } from './finance/follow.ts'
import { kycSpec } from './kyc/kyc.ts'
import { launchSpec } from './launch/launch.ts'
import { leverSpec } from './lever/lever.ts'
import { miningSpec } from './mining/mining.ts'
import { newsSpec } from './news/news.ts'
import { notificationSpec } from './notification/notification.ts'
import { optionSpec } from './option/option.ts'
import { otcSpec } from './otc/otc.ts'
import { platformSpec } from './platform/platform.ts'
import { promotionSpec } from './promotion/promotion.ts'
import { spotSpec } from './spot/spot.ts'
import { triggerSpec } from './trigger/trigger.ts'
import { withdrawSpec } from './wallet/withdraw.ts'

/**
 * The features that send events. The client reads these with its first page; the calls of the others come with the
 * pages that make them.
 */
export const speaking = {
  account: accountSpec,
  kyc: kycSpec,
  spot: spotSpec,
  lever: leverSpec,
  trigger: triggerSpec,
  option: optionSpec,
  assets: assetsSpec,
  deposit: depositSpec,
  withdraw: withdrawSpec,
  bank: bankSpec,
  otc: otcSpec,
  finance: financeSpec,
  follow: followSpec,
  launch: launchSpec,
  mining: miningSpec,
  promotion: promotionSpec,
  news: newsSpec,
  alert: alertSpec,
  notification: notificationSpec,
  platform: platformSpec,
  chat: chatSpec,
} as const
type EventOf<F extends keyof typeof speaking> = (typeof speaking)[F]['events'][number]
const [first, ...rest] = Object.values(speaking).flatMap((each): EventOf<keyof typeof speaking>[] => [...each.events])
if (!first) throw new Error('no feature has an event')
/** Every event of the caller's own channel `u:me`. */
export const event = z.discriminatedUnion('ev', [first, ...rest])
export type Event = z.output<typeof event>
