import type { AsyncContext, CommandContext } from '#server/core/context.ts'
import type { ChatContext } from '#server/features/chat/context.ts'
import type { ShareTables } from './rows.ts'

export type ChatMessagesContext = ChatContext & CommandContext<ShareTables>
export type AsyncChatMessagesContext = AsyncContext<ChatMessagesContext>
