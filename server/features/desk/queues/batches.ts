import { formatDec, parseDec } from '#contract/wire/money.ts'
import { sendBatch, untellBatch } from '#server/features/wallet/withdraw/batches.ts'
import { batchTable, isBatchOpen, type Batch } from '#server/features/wallet/withdraw/rows.ts'
import { beyond } from '#server/features/market/worth.ts'
import { logAct } from '#server/features/desk/log.ts'
import { caseId, queueOf, type Decided, type Queue } from '#server/features/desk/queue.ts'
import type { DeskContext } from '#server/features/desk/context.ts'

/** The sum of each coin in a batch. */
const sumsOf = ({ items }: Batch) => {
  const sums = new Map<string, bigint>()
  for (const { coin, amount } of items) sums.set(coin, (sums.get(coin) ?? 0n) + parseDec(amount))
  return [...sums].map(([coin, sum]) => `${formatDec(sum)} ${coin}`)
}
/** What the log says of a batch. */
export const toldOfBatch = (row: Batch) => ({
  withdrawals: row.items.map(({ id }) => id),
  sums: sumsOf(row),
  sha256: row.sha256,
})

/** Sends a batch; the log says of each withdrawal by whom and with which transaction. */
function send(ctx: DeskContext, row: Batch, { by, reason }: Decided): Batch {
  const sent = sendBatch(ctx, row, reason)
  for (const { id, txid, user } of row.items)
    logAct(ctx, {
      by,
      kind: 'withdraw',
      caseId: caseId('withdraw', String(id)),
      action: 'pass',
      reason,
      before: { status: 'open' },
      after: { status: 'passed', txid, batch: row.id },
      with: [user],
    })
  return sent
}

const table = queueOf<Batch>({
  kind: 'batch',
  rows: ({ tables }) => tables.withdrawBatches.all(),
  find: ({ tables }, ref) => tables.withdrawBatches.get(Number(ref)),
  stored: { table: batchTable, statusOf: { passed: 'sent', cancelled: 'dissolved' }, read: (body) => JSON.parse(body) },
  stateOf: (row) => ({
    ref: String(row.id),
    user: row.by,
    parties: row.items.map(({ user }) => user),
    status: isBatchOpen(row) ? 'open' : row.state === 'sent' ? 'passed' : 'cancelled',
    openedAt: row.at,
    decidedAt: row.endedAt,
    reason: row.remark,
    rev: row.rev,
  }),
  brief: (_, row) => ({
    title: [`#${row.id}`, row.network, ...sumsOf(row)].join(' · '),
    amount: null,
    coin: null,
    signals: [],
  }),
  words: ({ sha256, items }) => [sha256, ...items.flatMap(({ address, txid }) => [address, txid])],
  detail: (_, { network, state, sha256, items }) => ({
    facts: [],
    files: [],
    relatives: [],
    batch: { network, state, sha256, items: items.map(({ user: _user, ...item }) => item) },
  }),
  // Whatever it is worth: who told the transactions does not pass them.
  stakeOf: () => beyond,
  may: ({ state }) => (state === 'told' ? ['pass', 'reject'] : []),
  benefits: ({ items }, decision) => (decision === 'pass' ? items.map(({ user }) => user) : []),
  decide: (ctx, row, decided) => (decided.decision === 'pass' ? send(ctx, row, decided) : untellBatch(ctx, row)),
})
/** Batches of withdrawals. They are of no person: whoever made one has it in no history. */
export const batchQueue: Queue = { ...table, ofUser: () => [] }
