import { readFileSync, statSync } from 'node:fs'
import type { Feed } from './feeds.ts'

/** Null while it is not whole: somebody may just be writing it. */
const readWhole = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
const isPrices = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Prices out of a JSON file (`{"BTC-USDT": 9600000}`, in ticks) that may be changed while the venue runs: for stories told in a browser.
 * Only in the demo, where money is play money: nothing and nobody presets a price for anybody else.
 */
export function createPriceFile(file: string): Feed {
  let readAt = 0
  let prices: readonly { market: string; price: number }[] = []
  return {
    sources: 1,
    read: () => {
      const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
      if (changedAt === readAt) return prices
      const found = readWhole(file)
      // What was said before holds until there is something whole to read.
      if (!isPrices(found)) return prices
      prices = Object.entries(found).flatMap(([market, price]) => (typeof price === 'number' ? [{ market, price }] : []))
      readAt = changedAt
      return prices
    },
  }
}
