import { daysLeft, nextPaymentMs } from '#contract/finance/earnings-term.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { parseDec } from '#contract/wire/money.ts'
import { registerEarnings, type Working } from '#server/features/finance/earnings/context.ts'
import { planTexts } from './texts.ts'
import { termOf } from './view.ts'
import type { JoinedRow, PlanRow } from './rows.ts'
import type { FollowContext } from './context.ts'

type Terms = Pick<PlanRow, 'id' | 'dayRate' | 'days' | 'min' | 'max' | 'total'>
const plans: readonly Terms[] = [
  { id: 'first-steps', days: 7, dayRate: '0.0025', min: '20', max: '2000', total: '200000' },
  { id: 'two-weeks', days: 14, dayRate: '0.0035', min: '100', max: '10000', total: '500000' },
  { id: 'one-month', days: 30, dayRate: '0.0045', min: '200', max: '50000', total: '800000' },
  { id: 'long-haul', days: 60, dayRate: '0.006', min: '1000', max: '50000', total: '300000' },
]
const workingOf = (plan: PlanRow, row: JoinedRow, lang: Lang): Working => {
  const term = termOf(row)
  const amount = parseDec(row.amount)
  const isLast = daysLeft(term) === 1
  return {
    ref: String(row.id),
    name: planTexts(plan, lang).name,
    asset: row.coin,
    amount,
    next: { at: nextPaymentMs(term), asset: row.coin, amount: parseDec(row.daily), back: isLast ? amount : 0n, isLast },
  }
}

/** Adds the plans of the demo that are missing, and tells *my earnings* the joined ones. */
export const seedFollow = (ctx: FollowContext) => {
  if (ctx.settings.demo)
    plans.forEach((plan, sort) => {
      if (ctx.tables.plans.get(plan.id)) return
      ctx.tables.plans.put({
        ...plan,
        coin: baseCoin.id,
        taken: '0',
        joinedCount: 0,
        isOpen: true,
        startMs: null,
        endMs: null,
        sort,
        cover: `/plans/${plan.id}.svg`,
      })
    })
  registerEarnings(ctx, 'plan', (user, lang) =>
    ctx.tables.joinedPlans
      .group('user', user)
      .filter(({ status }) => status === 'in_progress')
      .map((row) => workingOf(ctx.tables.plans.need(row.plan), row, lang)),
  )
}
