import type { AsyncContext } from '#server/core/context.ts'
import type { ChatContext } from '#server/features/chat/context.ts'

export type ChatRedPacketsContext = ChatContext
export type AsyncChatRedPacketsContext = AsyncContext<ChatRedPacketsContext>
