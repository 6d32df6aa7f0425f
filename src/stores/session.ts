import type { Center } from '#contract/account/account-center.ts'
import type { EndReason } from '#contract/wire/down.ts'
import { deviceModel } from '#src/lib/device.ts'
import { fieldsOf, readStored, removeStored, textOf, writeStored } from '#src/lib/storage.ts'
import { create } from 'zustand'

/** The state of the login. A token and a user together mean logged in. */
export type SessionState = {
  /**
   * `restoring`: there are stored tokens, and the server has not yet said whose. `ended`: the server ended the login
   * while the app was in use; it becomes `out` as soon as the guard has shown the login page.
   */
  readonly phase: 'restoring' | 'in' | 'ended' | 'out'
  readonly token: string | null
  readonly chatToken: string | null
  readonly user: Center | null
  readonly deviceMode: string
  /** Counts the logins, so that the reply to a call of an earlier one can be recognized. */
  readonly login: number
  /** When and why the server ended the last login; the login page says so. Null once somebody is in. */
  readonly ended: Ended | null
  /** When the guard last led to the login page, on the steady clock of the page. */
  readonly redirectedMs: number | null
}
export type Ended = { readonly atMs: number; readonly why: EndReason | null }
type Tokens = { readonly token: string; readonly chatToken: string | null }

const name = 'session'

/** Only the tokens are stored: role, levels and balances come from the server, never from storage. */
export const storedTokens = (): Tokens | null =>
  readStored(name, (raw) => {
    const fields = fieldsOf(raw)
    const token = textOf(fields?.['token'])
    if (fields === null || token === null || !/^[\x21-\x7e]{8,128}$/.test(token)) return null
    return { token, chatToken: textOf(fields['chatToken']) }
  })
export const storeTokens = (tokens: Tokens) => writeStored(name, tokens)
export const dropTokens = () => removeStored(name)

/** Written only by the adapter of the session machine. */
export const useSession = create<SessionState>()(() => ({
  phase: 'restoring',
  token: null,
  chatToken: null,
  user: null,
  deviceMode: deviceModel(),
  login: 0,
  ended: null,
  redirectedMs: null,
}))
export const setSession = (next: Omit<SessionState, 'deviceMode' | 'ended' | 'redirectedMs'>) =>
  useSession.setState(next)
export const setEnded = (ended: Ended | null) => useSession.setState({ ended })
