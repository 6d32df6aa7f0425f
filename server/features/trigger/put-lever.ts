import { marginOf, numberOf, shareOf } from '#contract/lever/lever-risk.ts'
import { formatDec, parseDec, SCALE } from '#contract/wire/money.ts'
import { leastLifeMs } from '#contract/wire/orders.ts'
import { Refusal } from '#server/core/refusal.ts'
import { fillOf } from '#server/features/lever/caps.ts'
import { openPosition } from '#server/features/lever/open.ts'
import { stopOut } from '#server/features/lever/stop-out.ts'
import type { LeverRow } from '#server/features/lever/rows.ts'
import type { Pair } from '#server/features/market/rows.ts'
import { priceText } from '#server/features/market/units.ts'
import { armTrigger } from './arm.ts'
import type { TriggerContext } from './context.ts'
import { putGroup } from './group.ts'
import { endTrigger, holdType, moveTrigger } from './move.ts'
import { writeTriggerReceipt } from './receipts.ts'
import { triggerHold, type TriggerRow } from './rows.ts'
import { liveLegs } from './sizes.ts'
import { priceOf } from './tick.ts'
import { mirrorStops } from './stops.ts'
import { sizeOf } from './view.ts'

/** Price ticks in units of 10^-8. */
const unitsOf = ({ priceScale }: Pick<Pair, 'priceScale'>, ticks: number) =>
  BigInt(ticks) * 10n ** BigInt(SCALE - priceScale)

/** Ends a trigger of a contract with what it has opened or closed, and its receipt. */
function finishLever(ctx: TriggerContext, id: number, { left, lots, position, price, isCut = false }: Acted) {
  const made = { position, filled: lots, spent: String(price) }
  const row = ctx.tables.triggers.need(id)
  const receipt = writeTriggerReceipt(ctx, row, {
    left,
    size: left,
    book: [],
    worst: null,
    filled: lots,
    fillPrice: lots === 0 ? null : formatDec(price),
    siblings: [],
  })
  endTrigger(ctx, 'finish', row, { ...made, receipt, ...(isCut && { why: 'gap' as const }) })
}
type Acted = { left: number; lots: number; position: number; price: bigint; isCut?: boolean }

/** Closes lots of the position that a trigger protects, at the house's price of this moment. */
export function closeLots(ctx: TriggerContext, row: TriggerRow, position: LeverRow) {
  const market = ctx.markets.ofPair(row.pair)
  const lots = sizeOf(ctx, row)
  const level = row.fired?.level ?? row.price
  const mark = priceOf(market, 'mark') ?? 0
  // The mark of this moment tells why, unless another price has fired it, or the mark has gone back since.
  const isPlain = row.source === 'mark' && (row.when === 'below' ? mark <= level : mark >= level)
  ctx.triggerActing.id = row.id
  try {
    const closed = stopOut(ctx, position, lots, {
      // As it has always been told.
      reason: row.role === 'profit' ? 'take_profit' : 'stop_loss',
      price: unitsOf(market.pair, level),
      since: row.armedAt ?? 0,
      ...(row.trail && { endedWhy: 'trail' as const }),
      ...(!isPlain && { stopTrigger: row.id }),
    })
    finishLever(ctx, row.id, { left: lots, lots, position: position.id, price: closed.closePrice ?? 0n })
  } finally {
    ctx.triggerActing.id = null
  }
}

/** What lots cost at a price with this leverage: margin and fee. */
export function costOf(pair: Pair, lots: number, price: bigint, multiple: number): bigint {
  const number = numberOf(lots, parseDec(pair.leverShare))
  return marginOf(price, number, multiple) + shareOf(price, number, parseDec(pair.leverFee))
}
/** Lots that the money set aside pays for at the house's price of this moment. */
function lotsFor(ctx: TriggerContext, pair: Pair, row: TriggerRow, money: bigint): number {
  const side = row.act === 'open_long' ? 'long' : 'short'
  const number = numberOf(row.wanted, parseDec(pair.leverShare))
  const { price } = fillOf(ctx, pair.id, { side, opens: true, number })
  const cost = costOf(pair, row.wanted, price, row.multiple ?? 1)
  let lots = cost <= money ? row.wanted : Number((BigInt(row.wanted) * money) / cost)
  while (lots > 0 && costOf(pair, lots, price, row.multiple ?? 1) > money) lots -= 1
  return lots
}

/** Opens the position of an entry that was reached, or places the entry that waits for its limit. */
export function openLots(ctx: TriggerContext, row: TriggerRow) {
  const { pair } = ctx.markets.ofPair(row.pair)
  const hold = triggerHold(row.id)
  const isLimit = row.limit > 0
  const lots = isLimit ? row.wanted : lotsFor(ctx, pair, row, ctx.ledger.leftOf(hold))
  if (lots < 1) throw new Refusal('price_moved')
  if (row.expiresAt !== null && isLimit && row.expiresAt < ctx.now() + leastLifeMs) throw new Refusal('expiry_bad')
  ctx.ledger.release(hold, holdType)
  const { row: opened } = openPosition(ctx, row, {
    currency_id: pair.base,
    legal_id: pair.quote,
    type: row.act === 'open_long' ? 'long' : 'short',
    status: isLimit ? 'limit' : 'market',
    share: lots,
    multiple: row.multiple ?? 1,
    ...(isLimit && { target_price: priceText(pair, row.limit), tif: row.tif ?? 'gtc' }),
    ...(isLimit && row.expiresAt !== null && { tif: 'gtd', expires_ms: row.expiresAt }),
  })
  const filled = opened.status === 'trading' ? lots : 0
  const isCut = lots < row.wanted
  finishLever(ctx, row.id, { left: row.wanted, lots: filled, position: opened.id, price: opened.price, isCut })
  const group = row.group === null ? undefined : ctx.tables.triggerGroups.get(row.group)
  if (group === undefined) return
  const parent = { kind: 'position' as const, id: opened.id }
  for (const leg of liveLegs(ctx, group.id))
    if (opened.status === 'trading') armTrigger(ctx, leg, { parent })
    else moveTrigger(ctx, 'resize', leg, { parent })
  putGroup(ctx, { ...group, entry: null, isOver: true })
  mirrorStops(ctx, opened.id)
}
