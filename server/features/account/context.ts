import type { AsyncContext } from '#server/core/context.ts'
import type { OtcContext } from '#server/features/otc/context.ts'

/** The profile shows the bound card and the deposit of a merchant. */
export type AccountContext = OtcContext
export type AsyncAccountContext = AsyncContext<AccountContext>
