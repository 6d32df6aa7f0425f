import { withdrawRow } from '#contract/wallet/withdraw.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { encode } from '#contract/wire/coded.ts'
import { decisionTransitions, mayDecide, type DecisionStep } from '#contract/wire/decision.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { countOne, giveBack } from './days.ts'
import { startReview } from './review.ts'
import { withdrawalOf } from './view.ts'
import { withdrawHold, type Withdrawal } from './rows.ts'
import type { WithdrawContext } from './context.ts'

const kind = 'change'

const putWithdrawal = (ctx: WithdrawContext, row: Withdrawal, why: string) => {
  const stored = ctx.tables.withdrawals.put({ ...row, changedAt: ctx.now(), rev: row.rev + 1 })
  ctx.emit(row.user, { ev: 'withdraw.changed', v: withdrawalOf(ctx, stored), why })
  return stored
}

/** What is asked for; `number`, `fee` and what it is worth in the base coin in units of 10^-8. */
export type Application = { number: bigint; fee: bigint; worth: bigint } & Pick<
  Withdrawal,
  'user' | 'coin' | 'network' | 'address' | 'notes' | 'fiat' | 'fiatAmount' | 'way' | 'payee'
>
/** Opens a withdrawal: counts it for the day and holds its whole amount, fee included. */
export function openWithdrawal(ctx: WithdrawContext, { number, fee, worth, ...wish }: Application): Withdrawal {
  const counted = countOne(ctx, wish.user, worth)
  const id = ctx.tables.withdrawals.nextId()
  ctx.ledger.hold(withdrawHold(id), { owner: wish.user, asset: wish.coin, kind }, number, logTypes.withdrawAsked)
  const row = putWithdrawal(
    ctx,
    {
      ...wish,
      id,
      number: formatDec(number),
      fee: formatDec(fee),
      receipt: formatDec(number - fee),
      status: 'processing',
      remark: null,
      txid: null,
      at: ctx.now(),
      changedAt: ctx.now(),
      rev: 0,
      counted,
    },
    'asked',
  )
  startReview(ctx, row)
  return row
}

/**
 * Decides a withdrawal, once (L8, L12). Passing pays the receipt out and books the fee, rejecting returns the whole
 * hold.
 * `txid` is the transaction that paid it, for one to an address. One that stands in a batch is decided with it alone.
 */
export function moveWithdrawal(
  ctx: WithdrawContext,
  row: Withdrawal,
  step: DecisionStep,
  {
    remark = null,
    txid = null,
    batch = null,
  }: { remark?: string | null; txid?: string | null; batch?: number | null } = {},
): Withdrawal {
  if (!mayDecide(step, row.status) || (row.send?.batch ?? null) !== batch)
    throw new Refusal('step_refused', { now: encode(withdrawRow, withdrawalOf(ctx, row)), may: [] })
  const status = decisionTransitions[step].to
  const hold = withdrawHold(row.id)
  if (status === 'rejected') {
    ctx.ledger.release(hold, logTypes.withdrawReturned)
    giveBack(ctx, row)
    return putWithdrawal(ctx, { ...row, status, remark }, 'rejected')
  }
  if (row.fiat === null && !txid) throw new Refusal('txid_required')
  const [receipt, fee] = [parseDec(row.receipt), parseDec(row.fee)]
  ctx.ledger.spend(hold, receipt + fee, {
    type: logTypes.withdrawPassed,
    info: `withdraw ${row.id}`,
    postings: [
      { owner: 'external', asset: row.coin, kind, free: receipt },
      ...(fee > 0n ? [{ owner: 'fee' as const, asset: row.coin, kind, free: fee } as const] : []),
    ],
  })
  return putWithdrawal(ctx, { ...row, status, remark, txid }, 'passed')
}
