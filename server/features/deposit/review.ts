import { baseCoin } from '#contract/wire/limits.ts'
import { mulDec, parseDec } from '#contract/wire/money.ts'
import { deadline } from '#server/core/deadlines.ts'
import { worthOf } from '#server/features/market/view.ts'
import { isCredited, moveDeposit, moveRemittance } from './settle.ts'
import type { Deposit, RemittanceRow } from './rows.ts'
import type { DepositContext } from './context.ts'

/** Due when the demo reviews a deposit, and a remittance. */
export const depositReview = deadline('depositReview')
export const remittanceReview = deadline('remittanceReview')

/** In the demo sets the deadline of its review; in production a deposit waits for the desk. */
export const startDepositReview = ({ settings, deadlines, now }: DepositContext, { id }: Deposit) => {
  if (settings.demo) deadlines.set(depositReview, String(id), now() + settings.deposit.reviewMs)
}
export const startRemittanceReview = ({ settings, deadlines, now }: DepositContext, { id }: RemittanceRow) => {
  if (settings.demo) deadlines.set(remittanceReview, String(id), now() + settings.deposit.reviewMs)
}
/** Why the demo rejects: what has been credited before, or more than it passes. Null passes. */
const faultOf = (ctx: DepositContext, row: Parameters<typeof isCredited>[1], coin: number, amount: string) => {
  if (isCredited(ctx, row)) return 'duplicate'
  return mulDec(parseDec(amount), worthOf(ctx, coin) ?? 0n) > parseDec(ctx.settings.deposit.reviewMost) ? 'demo_limit' : null
}
/** The demo's review of a deposit: one that was not credited before and is not too large passes (DEP-2). */
export const reviewDeposit = (ctx: DepositContext, ref: string) => {
  const row = ctx.tables.deposits.get(Number(ref))
  if (row?.status !== 'processing') return
  const remark = faultOf(ctx, row, row.coin, row.amount)
  moveDeposit(ctx, row, remark === null ? 'pass' : 'reject', { remark })
}
export const reviewRemittance = (ctx: DepositContext, ref: string) => {
  const row = ctx.tables.remittances.get(Number(ref))
  if (row?.status !== 'processing') return
  const remark = faultOf(ctx, row, baseCoin.id, row.result)
  moveRemittance(ctx, row, remark === null ? 'pass' : 'reject', { remark })
}
