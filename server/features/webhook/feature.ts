import { webhookSpec } from '#contract/webhook/webhook.ts'
import { feature } from '#server/core/feature.ts'
import { webhookSettings, type WebhookContext } from './context.ts'
import { webhookHandlers } from './handlers.ts'
import { keepForWebhooks } from './queue.ts'
import { createWebhookTables } from './rows.ts'

export const webhookFeature = feature<WebhookContext>()({
  name: 'webhook',
  uses: ['notification'],
  spec: webhookSpec,
  handlers: webhookHandlers,
  tables: createWebhookTables,
  settings: webhookSettings,
  keepEvent: keepForWebhooks,
})
