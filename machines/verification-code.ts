import type { AccountType, CodeSent } from '#contract/session.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'

/** Where a code shall go. `own` is to the account that is logged in. */
export type CodeTarget =
  | { readonly to: AccountType; readonly account: string; readonly areacode: string | null }
  | { readonly to: 'own' }
export type CodeIntent = { readonly target: CodeTarget; readonly key: string }
export type ClockTicked = { type: 'clock.ticked'; now: number }

/** Asks for a verification code, and again only when the server allows it: by its instants, not by ours. */
export const verificationCodeMachine = setup({
  types: {
    context: {} as { now: number; againMs: number; sent: CodeSent | null; failure: Failure | null; intent: CodeIntent | null },
    events: {} as { type: 'ask'; intent: CodeIntent } | ClockTicked,
    tags: {} as 'busy',
  },
  actors: {
    watchClock: fromEventObservable<ClockTicked, void>(absent('watchClock')),
    sendCode: fromPromise<Reply<CodeSent>, CodeIntent>(absent('sendCode')),
  },
  guards: {
    isSoon: ({ context: { now, againMs } }) => now < againMs,
    isDue: ({ context: { againMs } }, { now }: { now: number }) => now >= againMs,
  },
  actions: {
    takeIntent: assign((_, { intent }: { intent: CodeIntent }) => ({ intent, failure: null })),
    keepTime: assign((_, { now }: { now: number }) => ({ now })),
    keepReply: assign(({ context }, { reply }: { reply: Reply<CodeSent> }) =>
      reply.ok
        ? { sent: reply.value, failure: null, againMs: reply.value.again_ms, now: Math.max(context.now, reply.value.server_now_ms) }
        : { failure: reply.failure, againMs: againMsOf(reply.failure, context.now) },
    ),
  },
}).createMachine({
  id: 'verificationCode',
  context: { now: 0, againMs: 0, sent: null, failure: null, intent: null },
  invoke: { src: 'watchClock' },
  on: { 'clock.ticked': { actions: { type: 'keepTime', params: ({ event }) => ({ now: event.now }) } } },
  initial: 'ready',
  states: {
    ready: { on: { ask: { target: 'sending', actions: { type: 'takeIntent', params: ({ event }) => ({ intent: event.intent }) } } } },
    sending: {
      tags: 'busy',
      invoke: {
        src: 'sendCode',
        input: ({ context }) => context.intent ?? { target: { to: 'own' as const }, key: '' },
        onDone: { target: 'settling', actions: { type: 'keepReply', params: ({ event }) => ({ reply: event.output }) } },
      },
    },
    settling: { always: [{ guard: 'isSoon', target: 'waiting' }, { target: 'ready' }] },
    waiting: {
      on: {
        'clock.ticked': [
          {
            guard: { type: 'isDue', params: ({ event }) => ({ now: event.now }) },
            target: 'ready',
            actions: { type: 'keepTime', params: ({ event }) => ({ now: event.now }) },
          },
          { actions: { type: 'keepTime', params: ({ event }) => ({ now: event.now }) } },
        ],
      },
    },
  },
})

/** A refusal for asking too soon says when one may again. */
function againMsOf(failure: Failure, now: number) {
  if (failure.kind !== 'refused') return 0
  const told = failure.params['again_ms']
  if (typeof told === 'number') return told
  return failure.afterMs === null ? 0 : now + failure.afterMs
}

/** How long until a code may be asked for again. */
export const codeLeftMs = ({ context: { againMs, now } }: SnapshotFrom<typeof verificationCodeMachine>) =>
  Math.max(0, againMs - now)
