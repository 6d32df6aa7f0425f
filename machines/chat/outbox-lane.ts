import type { SendableKind } from '#contract/chat/chat-content.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import type { SendReply } from '#contract/wire/sent.ts'
import { assign, fromPromise, setup } from 'xstate'
import { absent } from '#machines/kit/absent.ts'

/**
 * A message on its way. `cid` was made when composing began and stays with it; `seq` orders what waits, over all tabs.
 */
export type OutboxEntry = {
  readonly seq: number
  readonly cid: string
  readonly chat: string
  readonly kind: SendableKind
  /** What is sent; of a file, filled in once it is uploaded. */
  readonly body: Readonly<Record<string, unknown>>
  readonly file: File | null
  readonly replyTo: number | null
  readonly mentions: 'all' | readonly string[]
  readonly atMs: number
  /** Why it was not sent; null while it waits. */
  readonly fault: string | null
}
/** Text does not wait for files. */
export const laneOf = ({ chat, file }: Pick<OutboxEntry, 'chat' | 'file'>) =>
  `${file === null ? 'text' : 'file'}:${chat}`
/** What waited for longer is not sent without asking again. */
export const outboxLifeMs = 86_400_000
const maxWaitMs = 20_000
const firstWaitMs = 500

type Context = {
  readonly entries: readonly OutboxEntry[]
  readonly ended: ReadonlySet<string>
  readonly current: OutboxEntry | null
  readonly tries: number
  readonly afterMs: number
}
const nextIn = ({ entries, ended }: Pick<Context, 'entries' | 'ended'>) =>
  entries.find(({ cid, fault }) => fault === null && !ended.has(cid)) ?? null
/** A refusal that ends by itself: the lane waits, as for a line that is away. */
const passing = new Set<string>(['too_many', 'read_only'])
const isFinal = (failure: Failure) => failure.kind === 'refused' && !passing.has(failure.reason)

/**
 * One lane of the outbox: the messages of one chat, one after the other in the order in which they were written.
 * Trouble with the line stops the lane, and the same id is sent again; a refusal ends that message alone.
 */
export const outboxLaneMachine = setup({
  types: {
    input: {} as { entries: readonly OutboxEntry[] },
    context: {} as Context,
    events: {} as { type: 'entries.changed'; entries: readonly OutboxEntry[] } | { type: 'line.ready' },
  },
  actors: { send: fromPromise<Reply<SendReply>, { entry: OutboxEntry }>(absent('send')) },
  guards: {
    hasNext: ({ context }) => nextIn(context) !== null,
    isSent: (_, { reply }: { reply: Reply<SendReply> }) => reply.ok,
    isRefused: (_, { reply }: { reply: Reply<SendReply> }) => !reply.ok && isFinal(reply.failure),
  },
  actions: {
    storeEntries: assign(({ context }, { entries }: { entries: readonly OutboxEntry[] }) => ({
      entries: entries.toSorted((a, b) => a.seq - b.seq),
      ended: new Set(
        [...context.ended].filter((cid) => entries.some((entry) => entry.cid === cid && entry.fault === null)),
      ),
    })),
    storeCurrent: assign(({ context }) => ({ current: nextIn(context) })),
    storeEnd: assign(({ context: { ended, current } }) => ({
      ended: new Set([...ended, current?.cid ?? '']),
      current: null,
      tries: 0,
      afterMs: 0,
    })),
    storeLoss: assign(({ context }, { reply }: { reply: Reply<SendReply> }) => ({
      tries: context.tries + 1,
      afterMs: !reply.ok && reply.failure.kind === 'refused' ? (reply.failure.afterMs ?? 0) : 0,
    })),
    resetTries: assign(() => ({ tries: 0 })),
    reportSent: (_: unknown, __: { entry: OutboxEntry | null; reply: Reply<SendReply> }) => {},
    reportRefused: (_: unknown, __: { entry: OutboxEntry | null; reply: Reply<SendReply> }) => {},
  },
  delays: {
    beforeRetry: ({ context: { tries, afterMs } }) => Math.max(afterMs, Math.min(maxWaitMs, firstWaitMs * 2 ** tries)),
  },
}).createMachine({
  id: 'outboxLane',
  context: ({ input }) => ({
    entries: input.entries.toSorted((a, b) => a.seq - b.seq),
    ended: new Set<string>(),
    current: null,
    tries: 0,
    afterMs: 0,
  }),
  on: { 'entries.changed': { actions: { type: 'storeEntries', params: ({ event }) => ({ entries: event.entries }) } } },
  initial: 'idle',
  states: {
    idle: { always: { guard: 'hasNext', target: 'sending', actions: 'storeCurrent' } },
    sending: {
      invoke: {
        src: 'send',
        input: ({ context }) => ({ entry: context.current ?? noEntry }),
        onDone: [
          {
            guard: { type: 'isSent', params: ({ event }) => ({ reply: event.output }) },
            target: 'idle',
            actions: [
              { type: 'reportSent', params: ({ context, event }) => ({ entry: context.current, reply: event.output }) },
              'storeEnd',
            ],
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ reply: event.output }) },
            target: 'idle',
            actions: [
              {
                type: 'reportRefused',
                params: ({ context, event }) => ({ entry: context.current, reply: event.output }),
              },
              'storeEnd',
            ],
          },
          { target: 'waiting', actions: { type: 'storeLoss', params: ({ event }) => ({ reply: event.output }) } },
        ],
        onError: 'waiting',
      },
    },
    waiting: {
      after: { beforeRetry: 'deciding' },
      on: { 'line.ready': { target: 'deciding', actions: 'resetTries' } },
    },
    /** What waited may have been deleted meanwhile. */
    deciding: { always: [{ guard: 'hasNext', target: 'sending', actions: 'storeCurrent' }, { target: 'idle' }] },
  },
})
const noEntry: OutboxEntry = {
  seq: 0,
  cid: '',
  chat: '',
  kind: 'text',
  body: {},
  file: null,
  replyTo: null,
  mentions: [],
  atMs: 0,
  fault: null,
}
