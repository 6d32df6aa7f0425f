import { bookChecksum } from '#contract/wire/checksum.ts'
import type { Level } from '#contract/market.ts'
import type { Book, BookSide } from '#server/features/market/book/book.ts'
import { amountText, priceText } from './units.ts'
import type { Pair } from './rows.ts'

export type DepthDelta = { b: number; s: number; bids: Level[]; asks: Level[]; cs: number }
export const depthLevels = 50
const deltasKept = 256

type Shown = { levels: Level[]; byPrice: Map<number, { amount: number; level: Level }> }
const none = (): Shown => ({ levels: [], byPrice: new Map() })

/** What everybody sees of a book: its best levels, numbered, and what changes them. The book may be exchanged underneath. */
export function createDepth(pair: Pair, bookOf: () => Book, firstSeq: number) {
  let shown = { buy: none(), sell: none() }
  // Begins at the clock: after a restart the numbers go on above the old ones, so that no newer book looks older than a kept one.
  let seq = firstSeq
  let cs = 0
  let deltas: DepthDelta[] = []

  const look = (side: BookSide) => {
    const before = shown[side]
    const after = none()
    const moved: Level[] = []
    for (const [price, amount] of bookOf().depth(side, depthLevels)) {
      const known = before.byPrice.get(price)
      const level: Level = known?.amount === amount ? known.level : [priceText(pair, price), amountText(pair, amount)]
      if (known?.level !== level) moved.push(level)
      after.levels.push(level)
      after.byPrice.set(price, { amount, level })
    }
    for (const price of before.byPrice.keys()) if (!after.byPrice.has(price)) moved.push([priceText(pair, price), '0'])
    return { after, moved }
  }
  /** Compares with what was shown last; says the difference if there is one. */
  const sync = () => {
    // Asked for only to let the book forget them: what lies beyond the shown levels is nobody's business.
    bookOf().changed()
    const bids = look('buy')
    const asks = look('sell')
    if (bids.moved.length === 0 && asks.moved.length === 0) return
    shown = { buy: bids.after, sell: asks.after }
    cs = bookChecksum(bids.after.levels, asks.after.levels)
    // Nobody listens: who comes later begins with a snapshot.
    if (deltas.length >= deltasKept) deltas = []
    deltas.push({ b: seq, s: seq + 1, bids: bids.moved, asks: asks.moved, cs })
    seq += 1
  }
  return {
    sync,
    shown: () => ({ bids: shown.buy.levels, asks: shown.sell.levels, seq, cs }),
    take: () => {
      const taken = deltas
      deltas = []
      return taken
    },
  }
}
