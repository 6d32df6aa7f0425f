import { createHash } from 'node:crypto'
import { batchCsv } from '#contract/desk/desk-batch.ts'
import { Refusal } from '#server/core/refusal.ts'
import { moveWithdrawal } from './settle.ts'
import type { Batch, Withdrawal } from './rows.ts'
import type { WithdrawContext } from './context.ts'

type Books = Pick<WithdrawContext, 'tables'>
/** It is decided to be sent, and stands in no batch. */
export const isReady = ({ status, send }: Withdrawal) => status === 'processing' && send?.batch === null
/** Withdrawals that may be put in a batch, oldest first. */
export const readyToSend = ({ tables }: Books): Withdrawal[] =>
  [...tables.withdrawals.all()].filter(isReady).toSorted((a, b) => a.id - b.id)

const putSend = ({ tables }: Books, row: Withdrawal, batch: number | null) =>
  tables.withdrawals.put({ ...row, send: { batch }, rev: row.rev + 1 })
/** Decides that a withdrawal to an address is sent: it waits for a batch, or for a transaction of its own. */
export const queueToSend = (ctx: Books, row: Withdrawal): Withdrawal => {
  if (row.status !== 'processing' || row.fiat !== null || row.send) throw new Refusal('step_refused')
  return putSend(ctx, row, null)
}

const putBatch = ({ tables }: Books, row: Batch): Batch => tables.withdrawBatches.put({ ...row, rev: row.rev + 1 })
/** Makes a batch; refuses when one of them is not ready for this network any more. */
export function makeBatch(ctx: WithdrawContext, by: number, network: string, ids: readonly number[]): Batch {
  const { tables } = ctx
  const rows = [...new Set(ids)].map((each) => {
    const row = tables.withdrawals.get(each)
    if (!row || !isReady(row) || row.network !== network) throw new Refusal('state_moved')
    return row
  })
  const id = tables.withdrawBatches.nextId()
  const items = rows.map((row) => {
    putSend(ctx, row, id)
    const coin = tables.coins.need(row.coin).name
    return { id: row.id, user: row.user, coin, address: row.address, memo: '', amount: row.receipt, txid: null }
  })
  const sha256 = createHash('sha256').update(batchCsv(items)).digest('hex')
  return putBatch(ctx, {
    id,
    network,
    items,
    sha256,
    state: 'made',
    by,
    at: ctx.now(),
    endedAt: null,
    remark: null,
    rev: 0,
  })
}
/** Keeps the transactions that are said to have paid it, by withdrawal; they wait for a second person. */
export const tellBatch = (ctx: Books, row: Batch, txids: ReadonlyMap<number, string>): Batch =>
  putBatch(ctx, {
    ...row,
    state: 'told',
    items: row.items.map((item) => ({ ...item, txid: txids.get(item.id) ?? null })),
  })
/** Forgets the transactions that were told: it waits for others. */
export const untellBatch = (ctx: Books, row: Batch): Batch =>
  putBatch(ctx, { ...row, state: 'made', items: row.items.map((item) => ({ ...item, txid: null })) })
/** Dissolves a batch whose transactions are not told: its withdrawals are ready again. */
export function dissolveBatch(ctx: WithdrawContext, row: Batch, remark: string): Batch {
  if (row.state !== 'made') throw new Refusal('step_refused')
  for (const { id } of row.items) putSend(ctx, ctx.tables.withdrawals.need(id), null)
  return putBatch(ctx, { ...row, state: 'dissolved', endedAt: ctx.now(), remark })
}
/** Sends every withdrawal of a batch with its transaction, or none. */
export function sendBatch(ctx: WithdrawContext, row: Batch, remark: string | null): Batch {
  if (row.state !== 'told') throw new Refusal('step_refused')
  for (const { id, txid } of row.items)
    moveWithdrawal(ctx, ctx.tables.withdrawals.need(id), 'pass', { txid, batch: row.id })
  return putBatch(ctx, { ...row, state: 'sent', endedAt: ctx.now(), remark })
}
