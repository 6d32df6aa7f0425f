import type { otc } from '#contract/otc/otc.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { readAd, readOrder } from './stored.ts'
import { orderOf, roleIn } from './view.ts'
import { orderTable, sideTable, type OrderSide } from './rows.ts'
import type { AsyncOtcContext, OtcContext } from './context.ts'

export const order: Prepared<typeof otc.order, OtcContext> = {
  prepare: async (asyncCtx, { user }, { id }) => {
    const find = await readOrder(asyncCtx, id)
    return (ctx) => {
      ctx.otcSeen.set(user, ctx.now())
      const row = find(ctx)
      if (!row || roleIn(row, user) === null) throw new Refusal('not_found')
      return orderOf(ctx, row, user)
    }
  },
}

type Asked = InputOf<typeof otc.orders>
const nothing = { ids: [], total: 0 }
const sideIn = (body: string): OrderSide => JSON.parse(body)
const idIn = (body: string): string => {
  const { id }: { id: number } = JSON.parse(body)
  return String(id)
}
/**
 * The ids of one page of orders of an ad: all of them for its owner, their own for takers. Side and coin of an ad never
 * change.
 */
async function pageOfAd(
  asyncCtx: AsyncOtcContext,
  user: number,
  { ad_id = '', filter, role, currency_id, page = 1, limit = defaultLimit }: Asked,
) {
  const ad = (await readAd(asyncCtx, ad_id))(asyncCtx.ctx)
  if (!ad) return nothing
  const isSeller = (ad.user === user) === (ad.side === 'sell')
  if (
    (role !== undefined && role !== (isSeller ? 'seller' : 'buyer')) ||
    (currency_id !== undefined && currency_id !== ad.coin)
  )
    return nothing
  const where = { ad: ad.id, ...(ad.user !== user && { taker: user }), ...(filter && { filter }) }
  const { bodies, total } = await asyncCtx.store.page({ table: orderTable, where, limit, offset: (page - 1) * limit })
  return { ids: bodies.map(idIn), total }
}
async function pageOf(
  { store }: AsyncOtcContext,
  user: number,
  { filter, role, currency_id, page = 1, limit = defaultLimit }: Asked,
) {
  const where = {
    user,
    ...(filter && { filter }),
    ...(role && { role }),
    ...(currency_id !== undefined && { coin: currency_id }),
  }
  const { bodies, total } = await store.page({ table: sideTable, where, limit, offset: (page - 1) * limit })
  return { ids: bodies.map((body) => String(sideIn(body).order)), total }
}
export const orders: Prepared<typeof otc.orders, OtcContext> = {
  prepare: async (asyncCtx, { user }, asked) => {
    const { ids, total } = await (asked.ad_id === undefined
      ? pageOf(asyncCtx, user, asked)
      : pageOfAd(asyncCtx, user, asked))
    const finders = await Promise.all(ids.map((id) => readOrder(asyncCtx, id)))
    return (ctx) => {
      ctx.otcSeen.set(user, ctx.now())
      const rows = finders.map((find) => find(ctx)).filter((row) => row !== undefined)
      return {
        list: rows.map((row) => orderOf(ctx, row, user)),
        count: total,
        page: asked.page ?? 1,
        limit: asked.limit ?? defaultLimit,
        server_now_ms: ctx.now(),
      }
    }
  },
}
