import type { Event } from '#contract/events.ts'
import type { NotificationKind, NotificationContent } from '#contract/wire/notification.ts'
import { showBadge } from '#src/lib/app-badge.ts'
import { leverPaths } from '#src/lib/paths/lever.ts'
import { herePath } from '#src/lib/hash-location.ts'
import { closePushed } from '#src/lib/system-notice.ts'
import { sayingIn } from '#contract/notification/notification-saying.ts'
import { useSettings } from '#src/stores/settings.ts'
import { toast } from '#src/stores/toasts.ts'

/**
 * What is said over any page. The results of own orders and rounds are shown by their pages, and listed with the
 * others.
 */
const said: ReadonlySet<NotificationKind> = new Set<NotificationKind>(['money', 'otc', 'alert', 'risk', 'chat'])
const bad: ReadonlySet<NotificationContent['subject']> = new Set<NotificationContent['subject']>([
  'deposit_rejected',
  'withdraw_rejected',
  'lever_liquidated',
  'margin_risk',
])
/** The page of the contracts shows risk and liquidation itself. */
const isShownHere = (kind: NotificationKind) => kind === 'risk' && herePath().startsWith(leverPaths.contracts)

/** Shows a new notification while the user looks at something else, and how many are unread on the icon of the app. */
export function sayEvent(event: Event) {
  if (event.ev === 'notification.changed') {
    // A browser that shows none has none to take away.
    if (event.v.unread === 0) closePushed().catch(() => {})
    return showBadge(event.v.unread)
  }
  if (event.ev !== 'notification.added') return
  const { notification, state } = event.v
  showBadge(state.unread)
  if (!said.has(notification.kind) || isShownHere(notification.kind)) return
  const { key, params } = sayingIn(notification, useSettings.getState().lang)
  toast(`notification:${key}`, params, bad.has(notification.subject) ? 'error' : 'plain')
}
