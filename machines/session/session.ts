import type { Center } from '#contract/account/account-center.ts'
import type { EndReason } from '#contract/wire/down.ts'
import { assign, fromPromise, setup } from 'xstate'
import { absent } from '#machines/kit/absent.ts'

export type Tokens = { readonly token: string; readonly chatToken: string | null }
export type Entered = Tokens & { readonly user: Center }
/** The server's answer to stored tokens: whose they are (`in`), that they are invalid (`out`), or no answer. */
export type Entry =
  | { readonly kind: 'in'; readonly entered: Entered }
  | { readonly kind: 'out' }
  | { readonly kind: 'unreachable' }

export type SessionEvent =
  | { type: 'login.done'; token: string; chatToken?: string | null; user: Center }
  | { type: 'logout' }
  /** Reported by a reply or by the socket, any number of times. */
  | { type: 'session.ended'; message: string | null; login: number; why?: EndReason | null }
  | { type: 'user.changed'; user: Center }
  | { type: 'login.elsewhere'; tokens: Tokens }
  | { type: 'logout.elsewhere' }
  | { type: 'retry' }
  /** The guard has navigated to the login page after the server ended the login. */
  | { type: 'login.shown' }

type Context = {
  readonly tokens: Tokens | null
  readonly user: Center | null
  /** Counts the logins: events of an earlier one are ignored. */
  readonly login: number
}

/** The login. A token and a user together mean logged in; both come from the server, never from storage. */
export const sessionMachine = setup({
  types: {
    input: {} as { tokens: Tokens | null },
    context: {} as Context,
    events: {} as SessionEvent,
  },
  actors: {
    enter: fromPromise<Entry, Tokens>(absent('enter')),
    leave: fromPromise<void, Tokens>(absent('leave')),
  },
  guards: {
    hasTokens: ({ context }) => context.tokens !== null,
    isThisLogin: ({ context }, { login }: { login: number }) => login === context.login,
    isKind: (_, { entry, kind }: { entry: Entry; kind: Entry['kind'] }) => entry.kind === kind,
    isSameUser: ({ context }, { user }: { user: Center }) => user.id === context.user?.id,
  },
  actions: {
    beginLogin: assign(({ context }, entered: Entered) => ({
      tokens: { token: entered.token, chatToken: entered.chatToken },
      user: entered.user,
      login: context.login + 1,
    })),
    takeTokens: assign(({ context }, tokens: Tokens) => ({ tokens, user: null, login: context.login + 1 })),
    takeEntry: assign(({ context }, { entry }: { entry: Entry }) =>
      entry.kind === 'in'
        ? { tokens: { token: entry.entered.token, chatToken: entry.entered.chatToken }, user: entry.entered.user }
        : context,
    ),
    takeUser: assign((_, { user }: { user: Center }) => ({ user })),
    forget: assign(({ context }) => ({ tokens: null, user: null, login: context.login + 1 })),
    /** The adapter provides these: they keep the stores, the other tabs and the toasts in step. */
    showRestoring: () => {},
    showIn: () => {},
    showEnded: () => {},
    showOut: () => {},
    dropStored: () => {},
    broadcastLogin: () => {},
    broadcastLogout: () => {},
    announceEnd: (_, _end: { why: EndReason | null }) => {},
  },
  delays: { beforeRetry: 3000 },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ tokens: input.tokens, user: null, login: 0 }),
  initial: 'restoring',
  on: {
    'login.done': {
      target: '.loggedIn',
      actions: [
        {
          type: 'beginLogin',
          params: ({ event: { token, chatToken, user } }) => ({ token, chatToken: chatToken ?? null, user }),
        },
        'broadcastLogin',
      ],
    },
    'login.elsewhere': { target: '.restoring', actions: { type: 'takeTokens', params: ({ event }) => event.tokens } },
  },
  states: {
    restoring: {
      entry: 'showRestoring',
      on: {
        logout: { target: 'loggedOut', actions: ['dropStored', 'forget', 'broadcastLogout'] },
        'logout.elsewhere': { target: 'loggedOut', actions: 'forget' },
      },
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'hasTokens', target: 'asking' }, { target: '#session.loggedOut' }] },
        asking: {
          invoke: {
            src: 'enter',
            input: ({ context }) => context.tokens ?? { token: '', chatToken: null },
            onDone: [
              {
                guard: { type: 'isKind', params: ({ event }) => ({ entry: event.output, kind: 'in' }) },
                target: '#session.loggedIn',
                actions: { type: 'takeEntry', params: ({ event }) => ({ entry: event.output }) },
              },
              {
                guard: { type: 'isKind', params: ({ event }) => ({ entry: event.output, kind: 'out' }) },
                target: '#session.ended.over',
                actions: ['dropStored', 'forget', { type: 'announceEnd', params: { why: null } }],
              },
              { target: 'waiting' },
            ],
            onError: 'waiting',
          },
        },
        waiting: { on: { retry: 'asking' }, after: { beforeRetry: 'asking' } },
      },
    },
    loggedIn: {
      entry: 'showIn',
      on: {
        logout: { target: 'leaving', actions: 'dropStored' },
        'logout.elsewhere': { target: 'loggedOut', actions: 'forget' },
        'user.changed': {
          guard: { type: 'isSameUser', params: ({ event }) => ({ user: event.user }) },
          target: 'loggedIn',
          actions: { type: 'takeUser', params: ({ event }) => ({ user: event.user }) },
          reenter: true,
        },
        'session.ended': {
          guard: { type: 'isThisLogin', params: ({ event }) => ({ login: event.login }) },
          target: 'ended',
          actions: [
            'dropStored',
            'forget',
            { type: 'announceEnd', params: ({ event }) => ({ why: event.why ?? null }) },
            'broadcastLogout',
          ],
        },
      },
    },
    leaving: {
      entry: ['showOut', 'broadcastLogout'],
      invoke: {
        src: 'leave',
        input: ({ context }) => context.tokens ?? { token: '', chatToken: null },
        onDone: { target: 'loggedOut', actions: 'forget' },
        onError: { target: 'loggedOut', actions: 'forget' },
      },
    },
    loggedOut: { entry: 'showOut' },
    /**
     * Ended by the server. `leading` lasts until the guard has shown the login page; tokens that were invalid at the
     * start go to `over` at once, without a redirect.
     */
    ended: {
      initial: 'leading',
      states: {
        leading: { entry: 'showEnded', on: { 'login.shown': 'over' } },
        over: { entry: 'showOut' },
      },
    },
  },
})
