import { passkeys } from '#contract/account/passkey.ts'
import type { Services } from '#src/actors/services.tsx'
import { newKey } from '#src/lib/new-key.ts'
import { makePasskey } from '#src/lib/passkey/ceremony.ts'
import type { PasskeyOutcome } from '#src/lib/passkey/support.ts'

/**
 * Gets a challenge and has the browser make a passkey with it. A challenge that goes unused ends by itself, so nothing
 * of this is kept.
 */
export const createPasskey = async ({ request }: Pick<Services, 'request'>): Promise<PasskeyOutcome> => {
  const begun = await request.change(passkeys.begin, {}, newKey())
  return begun.ok ? makePasskey(begun.value) : begun
}
