import type { NotificationContent } from '#contract/wire/notification.ts'
import type { OpenTable } from '#server/core/tables.ts'

/**
 * One notification on its way to one device; it is gone when the push service has taken it or its news is worth nothing
 * any more.
 */
export type PushJob = {
  id: number
  session: string
  user: number
  n: number
  content: NotificationContent
  at: number
  until: number
  dueAt: number
  tries: number
}

export const openPushJobs = (open: OpenTable) =>
  open<PushJob>({ name: 'push_jobs', key: 'int', id: ({ id }) => id, groups: { session: ({ session }) => session } })
