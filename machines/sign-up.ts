import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromPromise, setup } from 'xstate'
import { absent } from './absent.ts'
import type { Entered } from './session.ts'
import type { Credentials } from './sign-in.ts'

/** What somebody types to register; the key is made at the tap and stays through every retry. */
export type SignUp = Credentials & {
  readonly key: string
  readonly rePassword: string
  readonly areaCodeId: number | null
  readonly invitation: string
  readonly line: string
}

/** Registering, and going in at once where no second code is needed for it. */
export const signUpMachine = setup({
  types: {
    input: {} as { needsCode: boolean },
    context: {} as { needsCode: boolean; form: SignUp | null; failure: Failure | null; entered: Entered | null },
    events: {} as { type: 'submit'; form: SignUp } | { type: 'again' },
    tags: {} as 'busy',
  },
  actors: {
    register: fromPromise<Reply<unknown>, SignUp>(absent('register')),
    logIn: fromPromise<Reply<Entered>, Credentials>(absent('logIn')),
  },
  guards: {
    isOk: (_, { reply }: { reply: Reply<unknown> }) => reply.ok,
    isUnknown: (_, { reply }: { reply: Reply<unknown> }) => !reply.ok && reply.failure.kind === 'unknown',
    needsCode: ({ context }) => context.needsCode,
  },
  actions: {
    takeForm: assign((_, { form }: { form: SignUp }) => ({ form, failure: null })),
    keepFailure: assign((_, { reply }: { reply: Reply<unknown> }) => ({ failure: reply.ok ? null : reply.failure })),
    keepEntered: assign((_, { reply }: { reply: Reply<Entered> }) => ({ entered: reply.ok ? reply.value : null })),
    forget: assign({ form: null }),
    enterSession: (_args, _entered: { entered: Entered | null }) => {},
  },
  delays: { beforeAgain: 3000 },
}).createMachine({
  id: 'signUp',
  context: ({ input }) => ({ ...input, form: null, failure: null, entered: null }),
  initial: 'editing',
  states: {
    editing: {
      on: { submit: { target: 'submitting', actions: { type: 'takeForm', params: ({ event }) => ({ form: event.form }) } } },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        src: 'register',
        input: ({ context }) => context.form ?? nobody,
        onDone: [
          { guard: { type: 'isOk', params: ({ event }) => ({ reply: event.output }) }, target: 'welcomed' },
          {
            guard: { type: 'isUnknown', params: ({ event }) => ({ reply: event.output }) },
            target: 'unsure',
            actions: { type: 'keepFailure', params: ({ event }) => ({ reply: event.output }) },
          },
          { target: 'editing', actions: { type: 'keepFailure', params: ({ event }) => ({ reply: event.output }) } },
        ],
      },
    },
    /** Nobody knows: the same key makes it safe to say the same once more. */
    unsure: { tags: 'busy', on: { again: 'submitting' }, after: { beforeAgain: 'submitting' } },
    welcomed: { always: [{ guard: 'needsCode', target: 'registered' }, { target: 'entering' }] },
    entering: {
      tags: 'busy',
      invoke: {
        src: 'logIn',
        input: ({ context }) => context.form ?? nobody,
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ reply: event.output }) },
            target: 'entered',
            actions: { type: 'keepEntered', params: ({ event }) => ({ reply: event.output }) },
          },
          { target: 'registered' },
        ],
      },
    },
    /** The account stands; the login page is next. */
    registered: { entry: 'forget' },
    entered: { entry: [{ type: 'enterSession', params: ({ context }) => ({ entered: context.entered }) }, 'forget'] },
  },
})

const nobody: SignUp = {
  kind: 'email', account: '', areacode: null, password: '', code: null, key: '', rePassword: '', areaCodeId: null, invitation: '', line: '',
}
