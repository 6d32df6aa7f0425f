import type { AsyncContext } from '#server/core/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'

export type SessionContext = IdentityContext
export type AsyncSessionContext = AsyncContext<SessionContext>
