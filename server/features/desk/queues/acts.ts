import { Refusal } from '#server/core/refusal.ts'
import { beyond } from '#server/features/market/worth.ts'
import { accountOf } from '#server/features/desk/accounts.ts'
import { closeAct, type Plan } from '#server/features/desk/acts.ts'
import type { DeskContext } from '#server/features/desk/context.ts'
import { textOf } from '#server/features/desk/log.ts'
import { planPool } from '#server/features/desk/money.ts'
import { planProduct } from '#server/features/desk/products.ts'
import { queueOf } from '#server/features/desk/queue.ts'
import type { ActRow } from '#server/features/desk/rows.ts'
import { planSetting } from '#server/features/desk/settings.ts'
import { planHalt } from '#server/features/desk/tools.ts'
import { planUser } from '#server/features/desk/users.ts'
import { signalsIf } from './kit.ts'

function planOf(ctx: DeskContext, { act, by }: ActRow): Plan {
  switch (act.call) {
    case 'setSetting':
      return planSetting(ctx, act.input)
    case 'setProduct':
      return planProduct(ctx, act.input)
    case 'addPool':
      return planPool(ctx, act.input)
    case 'halt':
      return planHalt(ctx, act.input)
    case 'setUser':
      return planUser(ctx, by, act.input)
  }
}
/** The change as it was proposed; null where it would not be the same any more. */
function currentPlan(ctx: DeskContext, row: ActRow): Plan | null {
  try {
    const plan = planOf(ctx, row)
    return textOf(plan.before) === row.before && textOf(plan.after) === row.after ? plan : null
  } catch (thrown) {
    if (thrown instanceof Refusal) return null
    throw thrown
  }
}
const isMoved = (ctx: DeskContext, row: ActRow) => row.status === 'open' && currentPlan(ctx, row) === null
export const actFault = (ctx: DeskContext, row: ActRow) => (isMoved(ctx, row) ? 'moved' : null)
function apply(ctx: DeskContext, row: ActRow): ActRow {
  const plan = currentPlan(ctx, row)
  if (plan === null) throw new Error(`act ${row.id} is not what was proposed`)
  plan.apply()
  return closeAct(ctx, row, 'passed')
}

/**
 * Acts of the desk that take two people. Who proposed one is the first of them; nobody decides what they get
 * themselves.
 */
const actQueue = (kind: ActRow['kind']) =>
  queueOf<ActRow>({
    kind,
    rows: function* ({ tables }) {
      for (const row of tables.deskActs.all()) if (row.kind === kind) yield row
    },
    find: ({ tables }, ref) => {
      const row = tables.deskActs.get(Number(ref))
      return row?.kind === kind ? row : undefined
    },
    stateOf: ({ id, user, status, at, decidedAt, answer, rev }) => ({
      ref: String(id),
      user,
      ...(kind === 'change' && { parties: [] }),
      status,
      openedAt: at,
      decidedAt,
      reason: answer,
      rev,
    }),
    brief: (ctx, row) => ({
      title: kind === 'grant' ? accountOf(ctx, row.user).nickname : row.about,
      amount: null,
      coin: null,
      signals: signalsIf({ moved: isMoved(ctx, row) }),
    }),
    detail: () => ({ facts: [], files: [], relatives: [] }),
    stakeOf: () => beyond,
    change: ({ about, before, after, by, user }) => ({
      about,
      before,
      after,
      with: kind === 'grant' ? [by, user] : [by],
    }),
    may: ({ status }) => (status === 'open' ? ['pass', 'reject'] : []),
    isMoved,
    decide: (ctx, row, { decision, reason }) =>
      decision === 'pass' ? apply(ctx, row) : closeAct(ctx, row, 'rejected', reason),
  })

/** Settings, products and markets; powers and agent levels. */
export const actQueues = [actQueue('change'), actQueue('grant')]
