import { timeOf } from '#contract/wire/fields.ts'
import { formatDec, SCALE } from '#contract/wire/money.ts'
import { symbolOf } from '#contract/market/market.ts'
import { isTriggerOver, type Trigger } from '#contract/trigger/trigger.ts'
import { trailPrice } from '#contract/trigger/trigger-terms.ts'
import type { Pair } from '#server/features/market/rows.ts'
import { baseUnits, priceText } from '#server/features/market/units.ts'
import type { TriggerContext } from './context.ts'
import { groupHold, sizesOf } from './sizes.ts'
import { triggerHold, type TriggerRow } from './rows.ts'

type Reads = Pick<TriggerContext, 'tables' | 'ledger' | 'triggerWatch'>

/** What a trigger would act on now, in steps or lots. */
export function sizeOf({ tables }: Pick<TriggerContext, 'tables'>, row: TriggerRow): number {
  const { product, act, group, parent, by, wanted, filled, id } = row
  if (isTriggerOver(row)) return 0
  if (product === 'lever') {
    if (act !== 'close') return wanted - filled
    const lots = parent === null ? 0 : (tables.leverPositions.get(parent.id)?.lots ?? 0)
    return by === 'all' ? lots : Math.min(wanted - filled, lots)
  }
  const of = group === null ? undefined : tables.triggerGroups.get(group)
  return of === undefined || act !== of.side ? wanted - filled : (sizesOf({ tables }, of).get(id) ?? 0)
}

/** Steps as a base amount, lots as they are. */
export const amountText = (pair: Pair, { product }: Pick<TriggerRow, 'product'>, count: number) =>
  product === 'lever' ? String(count) : formatDec(baseUnits(pair, count))
/** The mean price of what it has bought, sold or closed. */
function fillPrice(pair: Pair, { product, filled, spent, position }: TriggerRow): string | null {
  if (filled === 0) return null
  if (product === 'lever') return position === null ? null : formatDec(BigInt(spent))
  return priceText(pair, Number((BigInt(spent) * 10n ** BigInt(pair.priceScale)) / baseUnits(pair, filled)))
}
/** The distance of a trailing trigger: a price, or percent with two decimals. */
export const distanceText = (pair: Pair, { by, distance }: NonNullable<TriggerRow['trail']>) =>
  by === 'amount' ? formatDec(BigInt(distance), pair.priceScale) : formatDec(BigInt(distance), 2)

function trailOf(ctx: Reads, pair: Pair, row: TriggerRow): Trigger['trail'] {
  const { trail, when, fired } = row
  if (trail === null || when === null) return null
  const extreme = row.status === 'armed' && trail.isActive ? ctx.triggerWatch.extremeOf(row) : (fired?.extreme ?? null)
  return {
    by: trail.by,
    distance: distanceText(pair, trail),
    activate_price: trail.activate === 0 ? null : priceText(pair, trail.activate),
    extreme: extreme === null ? null : priceText(pair, extreme),
    trigger_now: extreme === null ? null : priceText(pair, trailPrice(when, trail.by, trail.distance, extreme)),
  }
}
function sizeTextOf(ctx: Reads, pair: Pair, row: TriggerRow): Trigger['size'] {
  const isTotal = row.by === 'total'
  const left = isTotal ? ctx.ledger.leftOf(triggerHold(row.id)) : 0n
  return {
    by: row.by,
    wanted: isTotal ? formatDec(BigInt(row.total)) : amountText(pair, row, row.wanted),
    left: isTotal ? formatDec(left) : amountText(pair, row, sizeOf(ctx, row)),
  }
}
/** What a trigger holds itself, or the group that it is in. */
const heldBy = ({ ledger }: Reads, { id, group }: TriggerRow) =>
  ledger.leftOf(triggerHold(id)) + (group === null ? 0n : ledger.leftOf(groupHold(group)))

/** A trigger in wire form, for its owner. */
export function triggerOf(ctx: Reads, row: TriggerRow): Trigger {
  const pair = ctx.tables.pairs.need(row.pair)
  const { status, act, product } = row
  const holds = status !== 'dormant' && act !== 'close' && !isTriggerOver(row)
  const coin = act === 'sell' ? pair.base : pair.quote
  const made = row.filled > 0 || row.order !== null || row.position !== null
  return {
    id: row.id,
    product,
    currency_id: pair.base,
    legal_id: pair.quote,
    symbol: symbolOf(pair.market),
    act,
    role: row.role,
    status,
    group_id: row.group,
    parent: row.parent,
    source: row.source,
    when: row.when,
    trigger_price: row.price === 0 ? null : priceText(pair, row.price),
    trail: trailOf(ctx, pair, row),
    size: sizeTextOf(ctx, pair, row),
    makes: {
      kind: row.limit > 0 ? 'limit' : 'market',
      price: row.limit > 0 ? priceText(pair, row.limit) : null,
      tif: row.tif,
      post_only: row.isPostOnly,
      slippage: row.limit > 0 ? null : row.slippage,
    },
    multiple: row.multiple,
    expires_ms: row.expiresAt,
    armed_ms: row.armedAt,
    fired: row.fired && { tick: row.fired.tick, at_ms: row.fired.at, price: priceText(pair, row.fired.price) },
    made: made
      ? {
          order_id: row.order,
          position_id: row.position,
          fill_price: fillPrice(pair, row),
          amount: amountText(pair, row, row.filled),
          ...(row.net !== undefined && { net: formatDec(BigInt(row.net)) }),
        }
      : null,
    held: holds ? formatDec(heldBy(ctx, row), SCALE) : '0',
    held_coin: holds ? ctx.tables.coins.need(coin).name : null,
    why: row.why,
    refused_for: row.refusal,
    has_receipt: row.receipt !== null,
    created_at: timeOf(row.createdAt),
    updated_at: timeOf(row.updatedAt),
    rev: row.rev,
  }
}
