import type { Tick } from '#contract/option/option-outcome.ts'
import { asOfQuote } from '#server/features/market/market.ts'
import { priceText } from '#server/features/market/units.ts'
import type { Pair } from '#server/features/market/rows.ts'
import type { TickCells } from './rows.ts'
import type { OptionContext } from './context.ts'

type TickTables = Pick<OptionContext, 'tables'>
const slotMs = 5000
/**
 * A tick is rejected if it differs by more than this fraction from the previous one, unless that is older than
 * `maxReferenceAgeMs`: the source is faulty.
 */
const maxJump = 0.2
const maxReferenceAgeMs = 10_000
const slotOf = (at: number) => Math.floor(at / slotMs)

/** The newest recorded tick of a market. */
export function lastTick({ tables }: TickTables, market: string): TickCells | null {
  let newest = -1
  for (const { id, ticks } of tables.optionTicks.all()) if (id > newest && ticks[market]) newest = id
  return tables.optionTicks.get(newest)?.ticks[market]?.at(-1) ?? null
}
/**
 * A tick must be later than the previous one and plausible in price, else it is not recorded and settles nothing
 * (OPT-5).
 */
function isPlausible(last: TickCells | null, at: number, price: number) {
  if (price <= 0) return false
  if (!last) return true
  const [lastAt, lastPrice] = last
  if (at <= lastAt) return false
  return at - lastAt > maxReferenceAgeMs || Math.abs(price - lastPrice) <= lastPrice * maxJump
}

/** Records the new index ticks of all markets; returns them, each with the time its sources reported it. */
export function recordTicks({
  tables,
  markets,
}: Pick<OptionContext, 'tables' | 'markets'>): { pair: Pair; tick: TickCells; asOf: number }[] {
  const newTicks = markets.all().flatMap((market) => {
    const { pair } = market
    const quote = market.quote()
    // A price that moves too fast for its sources settles nothing either.
    if (!quote || !pair.isMicro || market.standing().mode === 'fast') return []
    const last = lastTick({ tables }, pair.market)
    if (last?.[2] === quote.tick || !isPlausible(last, quote.at, quote.index)) return []
    const tick: TickCells = [quote.at, quote.index, quote.tick]
    return [{ pair, tick, asOf: asOfQuote(quote) }]
  })
  const slots = new Map<number, Record<string, readonly TickCells[]>>()
  for (const {
    pair: { market },
    tick,
  } of newTicks) {
    const id = slotOf(tick[0])
    const ticks = slots.get(id) ?? { ...tables.optionTicks.get(id)?.ticks }
    ticks[market] = [...(ticks[market] ?? []), tick]
    slots.set(id, ticks)
  }
  for (const [id, ticks] of slots) tables.optionTicks.put({ id, ticks })
  return newTicks
}

/** Ticks recorded after `after` up to and including `upTo`. */
export function ticksWithin({ tables }: TickTables, market: string, after: number, upTo: number): TickCells[] {
  const found: TickCells[] = []
  for (let slot = slotOf(after); slot <= slotOf(upTo); slot += 1)
    for (const tick of tables.optionTicks.get(slot)?.ticks[market] ?? [])
      if (tick[0] > after && tick[0] <= upTo) found.push(tick)
  return found
}
/** Time of the first tick after an instant; null when there is none. */
export function firstTickAfter({ tables }: TickTables, market: string, after: number): number | null {
  let first: number | null = null
  for (const { id, ticks } of tables.optionTicks.all()) {
    if ((id + 1) * slotMs <= after || (first !== null && id > slotOf(first))) continue
    const tick = ticks[market]?.find(([at]) => at > after)
    if (tick && (first === null || tick[0] < first)) first = tick[0]
  }
  return first
}
/** Deletes ticks before an instant; no unsettled round needs them. */
export const pruneTicks = ({ tables }: TickTables, before: number) => {
  for (const { id } of tables.optionTicks.all()) if ((id + 1) * slotMs <= before) tables.optionTicks.remove(id)
}

/** A recorded tick with its price as text, as the outcome functions of the contract expect it. */
export const tickOf = (pair: Pair, [at, price, id]: TickCells): Tick => ({ at, price: priceText(pair, price), id })
