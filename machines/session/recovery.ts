import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { absent } from '#machines/kit/absent.ts'
import { isLost, lossOf, stepMachine, type StepSnapshot } from '#machines/kit/step.ts'

/** The account, and the code that proves its ownership. */
export type Claim = { readonly account: string; readonly areacode: string | null; readonly code: string }
type NewPassword = { readonly password: string; readonly rePassword: string; readonly key: string }
export type Recovery = Claim & NewPassword

/**
 * A forgotten password: account and code first, which the server checks, then the new one. All are sent together, so
 * the code is used once.
 */
export const recoveryMachine = setup({
  types: {
    context: {} as { claim: Claim | null; intent: Recovery | null; failure: Failure | null },
    events: {} as { type: 'claim'; claim: Claim } | { type: 'back' } | { type: 'submit'; secret: NewPassword },
    tags: {} as 'busy',
  },
  actors: {
    step: stepMachine<Recovery, unknown>(),
    checkClaim: fromPromise<Reply<unknown>, Claim>(absent('checkClaim')),
  },
  guards: {
    isOk: (_, { reply }: { reply: Reply<unknown> }) => reply.ok,
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
    isAboutClaim: (_, { reply }: { reply: Reply<unknown> }) =>
      !reply.ok && reply.failure.kind === 'refused' && aboutClaim.has(reply.failure.reason),
  },
  actions: {
    takeClaim: assign((_, { claim }: { claim: Claim }) => ({ claim, failure: null })),
    takeSecret: assign(({ context }, { secret }: { secret: NewPassword }) => ({
      intent: { ...(context.claim ?? noClaim), ...secret },
      failure: null,
    })),
    takeFailure: assign((_, { reply }: { reply: Reply<unknown> }) => ({ failure: reply.ok ? null : reply.failure })),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
    forget: assign({ claim: null, intent: null }),
  },
}).createMachine({
  id: 'recovery',
  context: { claim: null, intent: null, failure: null },
  initial: 'claiming',
  states: {
    claiming: {
      on: {
        claim: { target: 'checking', actions: { type: 'takeClaim', params: ({ event }) => ({ claim: event.claim }) } },
      },
    },
    /** The code is checked before a new password is asked for; the check does not use it up. */
    checking: {
      tags: 'busy',
      invoke: {
        src: 'checkClaim',
        input: ({ context }) => context.claim ?? noClaim,
        onDone: [
          { guard: { type: 'isOk', params: ({ event }) => ({ reply: event.output }) }, target: 'choosing' },
          { target: 'claiming', actions: { type: 'takeFailure', params: ({ event }) => ({ reply: event.output }) } },
        ],
      },
    },
    choosing: {
      on: {
        back: 'claiming',
        submit: {
          target: 'submitting',
          actions: { type: 'takeSecret', params: ({ event }) => ({ secret: event.secret }) },
        },
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        id: 'step',
        src: 'step',
        input: ({ context }) => ({ change: context.intent ?? noIntent }),
        onSnapshot: {
          guard: { type: 'isLost', params: ({ event }) => ({ step: event.snapshot }) },
          target: '.unknown',
          actions: { type: 'storeFailure', params: ({ event }) => ({ failure: lossOf(event.snapshot) }) },
        },
        onDone: [
          { guard: { type: 'isOk', params: ({ event }) => ({ reply: event.output }) }, target: 'done' },
          {
            guard: { type: 'isAboutClaim', params: ({ event }) => ({ reply: event.output }) },
            target: 'claiming',
            actions: { type: 'takeFailure', params: ({ event }) => ({ reply: event.output }) },
          },
          { target: 'choosing', actions: { type: 'takeFailure', params: ({ event }) => ({ reply: event.output }) } },
        ],
      },
      initial: 'sending',
      states: { sending: {}, unknown: {} },
    },
    done: { entry: 'forget' },
  },
})

const aboutClaim: ReadonlySet<string> = new Set([
  'account_required',
  'account_malformed',
  'code_required',
  'code_wrong',
  'code_expired',
  'code_too_many',
])
const noClaim: Claim = { account: '', areacode: null, code: '' }
const noIntent: Recovery = { ...noClaim, password: '', rePassword: '', key: '' }

/** What its page shows of it; `isClaiming`: in the first step, which says who somebody is. */
export const connectRecovery = (snapshot: SnapshotFrom<typeof recoveryMachine>) => ({
  isBusy: snapshot.hasTag('busy'),
  isClaiming: snapshot.matches('claiming') || snapshot.matches('checking'),
  isDone: snapshot.matches('done'),
  failure: snapshot.context.failure,
})
