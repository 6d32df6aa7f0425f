import type { Tick } from '#contract/option-outcome.ts'
import { asOfQuote } from '#server/features/market/market.ts'
import { priceText } from '#server/features/market/units.ts'
import type { Pair } from '#server/features/market/rows.ts'
import type { TickCells } from './rows.ts'
import type { OptionContext } from './context.ts'

type Some = Pick<OptionContext, 'tables'>
export const slotMs = 5000
/** A tick further than this from one of the last seconds is no price: the source has gone mad. */
const leapFraction = 0.2
const memoryMs = 10_000
const slotOf = (at: number) => Math.floor(at / slotMs)

/** The newest recorded tick of a market. */
export function lastTick({ tables }: Some, market: string): TickCells | null {
  let newest = -1
  for (const { id, ticks } of tables.optionTicks.all()) if (id > newest && ticks[market]) newest = id
  return tables.optionTicks.get(newest)?.ticks[market]?.at(-1) ?? null
}
/** Only what goes forward in time and is a plausible price is ever recorded; what is not recorded settles nothing. */
function isSound(last: TickCells | null, at: number, price: number) {
  if (price <= 0) return false
  if (!last) return true
  const [lastAt, lastPrice] = last
  if (at <= lastAt) return false
  return at - lastAt > memoryMs || Math.abs(price - lastPrice) <= lastPrice * leapFraction
}

/** Keeps what the index has said since the last time, and answers it: pair, tick, and how old what it rests on is. */
export function recordTicks({ tables, markets }: Pick<OptionContext, 'tables' | 'markets'>): { pair: Pair; tick: TickCells; asOf: number }[] {
  const fresh = markets.all().flatMap((market) => {
    const { pair } = market
    const quote = market.quote()
    if (!quote || !pair.isMicro) return []
    const last = lastTick({ tables }, pair.market)
    if (last?.[2] === quote.tick || !isSound(last, quote.at, quote.index)) return []
    const tick: TickCells = [quote.at, quote.index, quote.tick]
    return [{ pair, tick, asOf: asOfQuote(quote) }]
  })
  const slots = new Map<number, Record<string, readonly TickCells[]>>()
  for (const { pair: { market }, tick } of fresh) {
    const id = slotOf(tick[0])
    const ticks = slots.get(id) ?? { ...tables.optionTicks.get(id)?.ticks }
    ticks[market] = [...(ticks[market] ?? []), tick]
    slots.set(id, ticks)
  }
  for (const [id, ticks] of slots) tables.optionTicks.put({ id, ticks })
  return fresh
}

/** What was recorded after one instant, up to and with another. */
export function ticksWithin({ tables }: Some, market: string, after: number, upTo: number): TickCells[] {
  const found: TickCells[] = []
  for (let slot = slotOf(after); slot <= slotOf(upTo); slot += 1)
    for (const tick of tables.optionTicks.get(slot)?.ticks[market] ?? []) if (tick[0] > after && tick[0] <= upTo) found.push(tick)
  return found
}
/** When the first tick after an instant came; null when none has. */
export function firstTickAfter({ tables }: Some, market: string, after: number): number | null {
  let first: number | null = null
  for (const { id, ticks } of tables.optionTicks.all()) {
    if ((id + 1) * slotMs <= after || (first !== null && id > slotOf(first))) continue
    const tick = ticks[market]?.find(([at]) => at > after)
    if (tick && (first === null || tick[0] < first)) first = tick[0]
  }
  return first
}
/** Lets go of ticks that no round waits for any more. */
export const pruneTicks = ({ tables }: Some, before: number) => {
  for (const { id } of tables.optionTicks.all()) if ((id + 1) * slotMs <= before) tables.optionTicks.remove(id)
}

/** A recorded tick as the rules of rounds read it. */
export const tickOf = (pair: Pair, [at, price, id]: TickCells): Tick => ({ at, price: priceText(pair, price), id })
