import { marketOf } from '#contract/market/market.ts'
import type { NotificationContent, NotificationKind } from '#contract/wire/notification.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { leverPaths } from '#src/lib/paths/lever.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { withQuery } from '#src/lib/paths/query.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import type { IconName } from '#src/ui/icon.tsx'

export const iconOfKind = {
  fill: 'check',
  risk: 'warning',
  round: 'clock',
  money: 'wallet',
  otc: 'swap',
  alert: 'bell',
  chat: 'people',
  news: 'info',
} as const satisfies Record<NotificationKind, IconName>

/** The page that a notification is about. */
export function wayOf({ subject, ref, symbol, side }: NotificationContent): string {
  const market = symbol === null ? null : marketOf(symbol)
  if (subject === 'news') return newsPaths.noticeOf(Number(ref))
  const isContract = subject.startsWith('lever_') || (subject.startsWith('trigger_') && side !== null)
  if (isContract && market !== null) return withQuery(leverPaths.contracts, { market })
  if (/^(?:spot_|trigger_|dead_man)/.test(subject)) return market === null ? spotPaths.trade : spotPaths.tradeOf(market)
  if (subject.startsWith('price_')) return market === null ? marketPaths.kline : marketPaths.klineOf(market)
  if (subject.startsWith('otc_')) return withQuery(otcPaths.otcOrder, { id: ref ?? undefined })
  if (subject === 'asked_more') return accountPaths.asked
  if (/^(?:totp|safety)_/.test(subject)) return accountPaths.security
  if (subject === 'call_missed') return chatPaths.chattingOf(ref ?? '')
  if (subject === 'friend_asked') return chatPaths.newFriend
  if (subject.startsWith('deposit_')) return assetsPaths.recordsShowing('deposits')
  if (subject.startsWith('withdraw_')) return assetsPaths.recordsShowing('withdrawals')
  return subject === 'gift_received' ? assetsPaths.giftRecords : leverPaths.contracts
}
