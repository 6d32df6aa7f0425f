import { maxBatch, type BatchItem } from '#contract/desk/desk-batch.ts'
import { deskCase, type DeskCase } from '#contract/desk/desk-cases.ts'
import type { ReadyNetwork } from '#contract/desk/desk-money.ts'
import type { desk } from '#contract/desk/desk.ts'
import { encode } from '#contract/wire/coded.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dissolveBatch, makeBatch, readyToSend, tellBatch } from '#server/features/wallet/withdraw/batches.ts'
import { isBatchOpen, txidKey, withdrawTable, type Batch } from '#server/features/wallet/withdraw/rows.ts'
import { accountOf } from './accounts.ts'
import { linesOf } from './lines.ts'
import { logAct } from './log.ts'
import { caseId } from './queue.ts'
import { batchQueue, toldOfBatch } from './queues/batches.ts'
import type { DeskContext } from './context.ts'

const refOf = (id: string) => /^batch-([1-9]\d{0,15})$/.exec(id)?.[1] ?? ''
const viewOf = (ctx: DeskContext, { id }: Pick<Batch, 'id'>): DeskCase => {
  const found = batchQueue.find(ctx, String(id))
  if (found === null) throw new Refusal('not_found')
  return found.view(ctx)
}
/** An open batch, as the caller has seen it. */
function openBatch(ctx: DeskContext, id: string, expect: number | undefined): Batch {
  const row = ctx.tables.withdrawBatches.get(Number(refOf(id)))
  if (row === undefined) throw new Refusal('not_found')
  const now = encode(deskCase, viewOf(ctx, row))
  if (!isBatchOpen(row)) throw new Refusal('step_refused', { now, may: [] })
  if (expect !== undefined && expect !== row.rev) throw new Refusal('state_moved', { now })
  return row
}
/** Nobody has a part in what pays them. */
const checkOthers = (by: number, items: readonly { user: number }[]) => {
  if (items.some(({ user }) => user === by)) throw new Refusal('own_case')
}
const logBatch = (ctx: DeskContext, by: number, row: Batch, action: string, reason: string | null, after: object) =>
  logAct(ctx, {
    by,
    kind: 'batch',
    caseId: caseId('batch', String(row.id)),
    action,
    reason,
    after,
    with: row.items.map(({ user }) => user),
  })

function readyView(ctx: DeskContext, reader: number): ReadyNetwork[] {
  const byNetwork = Map.groupBy(readyToSend(ctx), ({ network }) => network ?? '')
  return [...byNetwork].map(([network, rows]) => ({
    network,
    count: rows.length,
    list: rows.slice(0, maxBatch).map(({ id, user, coin, address, receipt }) => ({
      id,
      coin: ctx.tables.coins.need(coin).name,
      address,
      amount: receipt,
      user: accountOf(ctx, user),
      is_own: user === reader,
    })),
  }))
}

const wrong = (line: number) => new Refusal('txid_line_wrong', { line })
const lineForm = /^"?([1-9]\d{0,15})"?\s*[,;\t]\s*"?([0-9A-Za-z]{16,128})"?$/
type Told = { readonly id: number; readonly txid: string; readonly line: number }
/** The transaction of each withdrawal of a batch, a line each. One transaction may pay several. */
function toldIn(items: readonly Pick<BatchItem, 'id'>[], csv: string): Told[] {
  const left = new Set(items.map(({ id }) => id))
  const told = linesOf(csv, 'id,txid').map(({ line, text }): Told => {
    const [, id, txid = ''] = lineForm.exec(text) ?? []
    if (!left.delete(Number(id))) throw wrong(line)
    return { id: Number(id), txid, line }
  })
  if (left.size > 0) throw new Refusal('txids_missing', { left: left.size, ids: [...left].slice(0, 5).join(', ') })
  return told
}

/** The transactions that other open batches were told; those of sent ones stand with their withdrawals. */
const toldElsewhere = ({ tables }: DeskContext, { id }: Batch): ReadonlySet<string> =>
  new Set(
    [...tables.withdrawBatches.all()]
      .filter((each) => isBatchOpen(each) && each.id !== id)
      .flatMap(({ items }) => items.flatMap(({ txid }) => (txid === null ? [] : txidKey(txid)))),
  )

export type BatchCalls = Pick<typeof desk, 'ready' | 'makeBatch' | 'tellBatch' | 'dissolveBatch'>
export const batchHandlers: Handlers<BatchCalls, DeskContext> = {
  ready: (ctx, { user }) => readyView(ctx, user),
  makeBatch: (ctx, { user }, { network, ids }) => {
    checkOthers(
      user,
      ids.flatMap((each) => ctx.tables.withdrawals.get(each) ?? []),
    )
    const row = makeBatch(ctx, user, network, ids)
    logBatch(ctx, user, row, 'batch.make', null, toldOfBatch(row))
    return viewOf(ctx, row)
  },
  tellBatch: {
    prepare: async ({ ctx, store }, { user }, { id, csv, expect }) => {
      const asked = toldIn(openBatch(ctx, id, expect).items, csv)
      const txids = [...new Set(asked.map(({ txid }) => txidKey(txid)))]
      const { bodies } = await store.page({ table: withdrawTable, where: { txid: txids }, limit: 1, offset: 0 })
      const used = bodies.map((body): { txid: string } => JSON.parse(body)).map(({ txid }) => txidKey(txid))
      const again = asked.find(({ txid }) => used.includes(txidKey(txid)))
      if (again !== undefined) throw wrong(again.line)
      return (inside) => {
        const row = openBatch(inside, id, expect)
        checkOthers(user, row.items)
        const held = toldElsewhere(inside, row)
        const taken = asked.find(({ txid }) => held.has(txidKey(txid)))
        if (taken !== undefined) throw wrong(taken.line)
        const told = tellBatch(inside, row, new Map(asked.map((each) => [each.id, each.txid])))
        inside.tables.deskApprovals.put({
          id: caseId('batch', String(row.id)),
          by: user,
          at: inside.now(),
          credited: null,
          txid: null,
          rev: told.rev,
        })
        logBatch(inside, user, told, 'batch.tell', null, {
          txids: told.items.map((item) => `${item.id}: ${item.txid}`),
        })
        return viewOf(inside, told)
      }
    },
  },
  dissolveBatch: (ctx, { user }, { id, reason, expect }) => {
    if (!reason) throw new Refusal('reason_required')
    const row = dissolveBatch(ctx, openBatch(ctx, id, expect), reason)
    logBatch(ctx, user, row, 'batch.dissolve', reason, toldOfBatch(row))
    return viewOf(ctx, row)
  },
}
