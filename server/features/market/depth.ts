import { bookChecksum } from '#contract/wire/checksum.ts'
import type { Level } from '#contract/market/market.ts'
import type { Book, BookSide } from '#server/features/market/book/book.ts'
import { amountText, priceText } from './units.ts'
import type { Pair } from './rows.ts'

type DepthDelta = { b: number; s: number; bids: Level[]; asks: Level[]; cs: number }
const depthLevels = 50
const maxDeltas = 256

/** What was last published of one side. */
type PublishedSide = { levels: Level[]; byPrice: Map<number, { amount: number; level: Level }> }
const emptySide = (): PublishedSide => ({ levels: [], byPrice: new Map() })

/**
 * The published part of an order book: its best `depthLevels` levels with a sequence, and the deltas between two syncs.
 * `bookOf` may return another book later.
 */
export function createDepth(pair: Pair, bookOf: () => Book, firstSeq: number) {
  let published = { buy: emptySide(), sell: emptySide() }
  // Starts at the clock's time, so that after a restart sequences continue above earlier ones and no new book looks
  // older than a cached one.
  let seq = firstSeq
  let cs = 0
  let deltas: DepthDelta[] = []

  const compare = (side: BookSide) => {
    const before = published[side]
    const after = emptySide()
    const moved: Level[] = []
    for (const [price, amount] of bookOf().depth(side, depthLevels)) {
      const previous = before.byPrice.get(price)
      const level: Level =
        previous?.amount === amount ? previous.level : [priceText(pair, price), amountText(pair, amount)]
      if (previous?.level !== level) moved.push(level)
      after.levels.push(level)
      after.byPrice.set(price, { amount, level })
    }
    for (const price of before.byPrice.keys()) if (!after.byPrice.has(price)) moved.push([priceText(pair, price), '0'])
    return { after, moved }
  }
  /** Compares the book with what was last published, and records a delta if they differ. */
  const sync = () => {
    // The result is not used: the call only lets the book release its changed levels, which may lie beyond the
    // published ones.
    bookOf().changed()
    const bids = compare('buy')
    const asks = compare('sell')
    if (bids.moved.length === 0 && asks.moved.length === 0) return
    published = { buy: bids.after, sell: asks.after }
    cs = bookChecksum(bids.after.levels, asks.after.levels)
    // No subscribers drain them; a later subscriber starts with a snapshot.
    if (deltas.length >= maxDeltas) deltas = []
    deltas.push({ b: seq, s: seq + 1, bids: bids.moved, asks: asks.moved, cs })
    seq += 1
  }
  return {
    sync,
    snapshot: () => ({ bids: published.buy.levels, asks: published.sell.levels, seq, cs }),
    take: () => {
      const taken = deltas
      deltas = []
      return taken
    },
  }
}
