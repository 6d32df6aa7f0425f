import type { PasskeyCreation, PasskeyRequest } from '#contract/account/passkey.ts'
import type { PasskeyAnswer } from './support.ts'

/** Loads what speaks with the browser. Called early: some browsers answer only soon after a tap. */
export const loadCeremony = () => import('./browser.ts').catch(() => null)
const unusable: PasskeyAnswer = { ok: false, fault: 'unusable' }

export const makePasskey = async (options: PasskeyCreation): Promise<PasskeyAnswer> =>
  (await loadCeremony())?.makePasskey(options) ?? unusable
export const signWithPasskey = async (options: PasskeyRequest, signal?: AbortSignal): Promise<PasskeyAnswer> =>
  (await loadCeremony())?.signWithPasskey(options, signal) ?? unusable
