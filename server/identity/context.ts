import type { AsyncContext, CommandContext } from '#server/core/context.ts'
import type { IdentityTables } from './rows.ts'

export type IdentitySettings = {
  /** `0`: codes are not asked for, except where they prove that an account is one's own. */
  verification: '0' | '1'
  /** Logging in asks for a code besides the password. */
  loginCode: boolean
  /** How long no money may leave after a change of credentials, and after an address was added. */
  credentialHoldMs: number
  addressHoldMs: number
  /** Powers of a new user. */
  defaultPowers: readonly string[]
}
export const identitySettings = (demo: boolean): IdentitySettings => ({
  verification: '1', loginCode: true, credentialHoldMs: demo ? 0 : 86_400_000, addressHoldMs: demo ? 0 : 86_400_000, defaultPowers: ['addNewGroup'],
})

export type IdentityContext = CommandContext<IdentityTables, object, { identity: IdentitySettings }>
export type AsyncIdentityContext = AsyncContext<IdentityContext>
