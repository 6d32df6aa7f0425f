import { sealedTrigger, triggerRule } from '#contract/trigger/trigger-receipt.ts'
import type { TriggerReceipt } from '#contract/trigger/trigger.ts'
import { formatDec } from '#contract/wire/money.ts'
import { baseUnits, priceText } from '#server/features/market/units.ts'
import type { TriggerContext } from './context.ts'
import type { TriggerRow } from './rows.ts'
import { amountText, distanceText } from './view.ts'

/** What a trigger acted on, and what came of it; counts in steps or lots, prices in ticks. */
type Acted = {
  left: number
  size: number
  book: readonly (readonly [price: number, amount: number])[]
  worst: number | null
  filled: number
  fillPrice: string | null
  siblings: readonly { id: number; before: number; after: number }[]
}

/** Writes the receipt of a trigger that has acted; returns its id. */
export function writeTriggerReceipt(ctx: TriggerContext, row: TriggerRow, acted: Acted): number | null {
  const { fired, when, trail, product, act, role, source } = row
  if (fired === null || when === null) return null
  const { pair } = ctx.markets.ofPair(row.pair)
  const text = (ticks: number) => priceText(pair, ticks)
  const count = (steps: number) => amountText(pair, row, steps)
  const id = ctx.tables.triggerReceipts.nextId()
  const isTraded = source === 'last'
  const receipt: TriggerReceipt = sealedTrigger({
    id: row.id,
    rule: triggerRule,
    product,
    m: pair.market,
    scale: pair.priceScale,
    act,
    role,
    source,
    when,
    tick: fired.tick,
    at_ms: fired.at,
    armed_ms: row.armedAt ?? 0,
    index: text(fired.index),
    premium: fired.premium,
    mark: text(fired.mark),
    low: isTraded ? text(fired.low) : null,
    high: isTraded ? text(fired.high) : null,
    last: isTraded ? text(fired.last) : null,
    trail: trail && {
      by: trail.by,
      distance: distanceText(pair, trail),
      extreme: text(fired.extreme ?? fired.price),
    },
    trigger: text(fired.level),
    price: text(fired.price),
    gap: text(Math.abs(fired.price - fired.level)),
    wanted: row.by === 'total' ? formatDec(BigInt(row.total)) : count(row.wanted),
    left: count(acted.left),
    acted: count(acted.size),
    put_ms: ctx.now(),
    book: acted.book.map(([price, amount]) => [text(price), formatDec(baseUnits(pair, amount))]),
    worst: acted.worst === null ? null : text(acted.worst),
    filled: count(acted.filled),
    fill_price: acted.fillPrice,
    siblings: acted.siblings.map(({ id: leg, before, after }) => ({
      id: leg,
      before: count(before),
      after: count(after),
    })),
  })
  ctx.tables.triggerReceipts.put({ id, user: row.user, receipt })
  return id
}
