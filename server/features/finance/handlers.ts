import { productsPerPage, type finance } from '#contract/finance/finance.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Decide, Handlers, Prepared } from '#server/core/context.ts'
import { earnedFrom, worth } from './earnings/history.ts'
import { checkHost, checkRedeem } from './check.ts'
import { openHosting, redeemHosting } from './settle.ts'
import { hostingOf, productOf } from './view.ts'
import { hostingTable, type HostingRow } from './rows.ts'
import type { FinanceContext } from './context.ts'

const rowIn = (body: string): HostingRow => JSON.parse(body)
const host: Decide<typeof finance.host, FinanceContext> = (ctx, { user }, input) =>
  hostingOf(ctx, openHosting(ctx, checkHost(ctx, user, input)))
const redeem: Prepared<typeof finance.redeem, FinanceContext> = {
  prepare: async ({ ctx: now, store }, { user }, input) => {
    const body = now.tables.hostingOrders.get(input.id) ? null : await store.row(hostingTable, input.id)
    const stored = body === null ? undefined : rowIn(body)
    return (ctx) => hostingOf(ctx, redeemHosting(ctx, checkRedeem(ctx, stored, user, input), input.seen_fee))
  },
}
const orders: Prepared<typeof finance.orders, FinanceContext> = {
  prepare: async ({ store }, { user }, { status, is_cancel, page = 1, limit = defaultLimit }) => {
    const where = { user, ...(status && { status }), ...(is_cancel !== undefined && { cancelled: is_cancel ? 1 : 0 }) }
    const { bodies, total } = await store.page({ table: hostingTable, where, limit, offset: (page - 1) * limit })
    const rows = bodies.map(rowIn)
    return (ctx) => ({
      order_list: rows.map((row) => hostingOf(ctx, ctx.tables.hostingOrders.get(row.id) ?? row)),
      total,
    })
  },
}

export const financeHandlers: Handlers<typeof finance, FinanceContext> = {
  products: (ctx, { lang }, { page }) => {
    const all = [...ctx.tables.hostingProducts.all()].toSorted((a, b) => a.sort - b.sort)
    const shown = page === undefined ? all : all.slice((page - 1) * productsPerPage, page * productsPerPage)
    return shown.map((product) => productOf(ctx, product, lang))
  },
  product: (ctx, { lang }, { id }) => productOf(ctx, ctx.tables.hostingProducts.need(id), lang),
  report: (ctx, { user }) => {
    const running = ctx.tables.hostingOrders.group('user', user).filter(({ status }) => status === 'hosting')
    const { today, total } = earnedFrom(ctx, user, 'hosting')
    const deposit = running.reduce((sum, { coin, amount }) => sum + worth(ctx, coin, parseDec(amount)), 0n)
    return {
      total_profit: formatDec(total),
      today_profit: formatDec(today),
      total_deposit: formatDec(deposit),
      total_order: running.length,
    }
  },
  host,
  orders,
  redeem,
}
