import { baseCoin } from '#contract/wire/limits.ts'
import { mulDec, parseDec } from '#contract/wire/money.ts'
import { deadline } from '#server/core/deadlines.ts'
import { worthOf } from '#server/features/market/view.ts'
import { isCredited } from './settle.ts'
import type { Deposit, RemittanceRow } from './rows.ts'
import type { DepositContext } from './context.ts'

/** Due when the demo reviews a deposit, and a remittance; the desk decides then. */
export const depositReview = deadline('depositReview')
export const remittanceReview = deadline('remittanceReview')

/** In the demo sets the deadline of its review; in production a deposit waits for the desk. */
export const startDepositReview = ({ settings, deadlines, now }: DepositContext, { id }: Deposit) => {
  if (settings.demoReview) deadlines.set(depositReview, String(id), now() + settings.deposit.reviewMs)
}
export const startRemittanceReview = ({ settings, deadlines, now }: DepositContext, { id }: RemittanceRow) => {
  if (settings.demoReview) deadlines.set(remittanceReview, String(id), now() + settings.deposit.reviewMs)
}
/** Why the demo rejects: what has been credited before, or more than it passes (DEP-2). Null passes. */
const faultOf = (ctx: DepositContext, row: Parameters<typeof isCredited>[1], coin: number, amount: string) => {
  if (isCredited(ctx, row)) return 'duplicate'
  return mulDec(parseDec(amount), worthOf(ctx, coin) ?? 0n) > parseDec(ctx.settings.deposit.reviewMost)
    ? 'demo_limit'
    : null
}
export const depositFault = (ctx: DepositContext, row: Deposit) => faultOf(ctx, row, row.coin, row.amount)
export const remittanceFault = (ctx: DepositContext, row: RemittanceRow) => faultOf(ctx, row, baseCoin.id, row.result)
