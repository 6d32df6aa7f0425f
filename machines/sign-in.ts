import type { Failure, Reply } from '#contract/wire/reply.ts'
import type { AccountType } from '#contract/session.ts'
import { assign, fromPromise, setup } from 'xstate'
import { absent } from './absent.ts'
import type { Entered } from './session.ts'

/** The fields of the login form. */
export type Credentials = {
  readonly kind: AccountType
  readonly account: string
  readonly areacode: string | null
  readonly password: string
  readonly code: string | null
}

/** Logging in. The reply carries a token, so nothing of it is stored, and after a lost reply the user retries. */
export const signInMachine = setup({
  types: {
    context: {} as { credentials: Credentials | null; failure: Failure | null; entered: Entered | null },
    events: {} as { type: 'submit'; credentials: Credentials },
    tags: {} as 'busy',
  },
  actors: { logIn: fromPromise<Reply<Entered>, Credentials>(absent('logIn')) },
  guards: { isOk: (_, { reply }: { reply: Reply<Entered> }) => reply.ok },
  actions: {
    takeCredentials: assign((_, { credentials }: { credentials: Credentials }) => ({ credentials, failure: null })),
    storeReply: assign((_, { reply }: { reply: Reply<Entered> }) =>
      reply.ok ? { entered: reply.value, failure: null } : { failure: reply.failure },
    ),
    forget: assign({ credentials: null }),
    enterSession: (_args, _entered: { entered: Entered | null }) => {},
  },
}).createMachine({
  id: 'signIn',
  context: { credentials: null, failure: null, entered: null },
  initial: 'editing',
  states: {
    editing: {
      on: {
        submit: {
          target: 'entering',
          actions: { type: 'takeCredentials', params: ({ event }) => ({ credentials: event.credentials }) },
        },
      },
    },
    entering: {
      tags: 'busy',
      exit: 'forget',
      invoke: {
        src: 'logIn',
        input: ({ context }) => context.credentials ?? noCredentials,
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ reply: event.output }) },
            target: 'entered',
            actions: { type: 'storeReply', params: ({ event }) => ({ reply: event.output }) },
          },
          { target: 'editing', actions: { type: 'storeReply', params: ({ event }) => ({ reply: event.output }) } },
        ],
      },
    },
    entered: { entry: { type: 'enterSession', params: ({ context }) => ({ entered: context.entered }) } },
  },
})

const noCredentials: Credentials = { kind: 'email', account: '', areacode: null, password: '', code: null }
