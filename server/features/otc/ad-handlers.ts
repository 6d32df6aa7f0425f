import type { otc } from '#contract/otc/otc.ts'
import { isOpenAt, otcWorth } from '#contract/otc/otc-sums.ts'
import { payWays } from '#contract/wallet/bank.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { compareDec, parseDec } from '#contract/wire/money.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Decide, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { fiatsOf } from '#server/features/market/fiats.ts'
import { checkPin } from '#server/identity/pins.ts'
import { checkAdStep, moveAd, putAd, takeBackAd, keepWays, nothingOffered } from './ads.ts'
import { checkBail, checkEdit, checkPublish, fiatBounds, fiatOf, indexPriceOf, otcCoins } from './check-ad.ts'
import { daysOf, merchantOf, putRecord, recordOf } from './merchants.ts'
import { readAd } from './stored.ts'
import { adOf } from './view.ts'
import { areBlocked } from './blocks.ts'
import { followIndex } from './floating.ts'
import { adHold, adTable, decodeAd, listingOf, type AdRow } from './rows.ts'
import type { OtcContext } from './context.ts'

const base = { code: 'USD', symbol: '$', scale: 8, rate: '1' }
export const market: Decide<typeof otc.market, OtcContext> = (ctx) => {
  const { feeRate, priceBand, payMinutes, confirmMinutes, bail, unfinishedMax } = ctx.settings.otc
  return {
    coins: otcCoins(ctx).map((coin) => ({
      currency_id: coin.id,
      currency_name: coin.name,
      logo: coin.logo,
      decimal_scale: coin.scale,
      min_number: coin.minNumber,
      index_price: indexPriceOf(ctx, coin.id, base),
    })),
    fiats: fiatsOf(ctx.settings.market).map((fiat) => {
      const { min, max } = fiatBounds(ctx, fiat)
      return { ...fiat, min_amount: min, max_amount: max }
    }),
    ways: payWays.map((way) => ({ way, name_key: `otc:ways.${way}` })),
    pay_minutes: [...payMinutes],
    confirm_minutes: confirmMinutes,
    fee_rate: feeRate,
    price_band: priceBand,
    bail: { amount: bail, currency_id: baseCoin.id },
    unfinished_max: unfinishedMax,
  }
}

/** The largest order that an ad takes now, in fiat. */
const mostOf = (ctx: OtcContext, { surplus, price, max, fiat }: AdRow) => {
  const rest = otcWorth(parseDec(surplus), price, fiatOf(ctx, fiat).scale)
  return rest < parseDec(max) ? rest : parseDec(max)
}
/** True if an ad is shown: its rest still allows an order of its least amount. */
const isListed = (ctx: OtcContext, row: AdRow) => row.status === 'on_shelf' && mostOf(ctx, row) >= parseDec(row.min)

export const ads: Decide<typeof otc.ads, OtcContext> = (
  ctx,
  { user },
  { side, currency_id, fiat, way, amount, sort = 'price', page = 1, limit = defaultLimit },
) => {
  ctx.otcSeen.set(user, ctx.now())
  const wanted = amount === undefined || amount === '' ? null : parseDec(amount)
  const listing = listingOf({ side: side === 'buy' ? 'sell' : 'buy', coin: currency_id, fiat })
  const found = ctx.tables.otcAds
    .group('listing', listing)
    .filter(
      (row) =>
        isListed(ctx, row) &&
        isOpenAt(row.hours, ctx.now()) &&
        !areBlocked(ctx, user, row.user) &&
        (way === undefined || row.ways.includes(way)) &&
        (wanted === null || (wanted >= parseDec(row.min) && wanted <= mostOf(ctx, row))),
    )
  const byPrice = (a: AdRow, b: AdRow) =>
    (side === 'buy' ? compareDec(a.price, b.price) : compareDec(b.price, a.price)) || a.id - b.id
  const rateOf = new Map(found.map((row) => [row.user, merchantOf(ctx, row.user, user).finish_rate]))
  const byRate = (a: AdRow, b: AdRow) =>
    compareDec(rateOf.get(b.user) ?? '0', rateOf.get(a.user) ?? '0') || byPrice(a, b)
  const rows = found.toSorted(sort === 'rate' ? byRate : byPrice).slice((page - 1) * limit, page * limit)
  return { list: rows.map((row) => adOf(ctx, row, user)), count: found.length, page, limit }
}

