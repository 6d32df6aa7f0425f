import { logTypes } from '#contract/wire/booking.ts'
import { isAtLimit, isBurst, marginOf, shareOf } from '#contract/lever/lever-risk.ts'
import { parseDec } from '#contract/wire/money.ts'
import { liquidationRate, markOf, riskOf } from './account.ts'
import { fillOf, hasRoom, noteFlow } from './caps.ts'
import { noteOpened } from './fills.ts'
import { emitPosition, moveLever, payFee } from './move.ts'
import { leverHold, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

const least = (a: bigint, b: bigint) => (a < b ? a : b)
/**
 * What an entry costs that opens at `price`: never more than was set aside, also where a short opens far above its
 * limit.
 */
function costAt(ctx: LeverContext, { pair, number, multiple, margin, fee }: LeverRow, price: bigint) {
  const rate = parseDec(ctx.tables.pairs.need(pair).leverFee)
  return { margin: least(marginOf(price, number, multiple), margin), fee: least(shareOf(price, number, rate), fee) }
}

/**
 * What a waiting entry opens at now, or null: where the house would fill it at its limit or better, while there is
 * room, and if the account could bear it. It opens at the house's price, so that a gap beyond the limit is the owner's,
 * and no limit is better than an order at the market at that moment.
 */
export function openingNow(ctx: LeverContext, row: LeverRow) {
  const { user, quote, pair, side, number, status } = row
  const mark = markOf(ctx, pair)
  if (status !== 'pending' || !mark.isFresh || !mark.rights.opens || !hasRoom(ctx, pair, side, number)) return null
  const { price } = fillOf(ctx, pair, { side, opens: true, number })
  if (price <= 0n || !isAtLimit(side, row.price, price)) return null
  const cost = costAt(ctx, row, price)
  const surplus = row.margin + row.fee - cost.margin - cost.fee
  const { free, legs } = riskOf(ctx, user, quote)
  const after = {
    free: free + surplus,
    legs: [...legs, { pair, side, price, number, margin: cost.margin, mark: mark.price }],
  }
  return isBurst(after, liquidationRate(ctx)) ? null : { ...cost, price, origin: mark.price, surplus }
}

/** Opens a waiting entry if it may open now; what was set aside beyond its cost comes back. */
export function openEntry(ctx: LeverContext, row: LeverRow) {
  const opening = openingNow(ctx, row)
  if (opening === null) return
  const { surplus, ...terms } = opening
  const at = ctx.now()
  ctx.ledger.release(leverHold(row.id), logTypes.leverMargin, surplus)
  const opened = moveLever(ctx, 'activate', row, { ...terms, firstMargin: terms.margin, openedAt: at, stopsAt: at })
  payFee(ctx, opened)
  noteOpened(ctx, opened)
  noteFlow(ctx, opened, 'open')
  emitPosition(ctx, opened, 'activated')
}

/**
 * Entries of older releases have paid their fee already: it goes back into their holds, from which it is paid when they
 * open.
 */
export function holdFees({ tables, ledger }: Pick<LeverContext, 'tables' | 'ledger'>) {
  for (const { id, status, quote, margin, fee } of tables.leverPositions.all()) {
    if (status !== 'pending' || ledger.leftOf(leverHold(id)) !== margin || fee === 0n) continue
    ledger.spend(leverHold(id), -fee, {
      type: logTypes.leverCancel,
      postings: [{ owner: 'fee', asset: quote, kind: 'lever', free: -fee }],
    })
  }
}
