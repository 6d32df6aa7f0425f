import type { ChatContext } from '#server/features/chat/context.ts'

export type ChatFriendsContext = ChatContext
