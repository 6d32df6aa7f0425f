import { plan, type PlanStatus } from '#contract/finance/follow.ts'
import { dailyInterest } from '#contract/finance/finance-penalty.ts'
import { termFrom } from '#contract/finance/earnings-term.ts'
import { encode } from '#contract/wire/coded.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkAmount } from '#server/features/finance/earnings/amount.ts'
import { roomOf } from '#server/features/finance/earnings/house.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import { planOf, planStatusOf, profitOf, surplusOf } from './view.ts'
import type { JoinedRow } from './rows.ts'
import type { FollowContext } from './context.ts'

type Asked = { id: string; amount?: string | undefined; expect?: PlanStatus | undefined }
/** The joined plan that would be made; refuses what the plan, the house or the account does not allow. */
export function checkJoin(
  ctx: FollowContext,
  { user, lang }: { user: number; lang: Lang },
  { id, amount: typed, expect }: Asked,
): JoinedRow {
  checkMayTrade(ctx, user)
  const row = ctx.tables.plans.need(id)
  const coin = ctx.tables.coins.need(row.coin)
  const status = planStatusOf(ctx, row)
  if (expect !== undefined && expect !== status)
    throw new Refusal('state_moved', { now: encode(plan, planOf(ctx, row, lang)) })
  const amount = checkAmount(typed, coin, row)
  if (status === 'closed') throw new Refusal('product_closed')
  if (amount > surplusOf(row)) throw new Refusal('sold_out')
  if (profitOf(ctx, row, amount) > roomOf(ctx, coin.id)) throw new Refusal('product_closed')
  return {
    id: ctx.tables.joinedPlans.nextId(),
    user,
    plan: row.id,
    coin: coin.id,
    amount: formatDec(amount),
    dayRate: row.dayRate,
    daily: formatDec(dailyInterest(amount, parseDec(row.dayRate), coin.scale)),
    ...termFrom(ctx.now(), row.days),
    lastDay: 0,
    status: 'in_progress',
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
    finishedAt: null,
    rev: 0,
  }
}
