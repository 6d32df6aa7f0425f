import type { Deal, Level, TickerRow } from '#contract/market/market.ts'
import { isSid } from '#contract/wire/fields.ts'
import { isDec, isSignedChange } from '#contract/wire/money.ts'
import { isInt, isRecord, isText, listOf, type Reader } from '#streams/kit/read-push.ts'

// Snapshots and deltas of these channels have one shape each, so one reader serves both.

const isLevel = (raw: unknown): raw is Level => Array.isArray(raw) && raw.length === 2 && isDec(raw[0]) && isDec(raw[1])
/** Hundreds in a message: they are taken as they came, not copied. */
const areLevels = (raw: unknown): raw is Level[] => Array.isArray(raw) && raw.every(isLevel)

/** The data of `depth:<market>`. */
export const readDepth: Reader<{ bids: Level[]; asks: Level[]; cs: number }> = (raw) => {
  if (!isRecord(raw)) return null
  const { bids, asks, cs } = raw
  return areLevels(bids) && areLevels(asks) && isInt(cs) ? { bids, asks, cs } : null
}

const readDeal: Reader<Deal> = (raw) => {
  if (!isRecord(raw)) return null
  const { id, at_ms, side, price, amount } = raw
  const isRead =
    isSid(id) && isInt(at_ms) && at_ms >= 0 && (side === 'buy' || side === 'sell') && isDec(price) && isDec(amount)
  return isRead ? { id, at_ms, side, price, amount } : null
}
/** The data of `deals:<market>`. */
export const readDeals: Reader<Deal[]> = (raw) => (isRecord(raw) ? listOf(raw['deals'], readDeal) : null)

const readTicker: Reader<TickerRow> = (raw) => {
  if (!isRecord(raw)) return null
  const { m, match_id, last, open, high, low, volume, amount, change, at_ms } = raw
  const isRead =
    isText(m) &&
    isInt(match_id) &&
    isDec(last) &&
    isDec(open) &&
    isDec(high) &&
    isDec(low) &&
    isDec(volume) &&
    isDec(amount) &&
    isSignedChange(change) &&
    isInt(at_ms)
  return isRead ? { m, match_id, last, open, high, low, volume, amount, change, at_ms } : null
}
/** The data of `ticker:*`. */
export const readTickers: Reader<TickerRow[]> = (raw) => (isRecord(raw) ? listOf(raw['rows'], readTicker) : null)
