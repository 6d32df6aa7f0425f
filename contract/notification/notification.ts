import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, id, ms, whole } from '#contract/wire/fields.ts'
import { notificationContent, notificationKind } from '#contract/wire/notification.ts'
import { spec } from '#contract/wire/spec.ts'

/** How many notifications an account keeps; each further one drops the oldest. */
export const maxNotifications = 200

/** One notification of the caller; `n` counts the caller's notifications from 1 and is never used again. */
export const notification = z.extend(notificationContent, { n: id, kind: notificationKind, at_ms: ms })
export type Notification = z.output<typeof notification>

/**
 * Where the caller stands: the number of the newest one, up to which they have been read, and which kinds are switched
 * off.
 */
export const notificationState = z.object({
  head: z.int(),
  read_n: z.int(),
  /** How many of those that are kept have not been read. */
  unread: z.int(),
  off: z.array(notificationKind),
  rev: z.int(),
})
export type NotificationState = z.output<typeof notificationState>
/** True if the received copy is newer than the one held, whether it came by call or by socket. */
export const isNotificationStateAhead = (held: NotificationState, received: NotificationState) =>
  received.rev > held.rev
/** How many are unread of those that are kept. */
export const unreadOf = (head: number, readN: number) => head - Math.max(readN, head - maxNotifications, 0)

export const notifications = {
  /** An addition. The caller's notifications, newest first; `before` is the number of the last one that is known. */
  list: read({
    description: 'Addition. List the notifications of the caller, newest first, and how many are unread.',
    method: 'GET',
    path: 'notification/list',
    who: 'in',
    scope: 'alerts',
    wrap: 'plain',
    input: z.strictObject({ before: z.optional(id), limit: z.optional(whole.check(z.minimum(1), z.maximum(50))) }),
    output: z.object({ list: z.array(notification), state: notificationState }),
    refusals: [],
  }),
  /** An addition. How many are unread, and which kinds are switched off. */
  state: read({
    description: 'Addition. Read how many notifications are unread, and which kinds are switched off.',
    method: 'GET',
    path: 'notification/state',
    who: 'in',
    scope: 'alerts',
    wrap: 'plain',
    input: z.strictObject({}),
    output: notificationState,
    refusals: [],
  }),
  /** An addition. Marks as read what has a number up to this one. */
  read: change({
    description: 'Addition. Mark the notifications up to this number as read.',
    method: 'POST',
    path: 'notification/read',
    who: 'in',
    scope: 'alerts',
    isCapped: true,
    wrap: 'said',
    input: z.strictObject({ n: whole }),
    output: notificationState,
    refusals: [],
  }),
  /** An addition. Switches a kind on or off; of a kind that is off none is made. */
  set: change({
    description: 'Addition. Switch a kind of notification on or off.',
    method: 'POST',
    path: 'notification/set',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ kind: notificationKind, is_on: flag }),
    output: notificationState,
    refusals: [],
  }),
}

/** An addition. Sent with each new notification. */
export const notificationAdded = z.object({
  ev: z.literal('notification.added'),
  v: z.object({ notification, state: notificationState }),
  why: z.optional(z.string()),
})
/** An addition. Sent when notifications were read, or a kind was switched. */
export const notificationChanged = z.object({
  ev: z.literal('notification.changed'),
  v: notificationState,
  why: z.optional(z.enum(['read', 'set'])),
})

export const notificationSpec = spec({
  about: 'What the venue has told the caller: fills, risk, rounds, money, OTC, alerts, friends and news.',
  calls: notifications,
  events: [notificationAdded, notificationChanged],
  channels: {},
})