export const merchantAds: Decide<typeof otc.merchantAds, OtcContext> = (
  ctx,
  { user },
  { user_id, page = 1, limit = defaultLimit },
) => {
  // Only merchants have a public page, so that nobody can be looked up by number.
  if (user_id !== user && recordOf(ctx, user_id).since === null) throw new Refusal('not_found')
  const isShown = !areBlocked(ctx, user, user_id)
  const rows = ctx.tables.otcAds
    .group('user', user_id)
    .filter((row) => isShown && isListed(ctx, row) && isOpenAt(row.hours, ctx.now()))
    .toSorted((a, b) => b.updatedAt - a.updatedAt || b.id - a.id)
  return {
    list: rows.slice((page - 1) * limit, page * limit).map((row) => adOf(ctx, row, user)),
    count: rows.length,
    page,
    limit,
    done_days: daysOf(ctx, user_id),
  }
}

type Checked = ReturnType<typeof checkPublish>
/** Opens an ad; a seller's coins and fee are set aside from this moment. */
export function openAd(
  ctx: OtcContext,
  user: number,
  { terms, side, coin, fiat, total, feeRate, escrow }: Checked,
): AdRow {
  const at = ctx.now()
  const id = ctx.tables.otcAds.nextId()
  const row: AdRow = {
    ...terms,
    id,
    user,
    side,
    coin: coin.id,
    fiat: fiat.code,
    total,
    surplus: total,
    locked: '0',
    done: '0',
    takenBack: '0',
    feeRate,
    status: 'on_shelf',
    createdAt: at,
    updatedAt: at,
    rev: 0,
  }
  if (escrow > 0n)
    ctx.ledger.hold(adHold(id), { owner: user, asset: coin.id, kind: 'legal' }, escrow, logTypes.otcEscrow)
  keepWays(ctx, row, nothingOffered, row)
  const stored = putAd(ctx, row, 'published')
  followIndex(ctx, stored)
  const record = recordOf(ctx, user)
  putRecord(ctx, { ...record, published: record.published + 1 })
  return stored
}
export const publish: Prepared<typeof otc.publish, OtcContext> = {
  prepare: async (asyncCtx, { user }, input) => {
    checkPublish(asyncCtx.ctx, user, input)
    if (input.side === 'sell') await checkPin(asyncCtx, user, input.pay_password)
    return (ctx) => adOf(ctx, openAd(ctx, user, checkPublish(ctx, user, input)), user)
  },
}

export const myAds: Prepared<typeof otc.myAds, OtcContext> = {
  prepare: async ({ store }, { user }, { status, side, page = 1, limit = defaultLimit }) => {
    const where = { user, ...(status && { status }), ...(side && { side }) }
    const { bodies, total } = await store.page({ table: adTable, where, limit, offset: (page - 1) * limit })
    const rows = bodies.map(decodeAd)
    return (ctx) => ({
      list: rows.map((row) => adOf(ctx, ctx.tables.otcAds.get(row.id) ?? row, user)),
      count: total,
      page,
      limit,
    })
  },
}
export const ad: Prepared<typeof otc.ad, OtcContext> = {
  prepare: async (asyncCtx, { user }, { id }) => {
    const find = await readAd(asyncCtx, id)
    return (ctx) => {
      ctx.otcSeen.set(user, ctx.now())
      const row = find(ctx)
      if (!row || (row.user !== user && (!isListed(ctx, row) || areBlocked(ctx, user, row.user))))
        throw new Refusal('not_found')
      return adOf(ctx, row, user)
    }
  },
}
/** A step of an ad's owner. */
const ownStep = <I extends { id: string }>(step: (ctx: OtcContext, row: AdRow, input: I) => AdRow) => ({
  prepare: async (asyncCtx: Parameters<typeof readAd>[0], { user }: { user: number }, input: I) => {
    const find = await readAd(asyncCtx, input.id)
    return (ctx: OtcContext) => {
      const row = find(ctx)
      if (row?.user !== user) throw new Refusal('not_found')
      return adOf(ctx, step(ctx, row, input), user)
    }
  },
})
export const editAd: Prepared<typeof otc.editAd, OtcContext> = ownStep((ctx, row, input) => {
  checkAdStep(ctx, row, 'edit', input.expect)
  const terms = checkEdit(ctx, row, input)
  keepWays(ctx, row, row, terms)
  const edited = moveAd(ctx, 'edit', row, terms, 'edited')
  followIndex(ctx, edited)
  return edited
})
export const shelf: Prepared<typeof otc.shelf, OtcContext> = ownStep((ctx, row, { is_shelves, expect }) => {
  const step = is_shelves === 'on' ? 'putOn' : 'putOff'
  checkAdStep(ctx, row, step, expect)
  if (step === 'putOn') checkBail(ctx, row.user)
  const moved = moveAd(ctx, step, row, {}, 'shelf')
  followIndex(ctx, moved)
  return moved
})
export const takeBack: Prepared<typeof otc.takeBack, OtcContext> = ownStep((ctx, row, { expect }) => {
  checkAdStep(ctx, row, 'takeBack', expect)
  return takeBackAd(ctx, row)
})
