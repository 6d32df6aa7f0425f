import type { AccountContext } from '#server/features/account/context.ts'

export type ChatAccountContext = AccountContext
