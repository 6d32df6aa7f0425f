import type { Setting } from '#contract/platform/platform.ts'
import { chatLimits } from '#contract/chat/chat.ts'
import { chatMessagesSpec } from '#contract/chat/chat-messages.ts'
import { feature } from '#server/core/feature.ts'
import type { ChatMessagesContext } from './context.ts'
import { chatMessagesHandlers } from './handlers.ts'
import { createShareTables } from './rows.ts'

export const chatMessagesFeature = feature<ChatMessagesContext>()({
  name: 'chat-messages',
  uses: ['chat'],
  spec: chatMessagesSpec,
  handlers: chatMessagesHandlers,
  tables: createShareTables,
  publicSettings: ({ settings }): Pick<Setting, 'revoke_ms' | 'edit_ms'> => ({
    revoke_ms: chatLimits.revokeMs,
    edit_ms: settings.chat.editMs,
  }),
})
