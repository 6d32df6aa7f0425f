import { chatAccountSpec } from '#contract/chat-account.ts'
import { feature } from '#server/core/feature.ts'
import type { ChatAccountContext } from './context.ts'
import { chatAccountHandlers } from './handlers.ts'

export const chatAccountFeature = feature<ChatAccountContext>()({
  name: 'chat-account', uses: ['account'], spec: chatAccountSpec, handlers: chatAccountHandlers,
})
