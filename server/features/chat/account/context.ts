import type { AsyncContext, CommandContext } from '#server/core/context.ts'
import type { ChatContext } from '#server/features/chat/context.ts'
import type { RecordTables } from './rows.ts'

export type ChatAccountContext = ChatContext & CommandContext<RecordTables>
export type AsyncChatAccountContext = AsyncContext<ChatAccountContext>
