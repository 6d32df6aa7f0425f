import type { Reply } from '#contract/wire/reply.ts'
import { session } from '#contract/session/session.ts'
import type { Entered } from '#machines/session/session.ts'
import { signInMachine, type Credentials } from '#machines/session/sign-in.ts'
import { newKey } from '#src/lib/new-key.ts'
import type { Services } from '#src/actors/services.tsx'
import { enter } from '#src/actors/session.actors.ts'
import { chooseLang, isUntouched } from '#src/stores/settings.ts'
import { useSession } from '#src/stores/session.ts'
import { fromPromise } from 'xstate'

type Ports = Pick<Services, 'request' | 'session'>

/** A blank field is omitted. */
export const filled = <N extends string>(name: N, value: string | null): Partial<Record<N, string>> => {
  const fields: Partial<Record<N, string>> = {}
  if (value !== null && value !== '') fields[name] = value
  return fields
}

const isPlainCode = (code: string) => /^\d{6}$/.test(code)

/** Logs in: gets the token by password, then reads its user. */
export const logIn = async (
  { request }: Ports,
  { kind, account, areacode, password, code, passkey = null }: Credentials,
): Promise<Reply<Entered>> => {
  const token = await request.change(
    session.login,
    {
      user_type: kind,
      user_string: account,
      password,
      ...filled('areacode', areacode),
      ...filled(code !== null && isPlainCode(code) ? 'code' : 'totp', code),
      ...filled('passkey', passkey),
    },
    newKey(),
  )
  if (!token.ok) return token
  return enter(request, useSession.getState().deviceMode, { token: token.value, chatToken: null })
}

/** Passes the login to the session machine. */
export const enterSession = ({ session: actor }: Ports, entered: Entered | null) => {
  if (entered === null) return
  const { lang } = entered.user
  // On a device where nobody has chosen anything the account reads as it does elsewhere.
  if (lang !== undefined && isUntouched()) chooseLang(lang)
  actor.send({ type: 'login.done', ...entered })
}

/** Enters with the token of an answer that opened a login; false: the login page asks for it anew. */
export const enterWith = async (services: Ports, token: string | undefined): Promise<boolean> => {
  if (token === undefined) return false
  const entered = await enter(services.request, useSession.getState().deviceMode, { token, chatToken: null })
  if (entered.ok) enterSession(services, entered.value)
  return entered.ok
}

/** Connects the login machine to its calls and to the session. */
export const signInLogic = (services: Ports) =>
  signInMachine.provide({
    actors: { logIn: fromPromise<Reply<Entered>, Credentials>(({ input }) => logIn(services, input)) },
    actions: { enterSession: (_, { entered }) => enterSession(services, entered) },
  })
