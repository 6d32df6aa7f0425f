import type { Reply } from '#contract/wire/reply.ts'
import { createMarks } from '#server/features/lever/marks.ts'
import { takeTicks } from '#server/features/trigger/tick.ts'
import type { MemoryVenue } from '#server/memory.ts'

/** The value of an answer that the story rests on. */
export async function done<T>(reply: Promise<Reply<T>>): Promise<T> {
  const told = await reply
  if (!told.ok) throw new Error(`refused: ${JSON.stringify(told.failure)}`)
  return told.value
}
let ticks = 0
/** The price of a market is said anew. */
export const quote = ({ venue }: Pick<MemoryVenue, 'venue'>, price: number, name = 'BTC-USDT') => {
  const market = venue.ctx.markets.need(name)
  const inTicks = Math.round(price * 10 ** market.pair.priceScale)
  market.setQuote({ tick: `w${(ticks += 1)}`, index: inTicks, mark: inTicks, sources: 1, at: venue.ctx.now() })
}

/** Marks are stepped only where the price moves: a position is settled, and a trigger fired, by a tick. */
export const onPrices = async ({ memory, price }: { memory: () => MemoryVenue; price: () => number }) => {
  quote(memory(), price())
  await memory().venue.command(takeTicks)
  return createMarks(memory().venue).step()
}
