import { logTypes } from '#contract/wire/booking.ts'
import { formatDec, mulDec, parseDec } from '#contract/wire/money.ts'
import type { Deal } from '#contract/market/market.ts'
import type { SpotOrder } from '#contract/spot/spot.ts'
import type { BookOrder, Fill, Placed } from '#server/features/market/book/book.ts'
import type { Posting } from '#server/core/ledger.ts'
import { isUser, type Market } from '#server/features/market/market.ts'
import { baseUnits, quoteUnits } from '#server/features/market/units.ts'
import type { Pair } from '#server/features/market/rows.ts'
import { holdOf, isLinked, spotHold, type SpotRow } from './rows.ts'
import { spotExpiry } from './rows.ts'
import { spotOrderOf } from './view.ts'
import type { SpotContext, SpotFilled } from './context.ts'

/** One side of a trade: a user's order, or null for the house. */
type Party = SpotRow | null

const kind = 'change'
/** The fee, in the asset received, rounded up once. The house pays none. */
const feeOf = (party: Party, received: bigint) => (party ? mulDec(received, parseDec(party.rate), undefined, true) : 0n)

/** Postings for what one side receives of an asset, less its fee. */
const receive = (party: Party, asset: number, units: bigint, fee: bigint): Posting[] => [
  { owner: party?.user ?? 'house', asset, kind, free: units - fee },
  ...(fee > 0n ? [{ owner: 'fee' as const, asset, kind, free: fee } satisfies Posting] : []),
]
const typeOf = ({ held }: Posting) => (held === undefined ? logTypes.spotReceived : logTypes.spotGiven)
/** What one side of a trade gives: out of its order's hold, or of the house's free balance. */
const give = ({ ledger }: SpotContext, party: Party, asset: number, units: bigint): Posting =>
  party ? ledger.take(holdOf(party), units) : { owner: 'house', asset, kind, free: -units }

const filledBy = (row: SpotRow, at: number, amount: number, total: bigint, fee: bigint): SpotRow => ({
  ...row,
  filled: row.filled + amount,
  total: String(BigInt(row.total) + total),
  fee: String(BigInt(row.fee) + fee),
  updatedAt: at,
  rev: row.rev + 1,
})

/** Books one trade between two sides, at least one of which is a user's order. */
function book(ctx: SpotContext, pair: Pair, { side, price, amount }: Fill, maker: Party, taker: Party) {
  const buyer = side === 'buy' ? taker : maker
  const seller = side === 'buy' ? maker : taker
  const base = baseUnits(pair, amount)
  const quote = quoteUnits(pair, price, amount)
  const buyerFee = feeOf(buyer, base)
  const sellerFee = feeOf(seller, quote)
  // One entry for both legs: what was given for what is then never in question.
  ctx.ledger.post({
    type: logTypes.spotReceived,
    ref: spotHold(buyer?.id ?? seller?.id ?? 0),
    typeOf,
    postings: [
      give(ctx, buyer, pair.quote, quote),
      ...receive(seller, pair.quote, quote, sellerFee),
      give(ctx, seller, pair.base, base),
      ...receive(buyer, pair.base, base, buyerFee),
    ],
  })
  const earn = (party: Party, asset: number, amount: bigint) =>
    party && ctx.ledger.noteFee({ payer: party.user, asset, kind, amount, ref: spotHold(party.id) })
  earn(buyer, pair.base, buyerFee)
  earn(seller, pair.quote, sellerFee)
  const at = ctx.now()
  const after = (party: Party, fee: bigint) =>
    party ? ctx.tables.spotOrders.put(filledBy(party, at, amount, quote, fee)) : null
  const note = (party: Party, fee: bigint) =>
    party &&
    ctx.tables.spotFills.put({
      id: ctx.tables.spotFills.nextId(),
      user: party.user,
      pair: pair.id,
      order: party.id,
      side: party.side,
      role: party === maker ? 'maker' : 'taker',
      price,
      amount,
      total: String(quote),
      fee: String(fee),
      at,
    })
  note(buyer, buyerFee)
  note(seller, sellerFee)
  const nets = { buyer: base - buyerFee, seller: quote - sellerFee }
  return { buyer: after(buyer, buyerFee), seller: after(seller, sellerFee), buyerFee, sellerFee, nets, quote }
}

/** Stores an order and tells its owner. */
export const storeAndEmit = (ctx: SpotContext, row: SpotRow, why?: 'placed' | 'filled' | 'cancelled'): SpotOrder => {
  if (ctx.tables.spotOrders.get(row.id) !== row) ctx.tables.spotOrders.put(row)
  const v = spotOrderOf(ctx, row)
  ctx.emit(row.user, { ev: 'spot.orderChanged', v, ...(why && { why }) })
  return v
}

/** Updates the maker's order after a trade; completes it when nothing is left. */
function settleMaker(ctx: SpotContext, { makerLeft }: Fill, row: SpotRow) {
  const { ledger, tables } = ctx
  const after = makerLeft === 0 ? tables.spotOrders.put({ ...row, status: 'completed' }) : row
  if (makerLeft === 0 && row.hold === undefined) ledger.release(spotHold(row.id), 0)
  if (makerLeft === 0 && row.expiresAt !== undefined) ctx.deadlines.clear(spotExpiry, String(row.id))
  ctx.emit(row.user, { ev: 'spot.orderChanged', v: spotOrderOf(ctx, after), why: 'filled' })
}
type Linked = SpotFilled & { id: number }
/** Tells the feature that links orders what has traded, and what is over by it. */
function tellLinked(ctx: SpotContext, linked: readonly Linked[]) {
  for (const { id, ...fill } of linked) {
    const row = ctx.tables.spotOrders.need(id)
    ctx.spotHooks.onFill(row, fill)
    if (row.status !== 'waiting') ctx.spotHooks.onEnd(row)
  }
}

type UserFill = { user: number; order_id: number; fee: bigint; fill: Fill }

/**
 * Places an order in its market and books the fills. It is the only code that places orders in a book. All refusals
 * must have been made before; callers first register `market.reload` with `onRollback`, for the case of a bug.
 */
export function placeOrder(ctx: SpotContext, market: Market, order: BookOrder): Placed {
  const placed = market.place(order)
  const { spotOrders } = ctx.tables
  const userFills: UserFill[] = []
  const linked: Linked[] = []
  for (const fill of placed.fills) {
    const maker = isUser(fill.makerOwner) ? spotOrders.need(fill.maker) : null
    const taker = isUser(fill.takerOwner) ? spotOrders.need(fill.taker) : null
    if (!maker && !taker) continue
    const { buyer, seller, buyerFee, sellerFee, nets, quote } = book(ctx, market.pair, fill, maker, taker)
    for (const [row, fee, net] of [
      [buyer, buyerFee, nets.buyer],
      [seller, sellerFee, nets.seller],
    ] as const) {
      if (row) userFills.push({ user: row.user, order_id: row.id, fee, fill })
      if (row && isLinked(row)) linked.push({ id: row.id, amount: fill.amount, net, quote })
    }
    const makerRow = fill.side === 'buy' ? seller : buyer
    if (makerRow) settleMaker(ctx, fill, makerRow)
  }
  // Published last, when nothing can throw any more.
  const deals = new Map<Fill, Deal>(placed.fills.map((fill) => [fill, market.recordTrade(fill)]))
  for (const { user, order_id, fee, fill } of userFills) {
    const deal = deals.get(fill)
    if (deal) ctx.emit(user, { ev: 'spot.filled', v: { order_id, deal, fee: formatDec(fee) } })
  }
  if (linked.length > 0) tellLinked(ctx, linked)
  return placed
}
