import type { miningPledge } from '#contract/mining/mining-pledge.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Handlers, Prepared } from '#server/core/context.ts'
import { earnedFrom, worth } from '#server/features/finance/earnings/history.ts'
import { awardOf, nextAwardMs, placePledge, pledgeOf, poolOf } from './pledges.ts'
import { awardTable, pledgeTable, type AwardRow, type PledgeRow } from './rows.ts'
import type { MiningContext } from './context.ts'

type Calls = typeof miningPledge
const pledgeRow = (body: string): PledgeRow => JSON.parse(body)
const awardRow = (body: string): AwardRow => JSON.parse(body)
const running = ({ tables }: MiningContext, user: number) =>
  tables.pledges.group('user', user).filter(({ status }) => status === 'pledged')

const pledges: Prepared<Calls['pledges'], MiningContext> = {
  prepare: async ({ store }, { user, lang }, { status, page = 1, limit = defaultLimit }) => {
    const { bodies, total } = await store.page({
      table: pledgeTable,
      where: { user, ...(status && { status }) },
      limit,
      offset: (page - 1) * limit,
    })
    // A row that is still in memory is newer than its stored copy.
    return (ctx) => ({
      list: bodies.map(pledgeRow).map((row) => pledgeOf(ctx, ctx.tables.pledges.get(row.id) ?? row, lang)),
      count: total,
      page,
      limit,
    })
  },
}
const awards: Prepared<Calls['awards'], MiningContext> = {
  prepare: async ({ store }, { user, lang }, { pledge_id, page = 1, limit = defaultLimit }) => {
    const where = { user, ...(pledge_id !== undefined && { pledge: Number(pledge_id) || 0 }) }
    const { bodies, total } = await store.page({ table: awardTable, where, limit, offset: (page - 1) * limit })
    return (ctx) => ({
      list: bodies.map((body) => awardOf(ctx, awardRow(body), lang)),
      count: total,
      page,
      limit,
      total: formatDec(earnedFrom(ctx, user, 'pledge').total),
    })
  },
}

export const pledgeHandlers: Handlers<Calls, MiningContext> = {
  pledgeSummary: (ctx, { user, lang }, { product_id }) => {
    const own = running(ctx, user)
    const { today, total } = earnedFrom(ctx, user, 'pledge')
    return {
      pledged: formatDec(own.reduce((sum, { coin, amount }) => sum + worth(ctx, coin, parseDec(amount)), 0n)),
      running: own.length,
      award_today: formatDec(today),
      award_total: formatDec(total),
      next_award_ms: nextAwardMs(ctx.now()),
      rule_news_id: null,
      product: product_id === undefined ? null : poolOf(ctx, ctx.tables.pools.need(product_id), lang),
      server_now_ms: ctx.now(),
    }
  },
  pledgeProducts: (ctx, { lang }, { page = 1, limit = defaultLimit }) => {
    const all = [...ctx.tables.pools.all()].toSorted((a, b) => a.sort - b.sort)
    return {
      list: all.slice((page - 1) * limit, page * limit).map((row) => poolOf(ctx, row, lang)),
      count: all.length,
      page,
      limit,
    }
  },
  pledge: placePledge,
  pledges,
  awards,
}
