import type { ChatContext } from '#server/features/chat/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'

export type SessionContext = IdentityContext & ChatContext
