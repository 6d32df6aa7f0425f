import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromPromise, setup } from 'xstate'
import { absent } from './absent.ts'

/** One page of rows; `isLast` when none follows. */
export type Page = { readonly rows: readonly unknown[]; readonly isLast: boolean }

/** A list that is read page by page and starts over on request. Old rows stay until the new ones have arrived. */
export const pagerMachine = setup({
  types: {
    context: {} as { rows: readonly unknown[]; page: number; failure: Failure | null },
    events: {} as { type: 'more' } | { type: 'refresh' },
    tags: {} as 'busy',
  },
  actors: { readPage: fromPromise<Reply<Page>, { page: number }>(absent('readPage')) },
  guards: {
    isFailed: (_, { reply }: { reply: Reply<Page> }) => !reply.ok,
    isLast: (_, { reply }: { reply: Reply<Page> }) => reply.ok && reply.value.isLast,
  },
  actions: {
    storePage: assign(({ context }, { reply, page }: { reply: Reply<Page>; page: number }) =>
      reply.ok
        ? { rows: page === 1 ? reply.value.rows : [...context.rows, ...reply.value.rows], page, failure: null }
        : { failure: reply.failure },
    ),
  },
}).createMachine({
  id: 'pager',
  context: { rows: [], page: 0, failure: null },
  initial: 'loading',
  on: { refresh: { target: '.loading', reenter: true } },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'readPage',
        input: { page: 1 },
        onDone: [
          {
            guard: { type: 'isFailed', params: ({ event }) => ({ reply: event.output }) },
            target: 'failed',
            actions: { type: 'storePage', params: ({ event }) => ({ reply: event.output, page: 1 }) },
          },
          {
            guard: { type: 'isLast', params: ({ event }) => ({ reply: event.output }) },
            target: 'end',
            actions: { type: 'storePage', params: ({ event }) => ({ reply: event.output, page: 1 }) },
          },
          { target: 'idle', actions: { type: 'storePage', params: ({ event }) => ({ reply: event.output, page: 1 }) } },
        ],
      },
    },
    idle: { on: { more: 'more' } },
    more: {
      tags: 'busy',
      invoke: {
        src: 'readPage',
        input: ({ context }) => ({ page: context.page + 1 }),
        onDone: [
          {
            guard: { type: 'isFailed', params: ({ event }) => ({ reply: event.output }) },
            target: 'stuck',
            actions: { type: 'storePage', params: ({ event }) => ({ reply: event.output, page: 0 }) },
          },
          {
            guard: { type: 'isLast', params: ({ event }) => ({ reply: event.output }) },
            target: 'end',
            actions: {
              type: 'storePage',
              params: ({ context, event }) => ({ reply: event.output, page: context.page + 1 }),
            },
          },
          {
            target: 'idle',
            actions: {
              type: 'storePage',
              params: ({ context, event }) => ({ reply: event.output, page: context.page + 1 }),
            },
          },
        ],
      },
    },
    /** The first page failed. */
    failed: { on: { more: 'loading' } },
    /** A later page failed; the rows read so far stay. */
    stuck: { on: { more: 'more' } },
    end: {},
  },
})
