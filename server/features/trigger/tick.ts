import { heldLast, trailPrice } from '#contract/trigger/trigger-terms.ts'
import type { TriggerWhen } from '#contract/trigger/trigger.ts'
import type { TriggerSource } from '#contract/wire/orders.ts'
import { formatDec } from '#contract/wire/money.ts'
import { isHalted } from '#server/core/halt.ts'
import { markOf, mayFire } from '#server/features/lever/account.ts'
import type { Market } from '#server/features/market/market.ts'
import type { TriggerContext } from './context.ts'
import { extremeId, moveTrigger, tellTrigger } from './move.ts'
import type { SweepRow, TickRow, TriggerRow } from './rows.ts'
import { sideKey, type Kept, type TriggerClass } from './watch.ts'

const sources = ['mark', 'last', 'index'] as const satisfies readonly TriggerSource[]
const ways = ['below', 'above'] as const satisfies readonly TriggerWhen[]
const classesOf = ({ opens }: TickRow): readonly TriggerClass[] => (opens ? ['protective', 'entry'] : ['protective'])
const sweepId = (pair: number, source: TriggerSource) => `${pair}|${source}`

/** The current price of a source, in ticks; null without a quote. */
export function priceOf(market: Market, source: TriggerSource): number | null {
  const quote = market.quote()
  if (quote === null) return null
  return source === 'last' ? heldLast(market.last(), quote.mark) : quote[source]
}

/** What a trigger fires at now: its price, or behind the extreme it has seen. */
function firesAt(ctx: Pick<TriggerContext, 'triggerWatch'>, row: TriggerRow) {
  const extreme = row.trail?.isActive ? ctx.triggerWatch.extremeOf(row) : null
  if (row.trail === null || row.when === null || extreme === null) return { price: row.price, extreme: null }
  return { price: trailPrice(row.when, row.trail.by, row.trail.distance, extreme), extreme }
}

/** Takes note that a trigger was reached; what it makes comes in a command of its own. */
function fire(ctx: TriggerContext, row: TriggerRow, tick: TickRow, price: number) {
  const { price: level, extreme } = firesAt(ctx, row)
  const { tick: id, at, index, mark, premium, low, high, close: last } = tick
  const no = (ctx.triggerCounts.fired += 1)
  const fired = { no, level, tick: id, at, price, index, mark, premium, low, high, last, extreme }
  tellTrigger(ctx, moveTrigger(ctx, 'trigger', row, { fired }), 'triggered')
  ctx.failpoint('afterTrigger')
}
/** A trailing trigger begins at the price that has reached its activation. */
function activate(ctx: TriggerContext, row: TriggerRow, { at }: TickRow, start: number) {
  if (row.trail === null) return
  const seq = (ctx.triggerCounts.seq += 1)
  const trail = { ...row.trail, isActive: true, start }
  tellTrigger(ctx, moveTrigger(ctx, 'activate', row, { trail, seq, armedAt: at }), 'activated')
}

/** Takes at most so many that a price of each direction reaches; returns how many more could be taken. */
function takeDue(ctx: TriggerContext, tick: TickRow, reach: Record<TriggerWhen, number>, most: number): number {
  let left = most
  for (const of of classesOf(tick))
    for (const when of ways) {
      const key = sideKey(tick.source, of, when)
      while (left > 0) {
        const id = ctx.triggerWatch.due(tick.pair, key, reach[when])
        if (id === null) break
        const row = ctx.tables.triggers.need(id)
        if (row.when === when) fire(ctx, row, tick, reach[when])
        else activate(ctx, row, tick, reach[when])
        left -= 1
      }
    }
  return left
}

const keep = (ctx: TriggerContext, pair: number, kept: Kept) =>
  ctx.tables.triggerExtremes.put({ id: extremeId(pair, kept.side, kept.since), pair, ...kept })
