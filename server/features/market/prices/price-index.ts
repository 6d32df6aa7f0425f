import type { Market } from '#server/features/market/market.ts'
import type { Markets } from '#server/features/market/markets.ts'
import type { MarketTables, MarkRow } from '#server/features/market/rows.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { Feed } from './feeds.ts'
import { createMark, premiumSample } from './mark.ts'

/**
 * A price that differs from the last index by more than this fraction is rejected until it has persisted for `jumpConfirmMs`. Until
 * then the quote is not updated and becomes stale, so that nothing is decided on it.
 */
const maxJump = 0.15
const jumpConfirmMs = 10_000

/** Rejects prices that are not finite and positive, and jumps that do not persist. */
function createPriceFilter() {
  const since = new Map<string, number>()
  return (market: Market, price: number, at: number): boolean => {
    if (!Number.isFinite(price) || price <= 0) return true
    const { market: name } = market.pair
    const last = market.quote()?.index
    if (last === undefined || Math.abs(price - last) <= last * maxJump) {
      since.delete(name)
      return false
    }
    const firstSeenAt = since.get(name) ?? at
    since.set(name, firstSeenAt)
    return at - firstSeenAt < jumpConfirmMs
  }
}

type Ports = { now: () => number; tables: Pick<MarketTables, 'marks'>; settings: { market: { impactNotional: string } } }
/** Turns feed prices into numbered ticks with index and mark price: option rounds settle on the index, leveraged positions are marked to the mark. */
export function createPriceIndex(markets: Markets, { now, tables, settings }: Ports) {
  const impactUnits = parseDec(settings.market.impactNotional)
  const marks = new Map<string, ReturnType<typeof createMark>>()
  const markOf = ({ pair }: Market) => {
    const known = marks.get(pair.market) ?? createMark(pair, tables.marks.get(pair.market))
    marks.set(pair.market, known)
    return known
  }
  const startedAt = now().toString(36)
  const isRejected = createPriceFilter()
  let ticks = 0
  let feed: Feed | null = null
  return {
    /** Sets the source of prices. */
    follow: (next: Feed) => {
      feed = next
    },
    /** Reads the feed and sets the quote of each market with a new, accepted price. */
    read: () => {
      if (!feed) return
      const at = now()
      for (const { market: name, price } of feed.read(at)) {
        const market = markets.need(name)
        if (isRejected(market, price, at)) continue
        const index = Math.max(1, Math.round(price))
        ticks += 1
        const { mark, premium } = markOf(market).next(index, premiumSample(market, index, impactUnits), at)
        market.setQuote({ tick: `${startedAt}-${ticks.toString(36)}`, index, mark, premium, sources: feed.sources, at })
      }
    },
    /** The rows to store: the newest mark of each market that has one. */
    rows: (): MarkRow[] => [...marks.values()].flatMap((each) => each.row() ?? []),
  }
}
export type PriceIndex = ReturnType<typeof createPriceIndex>
