import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromPromise, setup } from 'xstate'
import { absent } from './absent.ts'

/** Whose password, and how they prove it. */
export type Claim = { readonly account: string; readonly areacode: string | null; readonly code: string }
export type NewPassword = { readonly password: string; readonly rePassword: string; readonly key: string }
export type Recovery = Claim & NewPassword

/** A forgotten password: account and code first, then the new one. Both travel together, so the code is spent once. */
export const recoveryMachine = setup({
  types: {
    context: {} as { claim: Claim | null; intent: Recovery | null; failure: Failure | null },
    events: {} as
      | { type: 'claim'; claim: Claim }
      | { type: 'back' }
      | { type: 'submit'; secret: NewPassword }
      | { type: 'again' },
    tags: {} as 'busy',
  },
  actors: { renew: fromPromise<Reply<unknown>, Recovery>(absent('renew')) },
  guards: {
    isOk: (_, { reply }: { reply: Reply<unknown> }) => reply.ok,
    isUnknown: (_, { reply }: { reply: Reply<unknown> }) => !reply.ok && reply.failure.kind === 'unknown',
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
    forget: assign({ claim: null, intent: null }),
  },
  delays: { beforeAgain: 3000 },
}).createMachine({
  id: 'recovery',
  context: { claim: null, intent: null, failure: null },
  initial: 'claiming',
  states: {
    claiming: {
      on: { claim: { target: 'choosing', actions: { type: 'takeClaim', params: ({ event }) => ({ claim: event.claim }) } } },
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
        src: 'renew',
        input: ({ context }) => context.intent ?? { ...nobody, password: '', rePassword: '', key: '' },
        onDone: [
          { guard: { type: 'isOk', params: ({ event }) => ({ reply: event.output }) }, target: 'done' },
          {
            guard: { type: 'isUnknown', params: ({ event }) => ({ reply: event.output }) },
            target: 'unsure',
            actions: { type: 'keepFailure', params: ({ event }) => ({ reply: event.output }) },
          },
          {
            guard: { type: 'isAboutClaim', params: ({ event }) => ({ reply: event.output }) },
            target: 'claiming',
            actions: { type: 'keepFailure', params: ({ event }) => ({ reply: event.output }) },
          },
          { target: 'choosing', actions: { type: 'keepFailure', params: ({ event }) => ({ reply: event.output }) } },
        ],
      },
    },
    /** Nobody knows: the same key makes it safe to say the same once more. */
    unsure: { tags: 'busy', on: { again: 'submitting' }, after: { beforeAgain: 'submitting' } },
    done: { entry: 'forget' },
  },
})

const aboutClaim: ReadonlySet<string> = new Set([
  'account_required', 'account_malformed', 'code_required', 'code_wrong', 'code_expired', 'code_too_many',
])
const nobody: Claim = { account: '', areacode: null, code: '' }
