import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { PasskeyCreation, PasskeyRequest } from '#contract/account/passkey.ts'
import type { PasskeyAnswer, PasskeyFault } from './support.ts'

/** Browsers name a question that was closed, and one that nobody answered, alike. */
const faults: Readonly<Record<string, PasskeyFault>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
}
const answerOf = async (asked: Promise<object>): Promise<PasskeyAnswer> => {
  try {
    return { ok: true, answer: JSON.stringify(await asked) }
  } catch (thrown) {
    return { ok: false, fault: (thrown instanceof Error ? faults[thrown.name] : undefined) ?? 'unusable' }
  }
}

/** Has the browser make a passkey. */
export const makePasskey = (options: PasskeyCreation) => answerOf(startRegistration({ optionsJSON: options }))
/** Has the browser sign with one of the passkeys; the signal ends its question. */
export const signWithPasskey = async (options: PasskeyRequest, signal?: AbortSignal): Promise<PasskeyAnswer> => {
  if (signal?.aborted === true) return { ok: false, fault: 'cancelled' }
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  signal?.addEventListener('abort', cancel)
  const answer = await answerOf(startAuthentication({ optionsJSON: options }))
  signal?.removeEventListener('abort', cancel)
  return answer
}
