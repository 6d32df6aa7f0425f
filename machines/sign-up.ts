import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromPromise, setup } from 'xstate'
import { absent } from './absent.ts'
import { isLost, lossOf, stepMachine, type StepSnapshot } from './step.ts'
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
    events: {} as { type: 'submit'; form: SignUp },
    tags: {} as 'busy',
  },
  actors: {
    step: stepMachine<SignUp, unknown>(),
    logIn: fromPromise<Reply<Entered>, Credentials>(absent('logIn')),
  },
  guards: {
    isOk: (_, { reply }: { reply: Reply<unknown> }) => reply.ok,
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
    needsCode: ({ context }) => context.needsCode,
  },
  actions: {
    takeForm: assign((_, { form }: { form: SignUp }) => ({ form, failure: null })),
    keepFailure: assign((_, { reply }: { reply: Reply<unknown> }) => ({ failure: reply.ok ? null : reply.failure })),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
    keepEntered: assign((_, { reply }: { reply: Reply<Entered> }) => ({ entered: reply.ok ? reply.value : null })),
    forget: assign({ form: null }),
    enterSession: (_args, _entered: { entered: Entered | null }) => {},
  },
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
        id: 'step',
        src: 'step',
        input: ({ context }) => ({ change: context.form ?? nobody }),
        onSnapshot: {
          guard: { type: 'isLost', params: ({ event }) => ({ step: event.snapshot }) },
          target: '.unknown',
          actions: { type: 'storeFailure', params: ({ event }) => ({ failure: lossOf(event.snapshot) }) },
        },
        onDone: [
          { guard: { type: 'isOk', params: ({ event }) => ({ reply: event.output }) }, target: 'welcomed' },
          { target: 'editing', actions: { type: 'keepFailure', params: ({ event }) => ({ reply: event.output }) } },
        ],
      },
      initial: 'carrying',
      states: { carrying: {}, unknown: {} },
    },
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