/** The extremes move to the best price of the tick: up where a fall fires, down where a rise does. */
function ratchet(ctx: TriggerContext, tick: TickRow, best: Record<TriggerWhen, number>) {
  for (const of of classesOf({ ...tick, opens: true }))
    for (const when of ways) {
      const side = sideKey(tick.source, of, when)
      const moved = ctx.triggerWatch.ratchet(tick.pair, side, best[when])
      if (moved === null) continue
      ctx.onRollback(() => ctx.triggerWatch.forget(tick.pair))
      for (const since of moved.gone) ctx.tables.triggerExtremes.remove(extremeId(tick.pair, side, since))
      keep(ctx, tick.pair, moved.kept)
    }
}
/** What was armed since the tick before joins the others; only where the price stands now counts for it. */
function joinFresh(ctx: TriggerContext, tick: TickRow) {
  const rows = ctx.triggerWatch.fresh(tick.pair).map(ctx.tables.triggers.need)
  for (const row of rows.toSorted((a, b) => a.seq - b.seq)) {
    if (row.source !== tick.source || (row.armedAt ?? 0) >= tick.at) continue
    ctx.onRollback(() => ctx.triggerWatch.forget(tick.pair))
    const kept = ctx.triggerWatch.join(row, row.trail?.start ?? 0)
    if (kept !== null) keep(ctx, tick.pair, kept)
  }
}

/**
 * One command's share of a tick: those that its extremes reach, then the extremes move, then those that are reached
 * where the price stands now. What is left over is kept as a row, and taken before anything newer. Returns how many
 * more could be taken.
 */
function sweep(ctx: TriggerContext, tick: SweepRow, most: number): number {
  const { triggerSweeps } = ctx.tables
  const { isTurned, low, high, close } = tick
  let left = most
  if (!isTurned) {
    left = takeDue(ctx, tick, { below: low, above: high }, left)
    ctx.failpoint('duringSweep')
    if (left > 0) {
      ratchet(ctx, tick, { below: high, above: low })
      joinFresh(ctx, tick)
      ratchet(ctx, tick, { below: close, above: close })
    }
  }
  const isNow = isTurned || left > 0
  if (isNow) left = takeDue(ctx, tick, { below: close, above: close }, left)
  const isDone = isNow && left > 0
  if (!isDone) triggerSweeps.put({ ...tick, isTurned: isNow })
  else if (triggerSweeps.get(tick.id)) triggerSweeps.remove(tick.id)
  return left
}
/** Goes on with the ticks that had too many due for one command, each market in its turn. */
export function sweepOn(ctx: TriggerContext) {
  const behind = [...ctx.tables.triggerSweeps.all()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const next = behind.find(({ id }) => id > ctx.triggerTurn.sweep) ?? behind[0]
  if (next === undefined) return
  ctx.triggerTurn.sweep = next.id
  sweep(ctx, next, ctx.settings.trigger.perCommand)
}

/** The tick of a source, if there is a new one that may fire. */
function tickOf(market: Market, source: TriggerSource, since: number): TickRow | null {
  const quote = market.quote()
  const close = priceOf(market, source)
  if (quote === null || close === null) return null
  const range = source === 'last' ? market.takeRange() : null
  return {
    pair: market.pair.id,
    source,
    tick: quote.tick,
    at: quote.at,
    index: quote.index,
    mark: quote.mark,
    premium: quote.premium === undefined ? null : formatDec(quote.premium),
    since,
    low: range ? heldLast(range.low, quote.mark) : close,
    high: range ? heldLast(range.high, quote.mark) : close,
    close,
    opens: market.rights().opens,
  }
}
/** Takes the new prices, within the command that brought them; a price that nobody confirmed fires nothing. */
export function takeTicks(ctx: TriggerContext) {
  if (isHalted(ctx)) return
  let left = ctx.settings.trigger.perCommand
  for (const market of ctx.markets.all()) {
    const { id } = market.pair
    const quote = market.quote()
    if (quote === null || ctx.triggerWatch.isIdle(id) || quote.at <= ctx.triggerWatch.tickedAt(id)) continue
    const isFiring = mayFire(markOf(ctx, id))
    const since = ctx.triggerWatch.tick(id, quote.at)
    for (const source of sources) {
      const behind = ctx.tables.triggerSweeps.get(sweepId(id, source))
      if (behind) continue
      const tick = tickOf(market, source, since)
      if (tick === null || !isFiring) continue
      // Where nothing is due it costs nothing, and need not wait for its turn.
      const more = sweep(ctx, { ...tick, id: sweepId(id, source), isTurned: false }, Math.max(1, left))
      left = Math.min(left, more)
    }
  }
}
