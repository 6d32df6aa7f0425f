import type { InputOf } from '#contract/wire/endpoint.ts'
import { compareDec, formatDec, parseDec } from '#contract/wire/money.ts'
import type { spot, SpotOrder } from '#contract/spot/spot.ts'
import type { Caller } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { baseUnits, quoteUnits } from '#server/features/market/units.ts'
import { checkCaps } from './caps.ts'
import { checkAmount, checkOrder } from './check.ts'
import type { SpotContext } from './context.ts'
import { endOrder, holdType, placeChecked, withdraw } from './place.ts'
import { isLinked, spotHold, type SpotRow } from './rows.ts'
import { storeAndEmit } from './settle.ts'
import { spotOrderOf } from './view.ts'

type Wish = Pick<InputOf<typeof spot.amend>, 'target_price' | 'amount'>

/**
 * Makes a resting order smaller where it rests: it keeps its id and its place, and what it needs no more comes back.
 */
export function shrink(ctx: SpotContext, row: SpotRow, amount: number): SpotOrder {
  const market = ctx.markets.ofPair(row.pair)
  const by = row.amount - amount
  const surplus = row.side === 'sell' ? baseUnits(market.pair, by) : quoteUnits(market.pair, row.price, by)
  if (row.hold === undefined) ctx.ledger.release(spotHold(row.id), holdType, surplus)
  const smaller = { ...row, amount, updatedAt: ctx.now(), rev: row.rev + 1 }
  const told = storeAndEmit(ctx, smaller)
  if (isLinked(row)) ctx.spotHooks.onOrder(smaller)
  ctx.onRollback(market.reload)
  market.reduce(row.id, by)
  return told
}

/**
 * Moves a resting order to another price or amount. Only where nothing but its amount falls it keeps its place; else
 * what is left of it becomes a new order, or nothing happens at all.
 */
export function amendOrder(ctx: SpotContext, caller: Caller, row: SpotRow, { target_price, amount }: Wish): SpotOrder {
  const market = ctx.markets.ofPair(row.pair)
  const { pair } = market
  const before = spotOrderOf(ctx, row)
  const isSized = amount !== undefined && amount !== '' && parseDec(amount) > 0n
  const isSamePrice = Boolean(target_price) && compareDec(target_price ?? '0', before.target_price) === 0
  const wanted = isSized ? checkAmount(market, amount, row.price) : row.amount
  if (wanted <= row.filled) throw new Refusal('amount_below_min', { min: before.filled_amount })
  if ((isSamePrice || (isSized && !target_price)) && wanted <= row.amount)
    return wanted === row.amount ? before : shrink(ctx, row, wanted)
  if (row.hold !== undefined && wanted > row.amount) throw new Refusal('legs_over')
  // Its hold is free again for the checks of the new order. A refusal rolls that back; the book is still as it was,
  // and so are the quotes of the market maker, which a reload would lose.
  endOrder(ctx, row, { reason: 'user', isMoved: true })
  const checked = checkOrder(
    ctx,
    caller,
    {
      currency_id: pair.base,
      legal_id: pair.quote,
      type: row.side,
      kind: row.kind,
      amount: formatDec(baseUnits(pair, wanted - row.filled)),
      target_price: target_price || (isSized ? before.target_price : target_price),
    },
    row.hold === undefined,
  )
  checkCaps(ctx, caller, row.side, checked)()
  if (row.hold !== undefined) ctx.spotHooks.onNeed(row, checked.hold)
  withdraw(ctx, row)
  const { trigger, hold, group, opens, tif, expiresAt, clientId } = row
  const life = { ...(tif && { tif }), ...(expiresAt && { expiresAt }) }
  return placeChecked(
    ctx,
    caller.user,
    row.side,
    { ...checked, ...life },
    {
      ...(isSized && { from: row.id }),
      ...(trigger !== undefined && { trigger }),
      ...(hold !== undefined && { hold }),
      ...(group !== undefined && { group }),
      ...(opens !== undefined && { opens }),
      ...(clientId !== undefined && { clientId }),
    },
  )
}
