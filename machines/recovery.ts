import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromPromise, setup } from 'xstate'
import { absent } from './absent.ts'
import { isLost, lossOf, stepMachine, type StepSnapshot } from './step.ts'

/** Whose password, and how they prove it. */
export type Claim = { readonly account: string; readonly areacode: string | null; readonly code: string }
export type NewPassword = { readonly password: string; readonly rePassword: string; readonly key: string }
export type Recovery = Claim & NewPassword

/** A forgotten password: account and code first, which are checked, then the new one. All travel together, so the code is spent once. */
export const recoveryMachine = setup({
  types: {
    context: {} as { claim: Claim | null; intent: Recovery | null; failure: Failure | null },
    events: {} as
      | { type: 'claim'; claim: Claim }
      | { type: 'back' }
      | { type: 'submit'; secret: NewPassword },
    tags: {} as 'busy',
  },
  actors: { step: stepMachine<Recovery, unknown>(), checkClaim: fromPromise<Reply<unknown>, Claim>(absent('checkClaim')) },
  guards: {
    isOk: (_, { reply }: { reply: Reply<unknown> }) => reply.ok,
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
    isAboutClaim: (_, { reply }: { reply: Reply<unknown> }) =>
      !reply.ok && reply.failure.kind === 'refused' && aboutClaim.has(reply.failure.reason),
  },
  actions: {
    takeClaim: assign((_, { claim }: { claim: Claim }) => ({ claim, failure: null })),
    takeSecret: assign(({ context }, { secret }: { secret: NewPassword }) => ({
      intent: { ...(context.claim ?? nobody), ...secret },
      failure: null,
    })),
    keepFailure: assign((_, { reply }: { reply: Reply<unknown> }) => ({ failure: reply.ok ? null : reply.failure })),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
    forget: assign({ claim: null, intent: null }),
  },
}).createMachine({
  id: 'recovery',
  context: { claim: null, intent: null, failure: null },
  initial: 'claiming',
  states: {
    claiming: {
      on: { claim: { target: 'checking', actions: { type: 'takeClaim', params: ({ event }) => ({ claim: event.claim }) } } },
    },
    /** Whether the code is right is asked before a new password is thought of. It stays unspent. */
    checking: {
      tags: 'busy',
      invoke: {
        src: 'checkClaim',
        input: ({ context }) => context.claim ?? nobody,
        onDone: [
          { guard: { type: 'isOk', params: ({ event }) => ({ reply: event.output }) }, target: 'choosing' },
          { target: 'claiming', actions: { type: 'keepFailure', params: ({ event }) => ({ reply: event.output }) } },
        ],
      },
    },
    choosing: {
      on: {
        back: 'claiming',
        submit: { target: 'submitting', actions: { type: 'takeSecret', params: ({ event }) => ({ secret: event.secret }) } },
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
            actions: { type: 'keepFailure', params: ({ event }) => ({ reply: event.output }) },
          },
          { target: 'choosing', actions: { type: 'keepFailure', params: ({ event }) => ({ reply: event.output }) } },
        ],
      },
      initial: 'carrying',
      states: { carrying: {}, unknown: {} },
    },
    done: { entry: 'forget' },
  },
})

const aboutClaim: ReadonlySet<string> = new Set([
  'account_required', 'account_malformed', 'code_required', 'code_wrong', 'code_expired', 'code_too_many',
])
const nobody: Claim = { account: '', areacode: null, code: '' }
const noIntent: Recovery = { ...nobody, password: '', rePassword: '', key: '' }
