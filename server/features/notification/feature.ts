import { notificationSpec } from '#contract/notification/notification.ts'
import { feature } from '#server/core/feature.ts'
import { notificationSettings, type NotificationContext } from './context.ts'
import { notificationHandlers } from './handlers.ts'
import { keepNotification } from './keep.ts'
import { seedPushKey } from './sending/keys.ts'
import { createNotificationTables } from './rows.ts'

export const notificationFeature = feature<NotificationContext>()({
  name: 'notification',
  uses: ['market'],
  spec: notificationSpec,
  handlers: notificationHandlers,
  tables: createNotificationTables,
  settings: notificationSettings,
  seed: seedPushKey,
  keepNotification,
})
