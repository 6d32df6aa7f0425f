import { isPairOpen } from '#server/features/market/halt.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { leverSlippage, type lever } from '#contract/lever/lever.ts'
import type { LeverSide } from '#contract/lever/lever-position.ts'
import { leastLifeMs, mostLifeMs } from '#contract/wire/orders.ts'
import { decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import {
  areStopsRight,
  isAtLimit,
  isBurst,
  isLimitRight,
  isWorse,
  numberOf,
  openingOf,
  type Stops,
} from '#contract/lever/lever-risk.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import type { Caller } from '#server/core/context.ts'
import { liquidationRate, freeOf, markOf, riskOf, type Mark } from './account.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkCaps, fillOf } from './caps.ts'
import { leverAccount } from './rows.ts'
import type { Pair } from '#server/features/market/rows.ts'
import { checkOpens } from '#server/features/market/check.ts'
import type { LeverContext } from './context.ts'

type Input = InputOf<typeof lever.submit>
type MaybeText = string | undefined
/** A checked position to open. Prices, number, margin and fee in units of 10^-8. */
export type Checked = Stops & {
  pair: Pair
  mark: Mark
  side: LeverSide
  isPending: boolean
  lots: number
  multiple: number
  /** Opening price including spread; the limit price of a pending entry. */
  price: bigint
  number: bigint
  margin: bigint
  fee: bigint
  /** Until when an entry waits. */
  expiresAt?: number
}

const isZeroOrBlank = (text: MaybeText): text is '' | undefined =>
  text === undefined || text === '' || parseDec(text) === 0n
/** A price as typed, in units of 10^-8; 0 if it was left out. */
function priceOf({ priceScale }: Pair, text: MaybeText): bigint {
  if (isZeroOrBlank(text)) return 0n
  if (decimalsOf(text) > priceScale) throw new Refusal('price_step', { scale: priceScale })
  return parseDec(text)
}
type Typed = { target_profit_price?: MaybeText; stop_loss_price?: MaybeText }
/**
 * Stop prices as typed; refused if stops are disabled or not on the correct side of `mark`, which is the limit price of
 * a pending entry.
 */
export function stopsOf({ settings }: LeverContext, pair: Pair, side: LeverSide, typed: Typed, mark: bigint): Stops {
  const stops = { takeProfit: priceOf(pair, typed.target_profit_price), stopLoss: priceOf(pair, typed.stop_loss_price) }
  if (!settings.lever.isStopAllowed && (stops.takeProfit > 0n || stops.stopLoss > 0n))
    throw new Refusal('stop_disabled')
  if (!areStopsRight(side, stops, [mark])) throw new Refusal('stop_wrong_side', { mark: formatDec(mark) })
  return stops
}

function sizeOf({ settings }: LeverContext, pair: Pair, { share, multiple }: Input) {
  if (share === undefined || share === '' || share < 1) throw new Refusal('lots_required')
  const { leverMin: min, leverMax: max } = pair
  if (share < min || (max > 0 && share > max)) throw new Refusal('lots_out_of_range', { min, max })
  if (typeof multiple !== 'number' || !settings.lever.multiples.includes(multiple))
    throw new Refusal('multiple_unknown')
  return { lots: share, multiple }
}
/**
 * Whether a limit entry waits, and its price: its limit, or the house's price if that is as good and the client takes
 * it (`tif`).
 */
function limitPrice(
  ctx: LeverContext,
  pair: Pair,
  { type, target_price, tif }: Input,
  { mark, number }: { mark: Mark; number: bigint },
) {
  const limit = priceOf(pair, target_price)
  const { price } = fillOf(ctx, pair.id, { side: type, opens: true, number })
  if (tif === undefined && !isLimitRight(type, limit, mark.price))
    throw new Refusal('limit_wrong_side', { mark: formatDec(mark.price), price: formatDec(price) })
  if (tif !== undefined && price > 0n && isAtLimit(type, limit, price)) return { isPending: false, price }
  if (tif === 'ioc' || tif === 'fok') throw new Refusal('price_moved', { price: formatDec(price) })
  return { isPending: true, price: limit }
}
/** Refuses an end that does not fit: only an entry that may wait has one. */
function checkExpiry({ now }: LeverContext, { status, tif, expires_ms }: Input) {
  const [min, max] = [now() + leastLifeMs, now() + mostLifeMs]
  const isAsked = tif === 'gtd' || expires_ms !== undefined
  const isFit = status === 'limit' && (tif === undefined || tif === 'gtd') && expires_ms !== undefined
  if (isAsked && (!isFit || expires_ms < min || expires_ms > max)) throw new Refusal('expiry_bad', { min, max })
}
function marketPrice(ctx: LeverContext, pair: Pair, { type, seen_price, slippage }: Input, number: bigint): bigint {
  const { price } = fillOf(ctx, pair.id, { side: type, opens: true, number })
  if (price <= 0n) throw new Refusal('market_closed')
  const percent = parseDec(slippage === undefined || slippage === '' ? leverSlippage : slippage)
  if (!isZeroOrBlank(seen_price) && isWorse(type, price, parseDec(seen_price), percent))
    throw new Refusal('price_moved', { price: formatDec(price) })
  return price
}

/**
 * Margin and fee, less what is set aside already, must be free, and the account must stay above the liquidation rate
 * after they are paid.
 */
function checkMoney(
  ctx: LeverContext,
  user: number,
  { pair, mark, side, isPending, price, number, margin, fee }: Checked,
  had: bigint,
) {
  const cost = margin + fee - had
  if (freeOf(ctx, user, pair.quote) < cost) throw new Refusal('insufficient_balance')
  const risk = riskOf(ctx, user, pair.quote)
  const leg = { pair: pair.id, side, price, number, margin, mark: mark.price }
  const after = { free: risk.free - cost, legs: isPending ? risk.legs : [...risk.legs, leg] }
  if (isBurst(after, liquidationRate(ctx))) throw new Refusal('insufficient_balance')
}

/**
 * All checks of a new position, in this order: market, user's trading lock, size, price, stops, positions that are
 * closing, balance.
 */
export function checkContract(ctx: LeverContext, { user }: Pick<Caller, 'user'>, input: Input, had = 0n): Checked {
  const { pair } = ctx.markets.ofCoins(input.currency_id, input.legal_id)
  if (!isPairOpen(ctx, pair) || !pair.isLever) throw new Refusal('market_closed')
  checkMayTrade(ctx, user)
  checkExpiry(ctx, input)
  const isLimit = input.status === 'limit'
  if (isLimit && !ctx.settings.lever.isEntrustAllowed) throw new Refusal('limit_disabled')
  const { lots, multiple } = sizeOf(ctx, pair, input)
  if (isLimit && isZeroOrBlank(input.target_price)) throw new Refusal('price_required')
  const mark = markOf(ctx, pair.id)
  if (!mark.isFresh) throw new Refusal('feed_stale')
  checkOpens(ctx.markets.ofPair(pair.id))
  const amount = numberOf(lots, parseDec(pair.leverShare))
  const { isPending, price } = isLimit
    ? limitPrice(ctx, pair, input, { mark, number: amount })
    : { isPending: false, price: marketPrice(ctx, pair, input, amount) }
  const stops = stopsOf(ctx, pair, input.type, input, isPending ? price : mark.price)
  const account = ctx.tables.leverPositions.group('account', leverAccount(user, pair.quote))
  if (account.some(({ status }) => status === 'closing')) throw new Refusal('position_closing')
  const { number, margin, fee } = openingOf({
    side: input.type,
    price,
    lots,
    lotSize: parseDec(pair.leverShare),
    multiple,
    fee: parseDec(pair.leverFee),
  })
  checkCaps(ctx, pair, { side: input.type, lots, number, multiple })
  const checked = { ...stops, pair, mark, side: input.type, isPending, lots, multiple, price, number, margin, fee }
  checkMoney(ctx, user, checked, had)
  return { ...checked, ...(input.expires_ms !== undefined && { expiresAt: input.expires_ms }) }
}
