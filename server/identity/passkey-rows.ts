import type { Transport } from '#contract/account/passkey.ts'
import type { OpenTable } from '#server/core/tables.ts'

/**
 * A passkey. `id` is the credential's, `key` its public key (COSE as base64url), `rp` the host that it belongs to.
 * `counter` is that of the
 * last signature; `isCopied`: a lower one came after it, so the private key may be in two places.
 */
export type PasskeyRow = {
  id: string
  user: number
  rp: string
  name: string
  key: string
  counter: number
  transports: readonly Transport[]
  createdAt: number
  usedAt: number | null
  isCopied: boolean
}
/** What a passkey was asked to sign: good once, before `until`, and on a page of this origin. */
export type PasskeyChallenge = {
  id: string
  user: number
  challenge: string
  origin: string
  rp: string
  until: number
}

export const openPasskeys = (open: OpenTable) => ({
  passkeys: open<PasskeyRow>({
    name: 'passkeys',
    key: 'text',
    id: ({ id }) => id,
    groups: { user: ({ user }) => user },
  }),
  passkeyChallenges: open<PasskeyChallenge>({
    name: 'passkey_challenges',
    key: 'text',
    id: ({ id }) => id,
    groups: { user: ({ user }) => user },
  }),
})
