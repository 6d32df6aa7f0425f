import type { CommandContext } from '#server/core/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import type { WebhookTables } from './rows.ts'

type WebhookSettings = {
  /** Addresses of this machine are taken, and no others: in a box, which serves nobody else. */
  isLocal: boolean
}
export const webhookSettings = (): WebhookSettings => ({ isLocal: false })

export type WebhookContext = IdentityContext & CommandContext<WebhookTables, object, { webhook: WebhookSettings }>
