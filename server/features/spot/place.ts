import type { SpotOrder, SpotSide } from '#contract/spot/spot.ts'
import type { Checked } from './checked.ts'
import { quoteUnits } from '#server/features/market/units.ts'
import type { SpotContext } from './context.ts'
import { holdOf, isLinked, spotExpiry, spotHold, type SpotRow } from './rows.ts'
import { placeOrder, storeAndEmit } from './settle.ts'

/** What an order has beside the terms that were checked: who made it, and whose hold it pays out of. */
type More = Pick<SpotRow, 'from' | 'trigger' | 'hold' | 'group' | 'opens' | 'clientId'>
/** Log type for holds and releases. It never appears in a log, because they do not change an account's total. */
export const holdType = 0

type Ending = Pick<SpotRow, 'reason' | 'endedWhy'> & {
  status?: 'completed' | 'cancelled'
  /** Another order takes its place. */
  isMoved?: true
}
/**
 * Ends an order, releases the rest of its own hold and tells its owner. Its book is left to the caller, who takes it
 * out once nothing is refused any more.
 */
export function endOrder(
  ctx: SpotContext,
  row: SpotRow,
  { status = 'cancelled', isMoved, ...ending }: Ending,
): SpotOrder {
  if (row.hold === undefined) ctx.ledger.release(spotHold(row.id), holdType)
  if (row.expiresAt !== undefined) ctx.deadlines.clear(spotExpiry, String(row.id))
  const ended = { ...row, ...ending, status, updatedAt: ctx.now(), rev: row.rev + 1 }
  const told = storeAndEmit(ctx, ended, status === 'completed' ? 'filled' : 'cancelled')
  if (isLinked(row) && !isMoved) ctx.spotHooks.onEnd(ended)
  return told
}
/** Takes an order out of its book. */
export const withdraw = (ctx: SpotContext, { id, pair }: SpotRow) => {
  const market = ctx.markets.ofPair(pair)
  ctx.onRollback(market.reload)
  market.cancel(id)
}

/**
 * Places a checked order, with a new id. `fund` brings what its hold needs into it; one that pays out of another hold
 * needs none. Callers first register `market.reload` with `onRollback`.
 */
export function placeChecked(
  ctx: SpotContext,
  user: number,
  side: SpotSide,
  { market, kind, price, worst, amount, total, hold, stp, tif, expiresAt }: Checked,
  more: More = {},
  fund?: (hold: string) => void,
): SpotOrder {
  const { pair } = market
  const { tables, ledger, settings, now } = ctx
  const id = tables.spotOrders.nextId()
  const asset = side === 'buy' ? pair.quote : pair.base
  if (fund) fund(holdOf({ id, ...more }))
  else if (more.hold === undefined) ledger.hold(spotHold(id), { owner: user, asset, kind: 'change' }, hold, holdType)
  const made = tables.spotOrders.put({
    id,
    user,
    pair: pair.id,
    side,
    kind,
    price,
    amount,
    filled: 0,
    total: '0',
    fee: '0',
    rate: settings.spot.coinTradeFee,
    status: 'waiting',
    reason: null,
    createdAt: now(),
    updatedAt: now(),
    rev: 1,
    ...(tif && { tif }),
    ...(expiresAt && { expiresAt }),
    ...more,
  })
  if (isLinked(made)) ctx.spotHooks.onOrder(made)
  const order = { id, owner: user, side, kind, price: worst, amount, ...(stp && { stp }) }
  const placed = placeOrder(ctx, market, total === null ? order : { ...order, total })
  const { fills, rested, stopped, withdrawn = [] } = placed
  for (const own of withdrawn) endOrder(ctx, tables.spotOrders.need(own), { reason: 'market', endedWhy: 'self' })
  const row = tables.spotOrders.need(id)
  if (rested > 0) {
    if (expiresAt) ctx.deadlines.set(spotExpiry, String(id), expiresAt)
    // After fills at better prices than its limit, a buy holds only what the resting part needs.
    if (side === 'buy' && row.hold === undefined) ledger.release(spotHold(id), holdType, surplusOf(ctx, row, rested))
    return storeAndEmit(ctx, row, fills.length ? 'filled' : 'placed')
  }
  if (stopped === 'filled') return endOrder(ctx, row, { status: 'completed', reason: null })
  return endOrder(ctx, row, {
    reason: stopped === 'self' ? 'market' : 'unfilled',
    ...(stopped === 'self' && stp === 'both' && { endedWhy: 'self' }),
  })
}

const surplusOf = ({ ledger, markets }: SpotContext, { id, pair, price }: SpotRow, rested: number) =>
  ledger.leftOf(spotHold(id)) - quoteUnits(markets.ofPair(pair).pair, price, rested)
