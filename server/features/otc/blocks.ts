import type { otc } from '#contract/otc/otc.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Decide, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { recordOf } from './merchants.ts'
import { readOrder } from './stored.ts'
import { roleIn } from './view.ts'
import { blockId, type BlockRow } from './rows.ts'
import type { OtcContext } from './context.ts'

/** True if one of the two has blocked the other: then neither sees or takes the other's ads. */
export const areBlocked = ({ tables }: Pick<OtcContext, 'tables'>, one: number, other: number) =>
  tables.otcBlocks.get(blockId(one, other)) !== undefined || tables.otcBlocks.get(blockId(other, one)) !== undefined

const personOf = ({ tables }: OtcContext, user: number, blocked: number) => ({
  user_id: blocked,
  nickname: tables.users.need(blocked).nickname,
  is_blocked: tables.otcBlocks.get(blockId(user, blocked)) !== undefined,
})

/** Whoever is blocked is a merchant or the other party of an order, so that nobody can be looked up by number. */
export const block: Prepared<typeof otc.block, OtcContext> = {
  prepare: async (asyncCtx, { user }, { user_id, order_id, is_blocked }) => {
    const find = order_id === undefined ? () => undefined : await readOrder(asyncCtx, order_id)
    return (ctx) => {
      const row = find(ctx)
      const role = row ? roleIn(row, user) : null
      const peer = row && role !== null ? (role === 'buyer' ? row.seller.user : row.buyer.user) : user_id
      if (peer === undefined || peer === user) throw new Refusal('not_found')
      const id = blockId(user, peer)
      const isKnown = role !== null || recordOf(ctx, peer).since !== null || ctx.tables.otcBlocks.get(id) !== undefined
      if (!isKnown) throw new Refusal('not_found')
      if (is_blocked) ctx.tables.otcBlocks.put({ id, user, blocked: peer, at: ctx.now() })
      else if (ctx.tables.otcBlocks.get(id)) ctx.tables.otcBlocks.remove(id)
      return personOf(ctx, user, peer)
    }
  },
}
export const blocked: Decide<typeof otc.blocked, OtcContext> = (ctx, { user }, { page = 1, limit = defaultLimit }) => {
  const all = ctx.tables.otcBlocks.group('user', user).toSorted((a: BlockRow, b: BlockRow) => b.at - a.at)
  return {
    list: all.slice((page - 1) * limit, page * limit).map((row) => personOf(ctx, user, row.blocked)),
    count: all.length,
    page,
    limit,
  }
}
