import { sayingIn } from '#contract/notification/notification-saying.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { kindOfSubject, type NotificationContent } from '#contract/wire/notification.ts'
import { notificationText } from '#server/core/sentences.ts'

/** A push service takes 4 kB; titles of texts and names of people may be long. */
const maxLetters = 160

const cut = (text: string) => {
  const letters = [...text]
  return letters.length <= maxLetters ? text : `${letters.slice(0, maxLetters - 1).join('')}…`
}

/**
 * Title and text of a push. With `hides` it names no amount, no price, no pair and nobody: a locked screen shows it to
 * anyone.
 */
export function pushText(content: NotificationContent, lang: Lang, hides: boolean): { title: string; body: string } {
  const title = notificationText(`kinds.${kindOfSubject[content.subject]}`, lang)
  if (hides) return { title, body: notificationText('push.hidden', lang) }
  const { key, params } = sayingIn(content, lang)
  return { title, body: cut(notificationText(key, lang, params)) }
}

const query = (path: string, search: Readonly<Record<string, string>>) =>
  `${path}?${new URLSearchParams(search).toString()}`
const market = (path: string, symbol: string | null) =>
  symbol === null ? path : query(path, { market: symbol.replace('/', '-') })
/** The page of the app that a notification is about, as the app's own list leads there; a test compares the two. */
export function pushPath({ subject, ref, symbol, side }: NotificationContent): string {
  if (subject === 'news') return query('/pages/index/notice/notice', { id: ref ?? '' })
  const isContract = subject.startsWith('lever_') || (subject.startsWith('trigger_') && side !== null)
  if (isContract && symbol !== null) return market('/pages/option/detail', symbol)
  if (/^(?:spot_|trigger_|dead_man)/.test(subject)) return market('/pages/trade/index', symbol)
  if (subject.startsWith('price_')) return market('/pages/trade/kline', symbol)
  if (subject.startsWith('otc_')) return ref === null ? '/pages/otc/detail' : query('/pages/otc/detail', { id: ref })
  if (subject.startsWith('deposit_')) return query('/pages/assets/record', { show: 'deposits' })
  if (subject.startsWith('withdraw_')) return query('/pages/assets/record', { show: 'withdrawals' })
  if (subject === 'asked_more') return '/pages/account/asked'
  if (/^(?:totp|safety)_/.test(subject)) return '/pages/settings/security/index'
  if (subject === 'call_missed') return query('/pages/chat/chat/chatGroup/chatting', { chatGroupId: ref ?? '' })
  if (subject === 'friend_asked') return '/pages/chat/chat/friends/newFriendInfo'
  return subject === 'gift_received' ? '/pages/assets/transfersd/hzrecord' : '/pages/option/detail'
}
