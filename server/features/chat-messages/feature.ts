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
})
