import { readFileSync, statSync } from 'node:fs'
import type { Feed } from './feeds.ts'

/** The file as JSON; null if it is not valid, because it may be in the middle of being written. */
const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
const isPrices = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Markets = {
  isMarket: (name: string) => boolean
  /** Called once for each market of the file that there is not. */
  onUnknown: (name: string) => void
}

/**
 * Prices from a JSON file (`{"BTC-USDT": 9600000}`, in ticks) that may change while the server runs, for browser tests.
 * Only used in the demo, where money is play money; otherwise prices must not be preset.
 */
export function createPriceFile(file: string, { isMarket, onUnknown }: Markets): Feed {
  let readAt = 0
  const told = new Set<string>()
  const isKnown = ({ market }: { market: string }) => {
    if (isMarket(market)) return true
    if (!told.has(market)) onUnknown(market)
    told.add(market)
    return false
  }
  let prices: readonly { market: string; price: number }[] = []
  return {
    sources: 1,
    read: () => {
      const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
      if (changedAt === readAt) return prices.filter(isKnown)
      const parsed = readJson(file)
      // The previous prices stay in force until the file is valid again.
      if (!isPrices(parsed)) return prices.filter(isKnown)
      prices = Object.entries(parsed).flatMap(([market, price]) =>
        typeof price === 'number' ? [{ market, price }] : [],
      )
      readAt = changedAt
      return prices.filter(isKnown)
    },
  }
}
