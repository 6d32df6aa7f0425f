import { passesDemo } from './review.ts'
import { moveWithdrawal } from './settle.ts'
import type { WithdrawContext } from './context.ts'

/** The demo's review of a withdrawal: at most the largest amount passes, with a made-up transaction (L12). */
export const reviewWithdrawal = (ctx: WithdrawContext, ref: string) => {
  const row = ctx.tables.withdrawals.get(Number(ref))
  if (row?.status !== 'processing') return
  if (!passesDemo(ctx, row)) return void moveWithdrawal(ctx, row, 'reject', { remark: 'demo_limit' })
  moveWithdrawal(ctx, row, 'pass', { txid: row.fiat === null ? ctx.random.bytes(32).toString('hex') : null })
}
