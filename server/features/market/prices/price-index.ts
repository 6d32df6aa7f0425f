import type { Random } from '#server/core/random.ts'
import type { Market } from '#server/features/market/market.ts'
import type { Markets } from '#server/features/market/markets.ts'
import type { MarketTables, MarkRow } from '#server/features/market/rows.ts'
import { parseDec } from '#contract/wire/money.ts'
import { agreeingSources, type MarketMode } from '#contract/market/market-mode.ts'
import { isHalted } from '#server/core/halt.ts'
import { isMarketHalted } from '#server/features/market/halt.ts'
import type { CoreTables } from '#server/core/rows.ts'
import { createArming, createPace } from './arming.ts'
import type { Feed, FeedKind } from './feeds.ts'
import { createMark, makerDepth, premiumSample } from './mark.ts'

/**
 * A price that differs from the last index by more than this fraction is rejected until it has persisted for
 * `jumpConfirmMs`. Until then the quote is not updated and becomes stale, so that nothing is decided on it.
 */
const maxJump = 0.15
const jumpConfirmMs = 10_000

/** Tick ids are random: a counter would tell how often the index was read, and what comes next. */
const tickIdBytes = 9

/** Rejects prices that are not finite and positive, and jumps that do not persist. */
function createPriceFilter() {
  const since = new Map<string, number>()
  const leapOf = (market: Market, price: number, at: number): 'rejected' | 'lasting' | null => {
    if (!Number.isFinite(price) || price <= 0) return 'rejected'
    const { market: name } = market.pair
    const last = market.quote()?.index
    if (last === undefined || Math.abs(price - last) <= last * maxJump) {
      since.delete(name)
      return null
    }
    const firstSeenAt = since.get(name) ?? at
    since.set(name, firstSeenAt)
    return at - firstSeenAt < jumpConfirmMs ? 'rejected' : 'lasting'
  }
  return { leapOf, isHeld: (market: string) => since.has(market), accept: (market: string) => since.delete(market) }
}

type Ports = {
  now: () => number
  random: Pick<Random, 'bytes'>
  tables: Pick<MarketTables & CoreTables, 'marks' | 'settings'>
  settings: { market: { impactNotional: string; armTicks: number; armMs: number; goesOn: boolean } }
}
/** What keeps the price of each market: its arming, and the pace of its mark. */
function createGuards({ tables, settings }: Pick<Ports, 'tables' | 'settings'>) {
  const guards = new Map<string, { arming: ReturnType<typeof createArming>; isFast: ReturnType<typeof createPace> }>()
  const made = (market: Market) => {
    const stored = tables.marks.get(market.pair.market)
    const confirmed = stored?.mark ?? (market.hasHistory() ? market.last() : null)
    const openAt = settings.market.goesOn && stored?.isOpen ? stored.at : null
    return { arming: createArming(settings.market, confirmed, openAt), isFast: createPace() }
  }
  return {
    of: (market: Market) => {
      const { market: name } = market.pair
      const guard = guards.get(name) ?? made(market)
      guards.set(name, guard)
      return guard
    },
    isOpen: (name: string) => guards.get(name)?.arming.isOpen() ?? false,
  }
}
/**
 * Turns feed prices into ticks with index and mark price: option rounds settle on the index, leveraged positions are
 * marked to the mark.
 */
export function createPriceIndex(markets: Markets, { now, random, tables, settings }: Ports) {
  const impactUnits = parseDec(settings.market.impactNotional)
  const marks = new Map<string, ReturnType<typeof createMark>>()
  const markOf = ({ pair }: Market) => {
    const known = marks.get(pair.market) ?? createMark(pair, tables.marks.get(pair.market))
    marks.set(pair.market, known)
    return known
  }
  const guards = createGuards({ tables, settings })
  const filter = createPriceFilter()
  let feed: Feed | null = null
  return {
    /** Sets the source of prices. */
    follow: (next: Feed) => {
      feed = next
    },
    kind: (): FeedKind => (feed ? (feed.kind ?? 'simulated') : 'none'),
    /** The latest prices of a market's sources; null unless prices come from named sources. */
    viewOf: (market: string) => feed?.viewOf?.(market) ?? null,
    /** The last index of a market, also of before a restart; its last trade where it had none. */
    lastOf: (market: Market) => market.quote()?.index ?? tables.marks.get(market.pair.market)?.index ?? market.last(),
    /** Whether a jump of this market's price has yet to persist. */
    isHeld: filter.isHeld,
    /** Reads the feed and sets the quote of each market with a new, accepted price. */
    read: () => {
      if (!feed) return
      const at = now()
      for (const { market: name, price, sources = feed.sources, asOf = at } of feed.read(at)) {
        const market = markets.need(name)
        const { arming, isFast } = guards.of(market)
        const halted = isHalted({ tables }) || isMarketHalted({ tables }, name)
        const leap = filter.leapOf(market, price, at)
        if (leap === 'rejected') continue
        // One source is not believed for saying the same for long: the operator decides. Sources that agree only have
        // to stay where they are.
        if (leap === 'lasting') {
          if (sources < agreeingSources) arming.restart()
          else arming.accept()
        }
        if (halted) arming.restart()
        const index = Math.max(1, Math.round(price))
        const standing = arming.next(index, at)
        if (standing.mode === 'cancel_only' && !halted) {
          market.setStanding(standing)
          continue
        }
        const book = { sample: premiumSample(market, index, impactUnits), depth: makerDepth(market, index) }
        const made = markOf(market).next(index, book, at)
        const fast = isFast(made.mark, at, sources)
        filter.accept(name)
        market.setQuote({ tick: random.bytes(tickIdBytes).toString('base64url'), index, ...made, sources, at, asOf })
        market.setStanding(
          halted
            ? { mode: 'halted', why: 'halted' }
            : fast && standing.mode === 'open'
              ? { mode: 'fast', why: 'fast' }
              : standing,
        )
        if (feed.kind === 'sources') market.anchor(index)
      }
    },
    /** The operator accepts the price of a market as it comes; returns the mode it begins from. */
    confirm: (name: string): MarketMode => {
      const market = markets.need(name)
      guards.of(market).arming.accept()
      return market.standing().mode
    },
    /** The rows to store: the newest mark of each market that has one. */
    rows: (): MarkRow[] =>
      [...marks.values()].flatMap((each) => {
        const row = each.row()
        return row ? [{ ...row, ...(guards.isOpen(row.market) && { isOpen: true as const }) }] : []
      }),
  }
}
export type PriceIndex = ReturnType<typeof createPriceIndex>
