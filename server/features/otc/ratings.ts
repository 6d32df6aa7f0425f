import type { otc } from '#contract/otc/otc.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { countRating, recordOf } from './merchants.ts'
import { putOrder } from './settle.ts'
import { readOrder } from './stored.ts'
import { mayRate, orderOf, roleIn } from './view.ts'
import { ratingTable, sideId, type RatingRow } from './rows.ts'
import type { OtcContext } from './context.ts'

export const rate: Prepared<typeof otc.rate, OtcContext> = {
  prepare: async (asyncCtx, { user }, { id, is_good, word = '' }) => {
    const find = await readOrder(asyncCtx, id)
    return (ctx) => {
      const row = find(ctx)
      const by = row ? roleIn(row, user) : null
      if (!row || by === null) throw new Refusal('not_found')
      if (!mayRate(row, ctx.now())) throw new Refusal('too_late')
      const about = by === 'buyer' ? row.seller.user : row.buyer.user
      const before = row.ratings.find((each) => each.by === by)?.is_good ?? null
      countRating(ctx, about, is_good, before)
      ctx.tables.otcRatings.put({
        id: sideId(row.id, by),
        order: row.id,
        user,
        about,
        isGood: is_good,
        word,
        at: ctx.now(),
      })
      const ratings = [...row.ratings.filter((each) => each.by !== by), { by, is_good, word, at_ms: ctx.now() }]
      return orderOf(ctx, putOrder(ctx, { ...row, ratings }, 'rated'), user)
    }
  },
}

const ratingIn = (body: string): RatingRow => JSON.parse(body)
export const ratings: Prepared<typeof otc.ratings, OtcContext> = {
  prepare: async (asyncCtx, { user }, { user_id, page = 1, limit = defaultLimit }) => {
    if (user_id !== user && recordOf(asyncCtx.ctx, user_id).since === null) throw new Refusal('not_found')
    const { bodies, total } = await asyncCtx.store.page({
      table: ratingTable,
      where: { about: user_id },
      limit,
      offset: (page - 1) * limit,
    })
    const rows = bodies.map(ratingIn)
    return (ctx) => ({
      list: rows.map((row) => ({
        id: row.id,
        by: `${[...(ctx.tables.users.get(row.user)?.nickname ?? '')][0] ?? ''}***`,
        is_good: row.isGood,
        word: row.word,
        create_time: timeOf(row.at),
      })),
      count: total,
      page,
      limit,
    })
  },
}
