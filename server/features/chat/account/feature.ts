import { chatAccountSpec } from '#contract/chat/chat-account.ts'
import { feature } from '#server/core/feature.ts'
import type { ChatAccountContext } from './context.ts'
import { chatAccountHandlers } from './handlers.ts'
import { createRecordTables } from './rows.ts'

export const chatAccountFeature = feature<ChatAccountContext>()({
  name: 'chat-account',
  uses: ['account', 'chat', 'session'],
  spec: chatAccountSpec,
  handlers: chatAccountHandlers,
  tables: createRecordTables,
})
