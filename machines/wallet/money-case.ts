import { isDecisionAhead, type MoneyStatus } from '#contract/wire/decision.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, setup } from 'xstate'
import { absent } from '#machines/kit/absent.ts'

/** What a deposit, a remittance and a withdrawal have in common. */
export type MoneyCaseRow = { readonly id: number | string; readonly status: MoneyStatus; readonly rev: number }
export type MoneyCaseReceived<R> =
  | { type: 'row.received'; row: R }
  | { type: 'row.missed'; failure: Failure }
  | { type: 'row.absent' }
export type MoneyCaseInput = { readonly id: string }

/**
 * One deposit, remittance or withdrawal as the person who asked for it sees it: processing until the desk has passed or
 * rejected it, which
 * happens once. It only follows the copies it receives, forward by `rev`; asking for it is a change of its own
 * (`submit.ts`, on `step.ts`).
 */
export const moneyCaseMachine = <R extends MoneyCaseRow>() =>
  setup({
    types: {
      input: {} as MoneyCaseInput,
      context: {} as { readonly id: string; readonly row: R | null; readonly failure: Failure | null },
      events: {} as { type: 'retry' } | MoneyCaseReceived<R>,
    },
    actors: { watchRow: fromEventObservable<MoneyCaseReceived<R>, MoneyCaseInput>(absent('watchRow')) },
    guards: {
      isStatus: ({ context }, { status }: { status: MoneyStatus }) => context.row?.status === status,
      isNewer: ({ context }, { row }: { row: R }) =>
        String(row.id) === context.id && (context.row === null || isDecisionAhead(context.row, row)),
    },
    actions: {
      storeRow: assign((_, { row }: { row: R }) => ({ row, failure: null })),
      storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
    },
  }).createMachine({
    id: 'moneyCase',
    context: ({ input }) => ({ ...input, row: null, failure: null }),
    invoke: { id: 'watch', src: 'watchRow', input: ({ context }) => ({ id: context.id }) },
    on: {
      'row.received': {
        guard: { type: 'isNewer', params: ({ event }) => ({ row: event.row }) },
        target: '.deciding',
        actions: { type: 'storeRow', params: ({ event }) => ({ row: event.row }) },
      },
    },
    initial: 'loading',
    states: {
      loading: {
        on: {
          'row.missed': {
            target: 'failed',
            actions: { type: 'storeFailure', params: ({ event }) => ({ failure: event.failure }) },
          },
          'row.absent': 'absent',
        },
      },
      /** The read failed and nothing is known; the watcher goes on reading. */
      failed: { on: { retry: { target: '#moneyCase', reenter: true } } },
      /** The person has no such row among their newest. */
      absent: {},
      deciding: {
        always: [
          { guard: { type: 'isStatus', params: { status: 'processing' } }, target: 'processing' },
          { guard: { type: 'isStatus', params: { status: 'passed' } }, target: 'passed' },
          { guard: { type: 'isStatus', params: { status: 'rejected' } }, target: 'rejected' },
        ],
      },
      processing: {},
      passed: {},
      rejected: {},
    },
  })

export type MoneyCaseStanding = MoneyStatus | 'loading' | 'failed' | 'absent'
/** Where it stands: `loading`, `failed` and `absent` before anything is known of it, then its status. */
export const moneyCaseStandingOf = ({
  value,
  context: { row },
}: {
  readonly value: unknown
  readonly context: { readonly row: MoneyCaseRow | null }
}): MoneyCaseStanding => {
  if (row !== null) return row.status
  return value === 'failed' || value === 'absent' ? value : 'loading'
}
