import type { Center } from '#contract/account.ts'
import type { EndReason } from '#contract/wire/down.ts'
import { deviceModel } from '#src/lib/device.ts'
import { fieldsOf, forget, keep, kept, textOf } from '#src/lib/storage.ts'
import { create } from 'zustand'

/** Who is here. A token and a user together mean logged in. */
export type SessionState = {
  /**
   * `restoring`: there are tokens from last time, and the server has not yet said whose. `ended`: the server ended the
   * login while the app was in use; it becomes `out` as soon as the guard has led to the login page.
   */
  readonly phase: 'restoring' | 'in' | 'ended' | 'out'
  readonly token: string | null
  readonly chatToken: string | null
  readonly user: Center | null
  readonly deviceMode: string
  /** Grows with each login, so that an answer meant for an older one is known as such. */
  readonly login: number
  /** When and why the server ended the last login; the login page says so. Null once somebody is in. */
  readonly ended: Ended | null
}
export type Ended = { readonly atMs: number; readonly why: EndReason | null }
type Tokens = { readonly token: string; readonly chatToken: string | null }

const name = 'session'

/** Only the tokens are kept: role, levels and balances are the server's to say, never the storage's. */
export const keptTokens = (): Tokens | null =>
  kept(name, (raw) => {
    const fields = fieldsOf(raw)
    const token = textOf(fields?.['token'])
    if (fields === null || token === null || !/^[\x21-\x7e]{8,128}$/.test(token)) return null
    return { token, chatToken: textOf(fields['chatToken']) }
  })
export const keepTokens = (tokens: Tokens) => keep(name, tokens)
export const dropTokens = () => forget(name)

/** Written by the session machine's adapter alone; everybody else reads. */
export const useSession = create<SessionState>()(() => ({
  phase: 'restoring',
  token: null,
  chatToken: null,
  user: null,
  deviceMode: deviceModel(),
  login: 0,
  ended: null,
}))
export const showSession = (now: Omit<SessionState, 'deviceMode' | 'ended'>) => useSession.setState(now)
export const keepEnded = (ended: Ended | null) => useSession.setState({ ended })
