import { bookChecksum } from '#contract/wire/checksum.ts'
import type { Level, PairBook } from '#contract/market/market.ts'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import { aPair } from './pair.ts'

/** The order book of a pair as a poll returns it. */
export const aPairBook = (changes: Partial<PairBook> = {}): PairBook => ({
  ...aPair({ at_ms: 1000 }),
  bids: [],
  asks: [],
  seq: 1,
  deals: [],
  index: '100',
  mark: '100',
  sources: 1,
  as_of_ms: 0,
  server_now_ms: 0,
  ...changes,
})

/** A message of a depth channel, with the checksum of the book after it. */
export const depthEvent = (
  type: 'snap' | 'delta',
  seq: number,
  bids: Level[],
  asks: Level[],
  after = { bids, asks },
): ChannelEvent => ({ type, seq, data: { bids, asks, cs: bookChecksum(after.bids, after.asks) } })
