import { offeredPasskey, type PasskeyRequest } from '#contract/account/passkey.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import type { AccountType } from '#contract/session/session.ts'
import { assign, fromPromise, setup } from 'xstate'
import { absent } from '#machines/kit/absent.ts'
import type { Entered } from './session.ts'

/** The fields of the login form. */
export type Credentials = {
  readonly kind: AccountType
  readonly account: string
  readonly areacode: string | null
  readonly password: string
  readonly code: string | null
  /** What a passkey signed in place of the code, as JSON text. */
  readonly passkey?: string | null
}
/** What the server asks for after the password. */
export type Proof = 'code' | 'authenticator'

/**
 * Logging in: account and password first; the server then names the proof it needs, if any, and may offer that a
 * passkey signs a challenge instead. Each refusal offers a new one, because a challenge is good once. The reply carries
 * a token, so nothing of it is stored, and after a lost reply the user retries.
 */
export const signInMachine = setup({
  types: {
    context: {} as {
      credentials: Credentials | null
      proof: Proof | null
      failure: Failure | null
      entered: Entered | null
      /** What a passkey is asked to sign; null where none is offered. */
      passkey: PasskeyRequest | null
    },
    events: {} as { type: 'submit'; credentials: Credentials } | { type: 'back' },
    tags: {} as 'busy',
  },
  actors: { logIn: fromPromise<Reply<Entered>, Credentials>(absent('logIn')) },
  guards: {
    isOk: (_, { reply }: { reply: Reply<Entered> }) => reply.ok,
    isAskedForProof: (_, { reply }: { reply: Reply<Entered> }) => proofOf(reply) !== null,
    isAboutProof: ({ context }, { reply }: { reply: Reply<Entered> }) =>
      context.proof !== null && !isAboutAccount(reply),
  },
  actions: {
    takeCredentials: assign((_, { credentials }: { credentials: Credentials }) => ({ credentials, failure: null })),
    takeProof: assign((_, { reply }: { reply: Reply<Entered> }) => ({
      proof: proofOf(reply),
      passkey: passkeyOf(reply),
      failure: null,
    })),
    dropProof: assign({ proof: null, passkey: null }),
    storeReply: assign((_, { reply }: { reply: Reply<Entered> }) =>
      reply.ok ? { entered: reply.value, failure: null } : { failure: reply.failure },
    ),
    /** A refusal without a new offer leaves the old one: a code that was wrong uses up no challenge. */
    renewOffer: assign(({ context }, { reply }: { reply: Reply<Entered> }) => ({
      passkey: passkeyOf(reply) ?? context.passkey,
    })),
    forget: assign({ credentials: null }),
    enterSession: (_args, _entered: { entered: Entered | null }) => {},
  },
}).createMachine({
  id: 'signIn',
  context: { credentials: null, proof: null, failure: null, entered: null, passkey: null },
  initial: 'editing',
  states: {
    editing: {
      entry: 'dropProof',
      on: {
        submit: {
          target: 'entering',
          actions: { type: 'takeCredentials', params: ({ event }) => ({ credentials: event.credentials }) },
        },
      },
    },
    /** The password was right; the code of the mail or phone, or that of the authenticator app, is still to come. */
    proving: {
      on: {
        back: 'editing',
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
          {
            guard: { type: 'isAskedForProof', params: ({ event }) => ({ reply: event.output }) },
            target: 'proving',
            actions: { type: 'takeProof', params: ({ event }) => ({ reply: event.output }) },
          },
          {
            guard: { type: 'isAboutProof', params: ({ event }) => ({ reply: event.output }) },
            target: 'proving',
            actions: [
              { type: 'storeReply', params: ({ event }) => ({ reply: event.output }) },
              { type: 'renewOffer', params: ({ event }) => ({ reply: event.output }) },
            ],
          },
          { target: 'editing', actions: { type: 'storeReply', params: ({ event }) => ({ reply: event.output }) } },
        ],
      },
    },
    entered: { entry: { type: 'enterSession', params: ({ context }) => ({ entered: context.entered }) } },
  },
})

const proofs: Readonly<Record<string, Proof>> = { code_required: 'code', totp_required: 'authenticator' }
/** The proof that a refusal asks for; null if the reply is not such a refusal. */
const proofOf = (reply: Reply<unknown>): Proof | null =>
  !reply.ok && reply.failure.kind === 'refused' ? (proofs[reply.failure.reason] ?? null) : null
const passkeyOf = (reply: Reply<unknown>): PasskeyRequest | null => (reply.ok ? null : offeredPasskey(reply.failure))
const aboutAccount: ReadonlySet<string> = new Set([
  'account_required',
  'account_malformed',
  'password_required',
  'login_wrong',
  'account_locked',
])
const isAboutAccount = (reply: Reply<unknown>) =>
  !reply.ok && reply.failure.kind === 'refused' && aboutAccount.has(reply.failure.reason)

const noCredentials: Credentials = { kind: 'email', account: '', areacode: null, password: '', code: null }
