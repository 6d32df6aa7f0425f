import type { NotificationContent, NotificationKind } from '#contract/wire/notification.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { openPushJobs } from './sending/rows.ts'

/** One notification; it is in the store only, until a newer one takes its place. */
export type NotificationRow = NotificationContent & { user: number; n: number; at: number }
/** Where a user stands: the number of the newest notification, and up to which they have been read. */
export type NotificationPlace = {
  user: number
  head: number
  read: number
  off: readonly NotificationKind[]
  rev: number
}

export const notificationTable = 'notifications'
const perUser = 1_000_000_000
/** The id of notification `n` of a user. */
export const notificationId = (user: number, n: number) => user * perUser + n

export const createNotificationTables = (open: OpenTable) => ({
  notifications: open<NotificationRow>({
    name: notificationTable,
    key: 'int',
    id: ({ user, n }) => notificationId(user, n),
    isLive: () => false,
  }),
  pushJobs: openPushJobs(open),
  notificationPlaces: open<NotificationPlace>({ name: 'notification_places', key: 'int', id: ({ user }) => user }),
})
export type NotificationTables = ReturnType<typeof createNotificationTables>
