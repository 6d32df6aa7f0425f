import { maxNotifications, type notifications } from '#contract/notification/notification.ts'
import { notificationKinds } from '#contract/wire/notification.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Handlers } from '#server/core/context.ts'
import type { NotificationContext } from './context.ts'
import { movePlace, notificationOf, placeOf, stateOf } from './keep.ts'
import { notificationId, notificationTable, type NotificationRow } from './rows.ts'

const rowOf = (body: string): NotificationRow => JSON.parse(body)

export const notificationHandlers: Handlers<typeof notifications, NotificationContext> = {
  list: {
    prepare: async ({ ctx, store }, { user }, { before, limit = defaultLimit }) => {
      const { head } = placeOf(ctx, user)
      const high = Math.min(head, (before ?? Infinity) - 1)
      const low = Math.max(1, head - maxNotifications + 1)
      const bodies =
        high < low
          ? []
          : await store.span(notificationTable, notificationId(user, low), notificationId(user, high), limit, 'high')
      return (later) => ({
        list: bodies.map((body) => notificationOf(rowOf(body))),
        state: stateOf(placeOf(later, user)),
      })
    },
  },
  state: (ctx, { user }) => stateOf(placeOf(ctx, user)),
  read: (ctx, { user }, { n }) => {
    const before = placeOf(ctx, user)
    const read = Math.min(n, before.head)
    return read <= before.read ? stateOf(before) : movePlace(ctx, before, { read }, 'read')
  },
  set: (ctx, { user }, { kind, is_on }) => {
    const before = placeOf(ctx, user)
    if (before.off.includes(kind) !== is_on) return stateOf(before)
    const off = notificationKinds.filter((each) => (each === kind ? !is_on : before.off.includes(each)))
    return movePlace(ctx, before, { off }, 'set')
  },
}
