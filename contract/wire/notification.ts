import * as z from 'zod/mini'
import { dec, sdec } from './money.ts'

/** The kinds of notification that an account may switch off. */
export const notificationKinds = ['fill', 'risk', 'round', 'money', 'otc', 'alert', 'chat', 'news'] as const
export const notificationKind = z.enum(notificationKinds)
export type NotificationKind = z.output<typeof notificationKind>

/** What a notification is about. */
export const notificationSubject = z.enum([
  'spot_filled',
  'spot_unfilled',
  'trigger_stop',
  'trigger_target',
  'trigger_waits',
  'trigger_refused',
  'trigger_expired',
  'trigger_dropped',
  'dead_man',
  'lever_entered',
  'lever_take_profit',
  'lever_stop_loss',
  'lever_liquidated',
  'margin_risk',
  'entries_cancelled',
  'round_won',
  'round_lost',
  'round_even',
  'round_void',
  'deposit_passed',
  'deposit_rejected',
  'withdraw_passed',
  'withdraw_rejected',
  'gift_received',
  'otc_taken',
  'otc_turn',
  'otc_appealed',
  'otc_done',
  'otc_cancelled',
  'price_above',
  'price_below',
  'friend_asked',
  'call_missed',
  'news',
  'totp_lost',
  'totp_removed',
  'safety_login',
  'safety_frozen',
  'safety_unfrozen',
  'safety_contact',
  'asked_more',
])
export type NotificationSubject = z.output<typeof notificationSubject>

export const kindOfSubject = {
  spot_filled: 'fill',
  spot_unfilled: 'fill',
  trigger_stop: 'fill',
  trigger_target: 'fill',
  trigger_waits: 'fill',
  trigger_refused: 'fill',
  trigger_expired: 'fill',
  trigger_dropped: 'fill',
  dead_man: 'fill',
  lever_entered: 'fill',
  lever_take_profit: 'fill',
  lever_stop_loss: 'fill',
  lever_liquidated: 'risk',
  margin_risk: 'risk',
  entries_cancelled: 'risk',
  round_won: 'round',
  round_lost: 'round',
  round_even: 'round',
  round_void: 'round',
  deposit_passed: 'money',
  deposit_rejected: 'money',
  withdraw_passed: 'money',
  withdraw_rejected: 'money',
  gift_received: 'money',
  otc_taken: 'otc',
  otc_turn: 'otc',
  otc_appealed: 'otc',
  otc_done: 'otc',
  otc_cancelled: 'otc',
  price_above: 'alert',
  price_below: 'alert',
  friend_asked: 'chat',
  call_missed: 'chat',
  news: 'news',
  totp_lost: 'risk',
  totp_removed: 'risk',
  safety_login: 'risk',
  safety_frozen: 'risk',
  safety_unfrozen: 'risk',
  safety_contact: 'risk',
  asked_more: 'risk',
} as const satisfies Record<NotificationSubject, NotificationKind>

/** What a notification says; the words are the reader's. A part that its subject does not have is null. */
export const notificationContent = z.object({
  subject: notificationSubject,
  /** The id of the order, position, deposit, alert or text it is about. */
  ref: z.nullable(z.string()),
  /** The pair, as `BTC/USDT`. */
  symbol: z.nullable(z.string()),
  side: z.nullable(z.enum(['buy', 'sell', 'long', 'short', 'call', 'put', 'even'])),
  /** An amount or, with a sign, a profit; the hazard rate in percent for `margin_risk`. */
  amount: z.nullable(sdec),
  coin: z.nullable(z.string()),
  price: z.nullable(dec),
  /**
   * The title of a text, or the name of the other party; the price that a stop or a target waited for, `expired` where
   * that ended an order, how many a dead-man switch has cancelled;
   * the device and place of a login; a
   * new mail address or phone number, masked.
   */
  title: z.nullable(z.string()),
  /** The net result in USDT of what a stop or a target has sold, where it is known. */
  net: z.optional(sdec),
})
export type NotificationContent = z.output<typeof notificationContent>
