import type { AccountContext } from '#server/features/account/context.ts'

/**
 * Passkeys are rows of identity, because a login checks them; a change of them proves the login as the account's other
 * changes do.
 */
export type PasskeyContext = AccountContext
