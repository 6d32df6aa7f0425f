import { examOf, launchTable, type LaunchOrderRow } from '#server/features/launch/rows.ts'
import { decideLaunch } from '#server/features/launch/settle.ts'
import { worthIn } from '#server/features/market/worth.ts'
import type { DeskContext } from '#server/features/desk/context.ts'
import { queueOf } from '#server/features/desk/queue.ts'
import { coinName, fact, isNewAccount, money, nameFact, personFacts, signalsIf } from './kit.ts'

const statuses = { underReview: 'open', passed: 'passed', rejected: 'rejected' } as const
const nameOf = ({ tables }: DeskContext, { product }: LaunchOrderRow) => tables.launchProducts.get(product)?.name ?? ''

/** Subscriptions to new coins: passing spends the held payment, rejecting returns it. */
export const launchQueue = queueOf<LaunchOrderRow>({
  kind: 'launch',
  rows: ({ tables }) => tables.launchOrders.all(),
  find: ({ tables }, ref) => tables.launchOrders.get(Number(ref)),
  stored: {
    table: launchTable,
    statusOf: { open: 'underReview', passed: 'passed', rejected: 'rejected' },
    read: (body) => JSON.parse(body),
  },
  stateOf: ({ id, user, stage, createdAt, decidedAt, reason, rev }) => ({
    ref: String(id),
    user,
    status: statuses[examOf[stage]],
    openedAt: createdAt,
    decidedAt,
    reason,
    rev,
  }),
  brief: (ctx, row) => ({
    title: nameOf(ctx, row),
    amount: row.amount,
    coin: coinName(ctx, row.pay),
    signals: signalsIf({ new_account: isNewAccount(ctx, { user: row.user, at: row.createdAt }) }),
  }),
  words: (row) => [String(row.id)],
  detail: (ctx, row) => ({
    facts: [
      ...money('amount', row.amount, coinName(ctx, row.pay)),
      ...fact('receipt', row.coins, { unit: nameOf(ctx, row) }),
      ...nameFact(ctx, row.user, null),
      ...personFacts(ctx, row.user),
    ],
    files: [],
    relatives: [],
  }),
  stakeOf: (ctx, { pay, amount }) => worthIn(ctx, pay, amount),
  may: ({ stage }) => (stage === 'underReview' ? ['pass', 'reject'] : []),
  decide: (ctx, row, { decision, reason }) => decideLaunch(ctx, row, decision === 'pass' ? 'pass' : 'reject', reason),
})
