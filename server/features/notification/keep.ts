import {
  maxNotifications,
  unreadOf,
  type Notification,
  type NotificationState,
} from '#contract/notification/notification.ts'
import { marketOf } from '#contract/market/market.ts'
import { roundDec } from '#contract/wire/money-text.ts'
import { kindOfSubject, type NotificationContent } from '#contract/wire/notification.ts'
import type { Told } from '#server/core/notify.ts'
import type { NotificationContext } from './context.ts'
import { queuePushes } from './sending/queue.ts'
import { notificationId, type NotificationPlace, type NotificationRow } from './rows.ts'

export const placeOf = ({ tables }: NotificationContext, user: number): NotificationPlace =>
  tables.notificationPlaces.get(user) ?? { user, head: 0, read: 0, off: [], rev: 0 }
export const stateOf = ({ head, read, off, rev }: NotificationPlace): NotificationState => ({
  head,
  read_n: read,
  unread: unreadOf(head, read),
  off: [...off],
  rev,
})
export const notificationOf = ({ user: _, at, ...row }: NotificationRow): Notification => ({
  ...row,
  kind: kindOfSubject[row.subject],
  at_ms: at,
})

/** Prices with all the decimals of their pair: a page, a push and a toast write them alike. */
function priced({ markets }: NotificationContext, told: NotificationContent): NotificationContent {
  const scale = told.symbol === null ? undefined : markets.find(marketOf(told.symbol))?.pair.priceScale
  if (scale === undefined) return told
  const all = (text: string | null) => (text === null ? null : roundDec(text, scale, 'nearest'))
  const isAlert = told.subject === 'price_above' || told.subject === 'price_below'
  return { ...told, price: all(told.price), ...(isAlert && { amount: all(told.amount) }) }
}

const nothing = { ref: null, symbol: null, side: null, amount: null, coin: null, price: null, title: null }
/** Keeps a notification, drops the oldest beyond the bound, and sends it; none of a kind that is switched off. */
export function keepNotification(ctx: NotificationContext, user: number, told: Told) {
  const { tables, now, emit } = ctx
  const before = placeOf(ctx, user)
  if (before.off.includes(kindOfSubject[told.subject])) return
  const n = before.head + 1
  const content = priced(ctx, { ...nothing, ...told })
  const row = tables.notifications.put({ ...content, user, n, at: now() })
  if (n > maxNotifications) tables.notifications.remove(notificationId(user, n - maxNotifications))
  const place = tables.notificationPlaces.put({ ...before, head: n, rev: before.rev + 1 })
  queuePushes(ctx, { user, n, content })
  emit(user, { ev: 'notification.added', v: { notification: notificationOf(row), state: stateOf(place) } })
}

/** Stores where a user stands, and tells their other devices. */
export function movePlace(
  ctx: NotificationContext,
  before: NotificationPlace,
  change: Partial<Pick<NotificationPlace, 'read' | 'off'>>,
  why: 'read' | 'set',
): NotificationState {
  const state = stateOf(ctx.tables.notificationPlaces.put({ ...before, ...change, rev: before.rev + 1 }))
  ctx.emit(before.user, { ev: 'notification.changed', v: state, why })
  return state
}
