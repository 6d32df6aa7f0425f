import type { AsyncContext, CommandContext } from '#server/core/context.ts'
import type { IdentityTables } from './rows.ts'

type IdentitySettings = {
  /** `0`: no verification codes, except where a code proves ownership of an account. */
  verification: '0' | '1'
  /** Logging in needs a verification code in addition to the password. */
  loginCode: boolean
  /** How long withdrawals are locked after a change of credentials, and to a newly added address. */
  credentialHoldMs: number
  addressHoldMs: number
  /** How much may be uploaded: by one account, and in all. */
  uploads: { userFiles: number; userBytes: number; allBytes: number }
  /** Powers of a new user. */
  defaultPowers: readonly string[]
  /** Mails and phones (`<area code>-<digits>`) of the accounts that hold every power of the desk. */
  operators: readonly string[]
  /** Whether the desk answers only who has an authenticator app or a passkey. */
  deskFactor: boolean
}
export const identitySettings = (demo: boolean): IdentitySettings => ({
  verification: '1',
  loginCode: true,
  credentialHoldMs: demo ? 0 : 86_400_000,
  addressHoldMs: demo ? 0 : 86_400_000,
  defaultPowers: ['addNewGroup'],
  operators: [],
  deskFactor: !demo,
  uploads: { userFiles: 500, userBytes: 200 * 1024 ** 2, allBytes: 50 * 1024 ** 3 },
})

export type IdentityContext = CommandContext<IdentityTables, object, { identity: IdentitySettings }>
export type AsyncIdentityContext = AsyncContext<IdentityContext>
