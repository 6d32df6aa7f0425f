import type { AsyncContext } from '#server/core/context.ts'
import type { ChatContext } from '#server/features/chat/context.ts'

export type ChatGroupsContext = ChatContext
export type AsyncChatGroupsContext = AsyncContext<ChatGroupsContext>
