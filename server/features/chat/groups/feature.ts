import { chatGroupsSpec } from '#contract/chat/chat-groups.ts'
import { feature } from '#server/core/feature.ts'
import type { ChatGroupsContext } from './context.ts'
import { chatGroupsHandlers } from './handlers.ts'

export const chatGroupsFeature = feature<ChatGroupsContext>()({
  name: 'chat-groups',
  uses: ['chat'],
  spec: chatGroupsSpec,
  handlers: chatGroupsHandlers,
})
