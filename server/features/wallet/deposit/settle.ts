import { depositRow, remittance } from '#contract/wallet/deposit.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { encode } from '#contract/wire/coded.ts'
import { decisionTransitions, mayDecide, type DecisionStep } from '#contract/wire/decision.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { amountOf } from '#server/features/assets/quote-price.ts'
import { depositOf, remittanceOf } from './view.ts'
import { chainId, type Deposit, type RemittanceRow } from './rows.ts'
import type { DepositContext } from './context.ts'

const kind = 'change'
const depositRef = (id: number) => `deposit:${id}`
const remittanceRef = (id: number) => `remittance:${id}`

/** Hash of a transaction on a network, if that is what the sender field holds. */
const transactionOf = (text: string) => /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim())?.[1]?.toLowerCase()
type Proved = Pick<Deposit, 'files'> & Partial<Pick<Deposit, 'network' | 'sender' | 'chain'>>
/**
 * What a deposit would use up when it is credited: the files of its proof, and its transaction, of which a watcher
 * tells each output apart.
 */
const proofsOf = ({ files, chain, ...row }: Proved) => {
  const transaction = transactionOf(row.sender ?? '')
  const output = chain === undefined ? '' : `:${chain.output}`
  return [...(transaction ? [`tx:${row.network}:${transaction}${output}`] : []), ...files.map((file) => `file:${file}`)]
}
/** The whole transaction of one that a watcher has seen: credited by hand, none of its outputs is credited again. */
const wholeOf = ({ chain, ...row }: Proved) => {
  const transaction = transactionOf(row.sender ?? '')
  return chain === undefined || transaction === undefined ? null : `tx:${row.network}:${transaction}`
}
const watched = 'watched:'
/** True if its transaction or one of its files has been credited before (L13). */
export const isCredited = ({ tables }: Pick<DepositContext, 'tables'>, row: Proved) => {
  const whole = wholeOf(row)
  const byHand = whole !== null && tables.credits.get(whole)?.ref.startsWith(watched) === false
  return byHand || proofsOf(row).some((id) => tables.credits.get(id) !== undefined)
}
const takeProofs = (ctx: DepositContext, row: Proved, ref: string) => {
  if (isCredited(ctx, row)) throw new Refusal('credited_before')
  const whole = wholeOf(row)
  for (const id of proofsOf(row)) ctx.tables.credits.put({ id, ref })
  if (whole !== null) ctx.tables.credits.put({ id: whole, ref: `${watched}${ref}` })
}
const credit = (
  { ledger }: DepositContext,
  posting: { user: number; coin: number; amount: bigint; fee: bigint; ref: string; type: number },
) => {
  const { user, coin: asset, amount, fee, ref, type } = posting
  ledger.post({
    type,
    ref,
    info: ref,
    postings: [
      { owner: 'external', asset, kind, free: -(amount + fee) },
      { owner: user, asset, kind, free: amount },
      ...(fee > 0n ? [{ owner: 'fee' as const, asset, kind, free: fee } as const] : []),
    ],
  })
}

/** Stores a deposit with its next rev and sends it to its owner. */
export const putDeposit = (ctx: DepositContext, row: Deposit, why: string) => {
  const stored = ctx.tables.deposits.put({ ...row, changedAt: ctx.now(), rev: row.rev + 1 })
  ctx.emit(row.user, { ev: 'deposit.changed', v: depositOf(ctx, stored), why })
  return stored
}
export const putRemittance = (ctx: DepositContext, row: RemittanceRow, why: string) => {
  const stored = ctx.tables.remittances.put({ ...row, changedAt: ctx.now(), rev: row.rev + 1 })
  ctx.emit(row.user, { ev: 'deposit.remittanceChanged', v: remittanceOf(ctx, stored), why })
  return stored
}

/** What a deposit is to be credited with: at most its amount. */
const creditOf = ({ tables }: DepositContext, row: Deposit, credited: string): bigint => {
  const amount = amountOf(credited, tables.coins.need(row.coin).scale)
  if (amount > parseDec(row.amount)) throw new Refusal('amount_above_max', { max: row.amount })
  return amount
}
/** Refuses a credit that a decision to pass would refuse. */
export const checkCredit = (ctx: DepositContext, row: Deposit | RemittanceRow, credited?: string) => {
  if ('coin' in row) creditOf(ctx, row, credited ?? row.amount)
  if (isCredited(ctx, row)) throw new Refusal('credited_before')
}

type Decision = {
  remark?: string | null /** What is credited, at most the amount; all of it by default. */
  credited?: string
}
/** Decides a deposit, once: passing credits it, rejecting books nothing. */
export function moveDeposit(
  ctx: DepositContext,
  row: Deposit,
  step: DecisionStep,
  { remark = null, credited = row.amount }: Decision = {},
): Deposit {
  if (!mayDecide(step, row.status))
    throw new Refusal('step_refused', { now: encode(depositRow, depositOf(ctx, row)), may: [] })
  const status = decisionTransitions[step].to
  if (status === 'rejected') return putDeposit(ctx, { ...row, status, remark }, 'rejected')
  const amount = creditOf(ctx, row, credited)
  takeProofs(ctx, row, depositRef(row.id))
  credit(ctx, {
    user: row.user,
    coin: row.coin,
    amount,
    fee: parseDec(row.fee),
    ref: depositRef(row.id),
    type: logTypes.deposit,
  })
  const seen = row.chain && ctx.tables.chainDeposits.get(chainId(row.network ?? '', row.sender, row.chain.output))
  if (seen) ctx.tables.chainDeposits.put({ ...seen, state: 'credited' })
  return putDeposit(ctx, { ...row, status, remark, credited: formatDec(amount) }, 'passed')
}
/** Decides a remittance, once: passing credits what its quote has fixed. */
export function moveRemittance(
  ctx: DepositContext,
  row: RemittanceRow,
  step: DecisionStep,
  { remark = null }: Pick<Decision, 'remark'> = {},
): RemittanceRow {
  if (!mayDecide(step, row.status))
    throw new Refusal('step_refused', { now: encode(remittance, remittanceOf(ctx, row)), may: [] })
  const status = decisionTransitions[step].to
  if (status === 'rejected') return putRemittance(ctx, { ...row, status, remark }, 'rejected')
  takeProofs(ctx, row, remittanceRef(row.id))
  credit(ctx, {
    user: row.user,
    coin: baseCoin.id,
    amount: parseDec(row.result),
    fee: parseDec(row.fee),
    ref: remittanceRef(row.id),
    type: logTypes.remittance,
  })
  return putRemittance(ctx, { ...row, status, remark }, 'passed')
}
