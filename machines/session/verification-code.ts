import type { AccountType } from '#contract/session/session.ts'
import type { CodeSent } from '#contract/session/session-proof.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { absent } from '#machines/kit/absent.ts'

/** Where a code is sent. `own`: to the account that is logged in. */
export type CodeTarget =
  | { readonly to: AccountType; readonly account: string; readonly areacode: string | null }
  | { readonly to: 'own' }
export type CodeIntent = { readonly target: CodeTarget; readonly key: string }
export type ClockTicked = { type: 'clock.ticked'; now: number }

/** Requests a verification code, and another only when the server allows it: by the server's time, not the device's. */
export const verificationCodeMachine = setup({
  types: {
    context: {} as {
      now: number
      againMs: number
      sent: CodeSent | null
      failure: Failure | null
      intent: CodeIntent | null
    },
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
    storeTime: assign((_, { now }: { now: number }) => ({ now })),
    storeReply: assign(({ context }, { reply }: { reply: Reply<CodeSent> }) => {
      if (!reply.ok) return { failure: reply.failure, againMs: againMsOf(reply.failure, context.now) }
      const { again_ms: againMs, server_now_ms } = reply.value
      return { sent: reply.value, failure: null, againMs, now: Math.max(context.now, server_now_ms) }
    }),
  },
}).createMachine({
  id: 'verificationCode',
  context: { now: 0, againMs: 0, sent: null, failure: null, intent: null },
  invoke: { src: 'watchClock' },
  on: { 'clock.ticked': { actions: { type: 'storeTime', params: ({ event }) => ({ now: event.now }) } } },
  initial: 'ready',
  states: {
    ready: {
      on: {
        ask: { target: 'sending', actions: { type: 'takeIntent', params: ({ event }) => ({ intent: event.intent }) } },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        src: 'sendCode',
        input: ({ context }) => context.intent ?? { target: { to: 'own' as const }, key: '' },
        onDone: {
          target: 'deciding',
          actions: { type: 'storeReply', params: ({ event }) => ({ reply: event.output }) },
        },
      },
    },
    deciding: { always: [{ guard: 'isSoon', target: 'waiting' }, { target: 'ready' }] },
    waiting: {
      on: {
        'clock.ticked': [
          {
            guard: { type: 'isDue', params: ({ event }) => ({ now: event.now }) },
            target: 'ready',
            actions: { type: 'storeTime', params: ({ event }) => ({ now: event.now }) },
          },
          { actions: { type: 'storeTime', params: ({ event }) => ({ now: event.now }) } },
        ],
      },
    },
  },
})

/** When the next code may be requested; a refusal because of the pace names that instant. */
function againMsOf(failure: Failure, now: number) {
  if (failure.kind !== 'refused') return 0
  const againMs = failure.params['again_ms']
  if (typeof againMs === 'number') return againMs
  return failure.afterMs === null ? 0 : now + failure.afterMs
}

/** What a field for a code shows of it; `leftMs`: how long until the next may be requested. */
export const connectCode = (snapshot: SnapshotFrom<typeof verificationCodeMachine>) => {
  const { againMs, now, sent, failure } = snapshot.context
  return {
    isSending: snapshot.hasTag('busy'),
    mayAsk: snapshot.matches('ready'),
    leftMs: snapshot.matches('waiting') ? Math.max(0, againMs - now) : 0,
    sent,
    failure,
  }
}
