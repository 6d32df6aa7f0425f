import { deposit, type DepositRow } from '#contract/wallet/deposit.ts'
import { withdraw, type WithdrawRow } from '#contract/wallet/withdraw.ts'
import { isDecided } from '#contract/wire/decision.ts'
import type { Reply } from '#contract/wire/reply.ts'
import {
  moneyCaseMachine,
  type MoneyCaseInput,
  type MoneyCaseReceived,
  type MoneyCaseRow,
} from '#machines/wallet/money-case.ts'
import type { Services } from '#src/actors/services.tsx'
import { defer, from, map, merge, mergeMap, repeat, takeWhile, timer, type Observable, type SchedulerLike } from 'rxjs'
import { fromEventObservable } from 'xstate'

type Ports = Pick<Services, 'request' | 'feeds'> & { readonly time?: SchedulerLike }
/** Decisions come by push; reading covers the time while pushes are missing, until it is decided. */
const pollMs = 15_000
/** The row is one that was just made: it is among the newest. */
const newest = { page: 1, limit: 50 }

const received = <R extends MoneyCaseRow>(reply: Reply<readonly R[]>, id: string): MoneyCaseReceived<R> => {
  if (!reply.ok) return { type: 'row.missed', failure: reply.failure }
  const row = reply.value.find((each) => String(each.id) === id)
  return row === undefined ? { type: 'row.absent' } : { type: 'row.received', row }
}
const isOpen = <R extends MoneyCaseRow>(event: MoneyCaseReceived<R>) =>
  event.type === 'row.missed' || (event.type === 'row.received' && !isDecided(event.row))

const watch = <R extends MoneyCaseRow>(
  pushed$: Observable<R>,
  read: () => Promise<Reply<readonly R[]>>,
  time?: SchedulerLike,
) =>
  fromEventObservable<MoneyCaseReceived<R>, MoneyCaseInput>(({ input: { id } }) =>
    merge(
      pushed$.pipe(map((row): MoneyCaseReceived<R> => ({ type: 'row.received', row }))),
      defer(() => from(read())).pipe(
        repeat({ delay: () => timer(pollMs, time) }),
        map((reply) => received(reply, id)),
        takeWhile(isOpen, true),
      ),
    ),
  )

/** One deposit of the caller, by network or by bank. */
export const depositCaseLogic = ({ request, feeds, time }: Ports) =>
  moneyCaseMachine<DepositRow>().provide({
    actors: {
      watchRow: watch(
        feeds.events$.pipe(mergeMap((event) => (event.ev === 'deposit.changed' ? [event.v] : []))),
        async () => {
          const reply = await request.read(deposit.list, newest)
          return reply.ok ? { ok: true, value: reply.value.data } : reply
        },
        time,
      ),
    },
  })
/** One withdrawal of the caller, to an address or by bank. */
export const withdrawCaseLogic = ({ request, feeds, time }: Ports) =>
  moneyCaseMachine<WithdrawRow>().provide({
    actors: {
      watchRow: watch(
        feeds.events$.pipe(mergeMap((event) => (event.ev === 'withdraw.changed' ? [event.v] : []))),
        async () => {
          const reply = await request.read(withdraw.list, newest)
          return reply.ok ? { ok: true, value: reply.value.data } : reply
        },
        time,
      ),
    },
  })
