import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromPromise, setup } from 'xstate'
import { absent } from './absent.ts'
import { isLost, lossOf, stepMachine, type StepSnapshot } from './step.ts'
import type { Entered } from './session.ts'
import type { Credentials } from './sign-in.ts'

/** The fields of the registration; the key is created when the form is sent and stays the same for every retry. */
export type SignUp = Credentials & {
  readonly key: string
  readonly rePassword: string
  readonly areaCodeId: number | null
  readonly invitation: string
  readonly line: string
}

/** Registration, followed by a login at once where that needs no second code. */
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
    takeFailure: assign((_, { reply }: { reply: Reply<unknown> }) => ({ failure: reply.ok ? null : reply.failure })),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
    storeEntered: assign((_, { reply }: { reply: Reply<Entered> }) => ({ entered: reply.ok ? reply.value : null })),
    forget: assign({ form: null }),
    enterSession: (_args, _entered: { entered: Entered | null }) => {},
  },
}).createMachine({
  id: 'signUp',
  context: ({ input }) => ({ ...input, form: null, failure: null, entered: null }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        submit: { target: 'submitting', actions: { type: 'takeForm', params: ({ event }) => ({ form: event.form }) } },
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        id: 'step',
        src: 'step',
        input: ({ context }) => ({ change: context.form ?? noForm }),
        onSnapshot: {
          guard: { type: 'isLost', params: ({ event }) => ({ step: event.snapshot }) },
          target: '.unknown',
          actions: { type: 'storeFailure', params: ({ event }) => ({ failure: lossOf(event.snapshot) }) },
        },
        onDone: [
          { guard: { type: 'isOk', params: ({ event }) => ({ reply: event.output }) }, target: 'created' },
          { target: 'editing', actions: { type: 'takeFailure', params: ({ event }) => ({ reply: event.output }) } },
        ],
      },
      initial: 'sending',
      states: { sending: {}, unknown: {} },
    },
    created: { always: [{ guard: 'needsCode', target: 'registered' }, { target: 'entering' }] },
    entering: {
      tags: 'busy',
      invoke: {
        src: 'logIn',
        input: ({ context }) => context.form ?? noForm,
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ reply: event.output }) },
            target: 'entered',
            actions: { type: 'storeEntered', params: ({ event }) => ({ reply: event.output }) },
          },
          { target: 'registered' },
        ],
      },
    },
    /** The account exists; the login page is next. */
    registered: { entry: 'forget' },
    entered: { entry: [{ type: 'enterSession', params: ({ context }) => ({ entered: context.entered }) }, 'forget'] },
  },
})

const noForm: SignUp = {
  kind: 'email', account: '', areacode: null, password: '', code: null, key: '', rePassword: '', areaCodeId: null,
  invitation: '', line: '',
}
