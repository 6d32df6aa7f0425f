import { readCenter } from '#contract/account/account-center.ts'
import { chatLogin } from '#contract/chat/chat-login.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { sessionMachine, type Entered, type Entry, type Tokens } from '#machines/session/session.ts'
import type { Request } from '#src/api/request.ts'
import { newKey } from '#src/lib/new-key.ts'
import { dropTokens, setEnded, setSession, storeTokens, useSession } from '#src/stores/session.ts'
import { toast } from '#src/stores/toasts.ts'
import { fromPromise } from 'xstate'

type Ports = {
  readonly request: Request
  readonly device: string
  readonly broadcast: (message: 'login' | 'logout') => void
  readonly nowMs: () => number
}

/** Reads the user and the chat token for a token. A chat server that does not answer keeps nobody out. */
export const enter = async (
  request: Request,
  device: string,
  { token, chatToken }: Tokens,
): Promise<Reply<Entered>> => {
  const reading = request.read(readCenter, {}, { token })
  // Beside it: the two need nothing of each other.
  const chatting =
    chatToken ??
    request
      .change(chatLogin.login, { userDeviceId: device }, newKey(), { token })
      .then((chat) => (chat.ok ? chat.value.token : null))
  const user = await reading
  return user.ok ? { ok: true, value: { token, chatToken: await chatting, user: user.value } } : user
}

const entryOf = (reply: Reply<Entered>): Entry => {
  if (reply.ok) return { kind: 'in', entered: reply.value }
  return reply.failure.kind === 'notLoggedIn' ? { kind: 'out' } : { kind: 'unreachable' }
}

/** Connects the session machine to the server, the stores and the other tabs. */
export const sessionLogic = ({ request, device, broadcast, nowMs }: Ports) =>
  sessionMachine.provide({
    actors: {
      enter: fromPromise<Entry, Tokens>(async ({ input }) => entryOf(await enter(request, device, input))),
      leave: fromPromise<void, Tokens>(async ({ input: { token, chatToken } }) => {
        // One call ends both tokens; if it fails, the user has left this page all the same.
        await request.change(chatLogin.logout, {}, newKey(), { token, ...(chatToken === null ? {} : { chatToken }) })
      }),
    },
    actions: {
      showRestoring: ({ context: { login } }) =>
        setSession({ phase: 'restoring', token: null, chatToken: null, user: null, login }),
      showIn: ({ context: { tokens, user, login } }) => {
        if (tokens === null) return
        storeTokens(tokens)
        setEnded(null)
        setSession({ phase: 'in', ...tokens, user, login })
      },
      showEnded: ({ context: { login } }) =>
        setSession({ phase: 'ended', token: null, chatToken: null, user: null, login }),
      showOut: ({ context: { login } }) =>
        setSession({ phase: 'out', token: null, chatToken: null, user: null, login }),
      dropStored: dropTokens,
      broadcastLogin: () => broadcast('login'),
      broadcastLogout: () => broadcast('logout'),
      announceEnd: (_, { why }) => {
        // The login page says when and why; on a page that needs no login the toast is the only message.
        toast('refusals:not_logged_in', {}, 'error')
        if (useSession.getState().phase !== 'restoring') setEnded({ atMs: nowMs(), why })
      },
    },
  })
