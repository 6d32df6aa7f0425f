import type { Failure } from '#contract/wire/reply.ts'

/** A bare address: browsers bind passkeys to names of hosts. */
const isBareAddress = (host: string) => host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host)
/** True where this browser can make and use passkeys: on a secure page under the name of a host. */
export const mayHavePasskeys = () =>
  typeof window.PublicKeyCredential === 'function' && !isBareAddress(location.hostname)

/**
 * Why the browser gave no answer: the person closed its question or let it pass, this device has a passkey of the
 * account already, or it could not.
 */
export type PasskeyFault = 'cancelled' | 'known' | 'unusable'
/** What the browser answered, as JSON text for the venue. */
export type PasskeyAnswer =
  | { readonly ok: true; readonly answer: string }
  | { readonly ok: false; readonly fault: PasskeyFault }
/** Why there is no answer: the browser gave none, or the venue no challenge. */
export type PasskeyRefusal =
  | { readonly ok: false; readonly fault: PasskeyFault }
  | { readonly ok: false; readonly failure: Failure }
/** What came of asking the venue for a challenge and the browser for its answer. */
export type PasskeyOutcome = PasskeyAnswer | PasskeyRefusal
