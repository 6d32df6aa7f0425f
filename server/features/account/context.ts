import type { AsyncContext } from '#server/core/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'

export type AccountContext = IdentityContext
export type AsyncAccountContext = AsyncContext<AccountContext>
