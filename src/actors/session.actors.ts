import { account } from '#contract/account.ts'
import { chatAccount } from '#contract/chat-account.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { sessionMachine, type Entered, type Entry, type Tokens } from '#machines/session.ts'
import type { Request } from '#src/api/request.ts'
import { newKey } from '#src/lib/new-key.ts'
import { dropTokens, keepEnded, keepTokens, showSession, useSession } from '#src/stores/session.ts'
import { toast } from '#src/stores/toasts.ts'
import { fromPromise } from 'xstate'

type Ports = {
  readonly request: Request
  readonly device: string
  readonly tellTabs: (said: 'login' | 'logout') => void
  readonly nowMs: () => number
}

/** From a token to a person: who it is, and their chat token. A chat that does not answer keeps nobody out. */
export const enter = async (request: Request, device: string, { token, chatToken }: Tokens): Promise<Reply<Entered>> => {
  const user = await request.read(account.center, {}, { token })
  if (!user.ok) return user
  if (chatToken !== null) return { ok: true, value: { token, chatToken, user: user.value } }
  const chat = await request.change(chatAccount.login, { userDeviceId: device }, newKey(), { token })
  return { ok: true, value: { token, chatToken: chat.ok ? chat.value.token : null, user: user.value } }
}

const entryOf = (reply: Reply<Entered>): Entry => {
  if (reply.ok) return { kind: 'in', entered: reply.value }
  return reply.failure.kind === 'notLoggedIn' ? { kind: 'out' } : { kind: 'unreachable' }
}

/** Joins the session machine to the server, the stores and the other tabs. */
export const sessionLogic = ({ request, device, tellTabs, nowMs }: Ports) =>
  sessionMachine.provide({
    actors: {
      enter: fromPromise<Entry, Tokens>(async ({ input }) => entryOf(await enter(request, device, input))),
      leave: fromPromise<void, Tokens>(async ({ input: { token, chatToken } }) => {
        // Both tokens end by one call; that it failed changes nothing for who has left this page.
        await request.change(chatAccount.logout, {}, newKey(), { token, ...(chatToken === null ? {} : { chatToken }) })
      }),
    },
    actions: {
      showRestoring: ({ context: { login } }) =>
        showSession({ phase: 'restoring', token: null, chatToken: null, user: null, login }),
      showIn: ({ context: { tokens, user, login } }) => {
        if (tokens === null) return
        keepTokens(tokens)
        keepEnded(null)
        showSession({ phase: 'in', ...tokens, user, login })
      },
      showEnded: ({ context: { login } }) => showSession({ phase: 'ended', token: null, chatToken: null, user: null, login }),
      showOut: ({ context: { login } }) => showSession({ phase: 'out', token: null, chatToken: null, user: null, login }),
      dropKept: dropTokens,
      tellTabsIn: () => tellTabs('login'),
      tellTabsOut: () => tellTabs('logout'),
      announceEnd: (_, { why }) => {
        // The login page says when and why; on a page that needs no login the toast is all there is.
        toast('refusals:not_logged_in', {}, 'error')
        if (useSession.getState().phase !== 'restoring') keepEnded({ atMs: nowMs(), why })
      },
    },
  })
