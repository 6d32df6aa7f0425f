import { notificationPaths } from '#src/lib/paths/notification.ts'
import type { Route } from '#src/lib/route.ts'

/** The notifications, and which kinds are switched off. */
export const notificationRoutes: readonly Route[] = [
  {
    path: notificationPaths.notifications,
    title: 'notification:titles.notifications',
    namespaces: ['notification', 'refusals'],
    needsLogin: true,
    pull: true,
    page: async () => (await import('./notifications-page.tsx')).NotificationsPage,
  },
  {
    path: notificationPaths.notificationSettings,
    title: 'notification:titles.notificationSettings',
    namespaces: ['notification', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./settings-page.tsx')).NotificationSettingsPage,
  },
]
