import { chatFriendsSpec } from '#contract/chat/chat-friends.ts'
import { feature } from '#server/core/feature.ts'
import type { ChatFriendsContext } from './context.ts'
import { chatFriendsHandlers } from './handlers.ts'

export const chatFriendsFeature = feature<ChatFriendsContext>()({
  name: 'chat-friends',
  uses: ['chat'],
  spec: chatFriendsSpec,
  handlers: chatFriendsHandlers,
})
