/** Paths of the notifications and of what is switched off. */
export const notificationPaths = {
  notifications: '/pages/notification/index',
  notificationSettings: '/pages/notification/settings',
} as const
