import type { follow } from '#contract/finance/follow.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Decide, Handlers, Prepared } from '#server/core/context.ts'
import { checkJoin } from './check.ts'
import { joinPlan } from './settle.ts'
import { planTexts } from './texts.ts'
import { joinedOf, planOf } from './view.ts'
import { joinedTable, type JoinedRow } from './rows.ts'
import type { FollowContext } from './context.ts'

const rowIn = (body: string): JoinedRow => JSON.parse(body)
const join: Decide<typeof follow.join, FollowContext> = (ctx, caller, input) =>
  joinedOf(ctx, joinPlan(ctx, checkJoin(ctx, caller, input)), caller.lang)
const joined: Prepared<typeof follow.joined, FollowContext> = {
  prepare: async ({ store }, { user, lang }, { status, page = 1, limit = defaultLimit }) => {
    const { bodies, total } = await store.page({
      table: joinedTable,
      where: { user, ...(status && { status }) },
      limit,
      offset: (page - 1) * limit,
    })
    const rows = bodies.map(rowIn)
    return (ctx) => ({
      list: rows.map((row) => joinedOf(ctx, ctx.tables.joinedPlans.get(row.id) ?? row, lang)),
      count: total,
      page,
      limit,
    })
  },
}

export const followHandlers: Handlers<typeof follow, FollowContext> = {
  plans: (ctx, { lang }, { status, page = 1, limit = defaultLimit }) => {
    const all = [...ctx.tables.plans.all()].toSorted((a, b) => a.sort - b.sort).map((row) => planOf(ctx, row, lang))
    const found = all.filter((each) => status === undefined || each.status === status)
    return { list: found.slice((page - 1) * limit, page * limit), count: found.length, page, limit }
  },
  plan: (ctx, { user, lang }, { id }) => {
    const row = ctx.tables.plans.need(id)
    const own = ctx.tables.joinedPlans
      .group('user', user)
      .filter((each) => each.plan === id && each.status === 'in_progress')
      .toSorted((a, b) => b.id - a.id)[0]
    return {
      ...planOf(ctx, row, lang),
      rules: planTexts(row, lang).rules,
      joined: own ? joinedOf(ctx, own, lang) : null,
    }
  },
  join,
  joined,
}
