import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { absent } from '#machines/kit/absent.ts'
import type { Claim } from './recovery.ts'
import { isLost, lossOf, stepMachine, type StepSnapshot } from '#machines/kit/step.ts'
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
/** The answer to a registration. The session is told once: after a lost answer it is absent. */
export type Registered = { readonly session?: string | undefined }

/**
 * Registration in two steps: account and code, which the server checks, then the password. Afterwards the user is
 * logged in.
 */
export const signUpMachine = setup({
  types: {
    input: {} as { needsCode: boolean },
    context: {} as {
      needsCode: boolean
      claim: Claim | null
      form: SignUp | null
      token: string | null
      failure: Failure | null
      entered: Entered | null
    },
    events: {} as { type: 'claim'; claim: Claim } | { type: 'back' } | { type: 'submit'; form: SignUp },
    tags: {} as 'busy',
  },
  actors: {
    checkClaim: fromPromise<Reply<unknown>, Claim>(absent('checkClaim')),
    step: stepMachine<SignUp, Registered>(),
    enter: fromPromise<Reply<Entered>, string>(absent('enter')),
  },
  guards: {
    isOk: (_, { reply }: { reply: Reply<unknown> }) => reply.ok,
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
    isAboutClaim: (_, { reply }: { reply: Reply<unknown> }) =>
      !reply.ok && reply.failure.kind === 'refused' && aboutClaim.has(reply.failure.reason),
    needsCode: ({ context }) => context.needsCode,
    hasToken: ({ context }) => context.token !== null,
  },
  actions: {
    takeClaim: assign((_, { claim }: { claim: Claim }) => ({ claim, failure: null })),
    takeForm: assign((_, { form }: { form: SignUp }) => ({ form, failure: null })),
    takeFailure: assign((_, { reply }: { reply: Reply<unknown> }) => ({ failure: reply.ok ? null : reply.failure })),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
    storeToken: assign((_, { reply }: { reply: Reply<Registered | null> }) => ({
      token: reply.ok ? (reply.value?.session ?? null) : null,
    })),
    storeEntered: assign((_, { reply }: { reply: Reply<Entered> }) => ({ entered: reply.ok ? reply.value : null })),
    forget: assign({ claim: null, form: null, token: null }),
    enterSession: (_args, _entered: { entered: Entered | null }) => {},
  },
}).createMachine({
  id: 'signUp',
  context: ({ input }) => ({ ...input, claim: null, form: null, token: null, failure: null, entered: null }),
  initial: 'claiming',
  states: {
    claiming: {
      on: {
        claim: [
          {
            guard: 'needsCode',
            target: 'checking',
            actions: { type: 'takeClaim', params: ({ event }) => ({ claim: event.claim }) },
          },
          { target: 'editing', actions: { type: 'takeClaim', params: ({ event }) => ({ claim: event.claim }) } },
        ],
      },
    },
    /** The code is checked before a password is asked for; the check does not use it up. */
    checking: {
      tags: 'busy',
      invoke: {
        src: 'checkClaim',
        input: ({ context }) => context.claim ?? noClaim,
        onDone: [
          { guard: { type: 'isOk', params: ({ event }) => ({ reply: event.output }) }, target: 'editing' },
          { target: 'claiming', actions: { type: 'takeFailure', params: ({ event }) => ({ reply: event.output }) } },
        ],
      },
    },
    editing: {
      on: {
        back: 'claiming',
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
          {
            guard: { type: 'isOk', params: ({ event }) => ({ reply: event.output }) },
            target: 'created',
            actions: { type: 'storeToken', params: ({ event }) => ({ reply: event.output }) },
          },
          {
            guard: { type: 'isAboutClaim', params: ({ event }) => ({ reply: event.output }) },
            target: 'claiming',
            actions: { type: 'takeFailure', params: ({ event }) => ({ reply: event.output }) },
          },
          { target: 'editing', actions: { type: 'takeFailure', params: ({ event }) => ({ reply: event.output }) } },
        ],
      },
      initial: 'sending',
      states: { sending: {}, unknown: {} },
    },
    created: { always: [{ guard: 'hasToken', target: 'entering' }, { target: 'registered' }] },
    entering: {
      tags: 'busy',
      invoke: {
        src: 'enter',
        input: ({ context }) => context.token ?? '',
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ reply: event.output }) },
            target: 'entered',
            actions: { type: 'storeEntered', params: ({ event }) => ({ reply: event.output }) },
          },
          { target: 'registered' },
        ],
        onError: 'registered',
      },
    },
    /** The account exists, but the session did not arrive; the login page is next. */
    registered: { entry: 'forget' },
    entered: { entry: [{ type: 'enterSession', params: ({ context }) => ({ entered: context.entered }) }, 'forget'] },
  },
})

const aboutClaim: ReadonlySet<string> = new Set([
  'account_required',
  'account_malformed',
  'account_taken',
  'code_required',
  'code_wrong',
  'code_expired',
  'code_too_many',
])
const noClaim: Claim = { account: '', areacode: null, code: '' }
const noForm: SignUp = {
  kind: 'email',
  account: '',
  areacode: null,
  password: '',
  code: null,
  key: '',
  rePassword: '',
  areaCodeId: null,
  invitation: '',
  line: '',
}

/** What its page shows of it; `isClaiming`: in the first step, which says who somebody is. */
export const connectSignUp = (snapshot: SnapshotFrom<typeof signUpMachine>) => ({
  isBusy: snapshot.hasTag('busy'),
  isClaiming: snapshot.matches('claiming') || snapshot.matches('checking'),
  isRegistered: snapshot.matches('registered'),
  isDone: snapshot.matches('registered') || snapshot.matches('entered'),
  failure: snapshot.context.failure,
})
