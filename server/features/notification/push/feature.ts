import { pushSpec } from '#contract/notification/push.ts'
import { feature } from '#server/core/feature.ts'
import type { NotificationContext } from '#server/features/notification/context.ts'
import { pushHandlers } from './handlers.ts'

/** The subscriptions of devices. What is sent to them is queued and sent by the feature of notifications. */
export const pushFeature = feature<NotificationContext>()({
  name: 'push',
  uses: ['notification'],
  spec: pushSpec,
  handlers: pushHandlers,
})
