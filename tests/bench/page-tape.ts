import { bookChecksum } from '#contract/wire/checksum.ts'
import type { Deal, Level } from '#contract/market/market.ts'
import { fixedDec } from '#contract/wire/money.ts'
import { seededRandom } from '#server/core/random.ts'

export const market = 'BTC-USDT'
const others = ['ETH-USDT', 'SOL-USDT', 'XRP-USDT', 'DOGE-USDT']
const depthLevels = 50
const priceText = (units: number) => fixedDec(BigInt(units), 2)

/** How a turn of so many updates is made: most are levels of the book, then trades, then prices of all pairs. */
const shares = { levels: 0.7, deals: 0.2 }

/**
 * A market that never rests, written without a venue: whatever is asked of it, it tells as many updates a second as it
 * is
 * told to. The best bid's amount is the number of the word that brought it, so that a page shows which one it has
 * painted.
 */
export function createTape(seed: number) {
  const random = seededRandom(seed)
  /** The lowest ask; the highest bid is one tick below. */
  let middle = 6_500_000
  let word = 0
  let deal = 0
  const amount = () => fixedDec(BigInt(1 + random.int(49_999)), 4)
  const bids = new Map<number, string>()
  const asks = new Map<number, string>()
  for (let at = 0; at < depthLevels; at++) {
    bids.set(middle - 1 - at, amount())
    asks.set(middle + at, amount())
  }
  const sorted = (side: Map<number, string>, sign: 1 | -1): Level[] =>
    [...side].toSorted(([a], [b]) => (a - b) * sign).map(([price, text]) => [priceText(price), text])
  const whole = () => {
    const told = { bids: sorted(bids, -1), asks: sorted(asks, 1) }
    return { ...told, cs: bookChecksum(told.bids, told.asks) }
  }
  const put = (side: Map<number, string>, moved: Level[], price: number, text: string) => {
    if (text === '0') side.delete(price)
    else side.set(price, text)
    moved.push([priceText(price), text])
  }
  /** The price goes one tick up or down: one side loses its best level to the other and gains one at its far end. */
  const walk = (movedBids: Level[], movedAsks: Level[]) => {
    if (random.unit() < 0.5) {
      put(asks, movedAsks, middle, '0')
      put(bids, movedBids, middle, amount())
      put(bids, movedBids, middle - depthLevels, '0')
      middle += 1
      put(asks, movedAsks, middle + depthLevels - 1, amount())
      return
    }
    middle -= 1
    put(bids, movedBids, middle, '0')
    put(asks, movedAsks, middle, amount())
    put(asks, movedAsks, middle + depthLevels, '0')
    put(bids, movedBids, middle - depthLevels, amount())
  }
  const row = (m: string, last: string) => ({
    m,
    match_id: 1,
    last,
    open: '64000.00',
    high: '66000.00',
    low: '63000.00',
    volume: '1234.5678',
    amount: '80246907.21',
    change: '+1.56',
    at_ms: Date.now(),
  })
  return {
    whole,
    lastWord: () => word,
    /** A word of the depth channel with so many levels. */
    depth: (updates: number) => {
      word += 1
      const moved: { bids: Level[]; asks: Level[] } = { bids: [], asks: [] }
      if (random.unit() < 0.25) walk(moved.bids, moved.asks)
      const near = () => Math.floor(depthLevels * random.unit() ** 2)
      while (moved.bids.length + moved.asks.length < Math.max(2, Math.round(updates * shares.levels)) - 1) {
        if (random.unit() < 0.5) put(bids, moved.bids, middle - 1 - near(), amount())
        else put(asks, moved.asks, middle + near(), amount())
      }
      put(bids, moved.bids, middle - 1, String(word))
      return { ...moved, cs: whole().cs }
    },
    deals: (updates: number): { deals: Deal[] } => ({
      deals: Array.from({ length: Math.max(1, Math.round(updates * shares.deals)) }, () => {
        deal += 1
        const side = random.unit() < 0.5 ? ('buy' as const) : ('sell' as const)
        return { id: String(deal), at_ms: Date.now(), side, price: priceText(middle), amount: amount() }
      }).toReversed(),
    }),
    tickers: (updates: number) => ({
      rows: Array.from({ length: Math.max(1, Math.round(updates * (1 - shares.levels - shares.deals))) }, (_, at) =>
        row(at === 0 ? market : (others[at % others.length] ?? market), priceText(middle)),
      ),
    }),
  }
}
export type Tape = ReturnType<typeof createTape>
