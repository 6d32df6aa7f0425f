import { defaultSettings } from '#server/settings.ts'
import type { Market } from '#server/features/market/market.ts'
import type { Pair } from '#server/features/market/rows.ts'
import type { OnBreach } from './watch-ledger.ts'
import { sourceNoise, sources } from './wild-feed.ts'

export type TickSeen = { readonly at: number; readonly price: number; readonly id: string }
type MarkSeen = { readonly price: bigint; readonly at: number }
export const lifeMs = 2000
/** Longer than the longest round. */
const ticksKept = 6000
const cap = 0.005
/** What the venue promises by default: a world may set a fault here, the watch goes by the promise. */
export const promised = defaultSettings(true)

/** Notes by itself what prices were said and when, and that a mark is never far from what a market is worth (P8). */
export function watchMarks(onBreach: OnBreach) {
  const marks = new Map<number, MarkSeen>()
  const ticks = new Map<string, TickSeen[]>()
  let now: () => number = () => 0
  let truthOf: (market: string) => number = () => NaN

  // The mark may leave the index by the cap, and one insane source moves the index by its share of half a percent.
  const checkMark = (name: string, index: number, mark: number) => {
    const truth = truthOf(name)
    if (Math.abs(mark - index) > index * cap) onBreach('P8', `${name} mark ${mark} index ${index}`)
    if (Math.abs(mark - truth) > truth * ((1 + cap) * (1 + cap / sources) * (1 + sourceNoise) - 1) + 2)
      onBreach('P8', `${name} mark ${mark} worth ${truth}`)
  }
  const note = ({ market: name, id, priceScale }: Pair, index: number, mark: number, tick: string) => {
    const at = now()
    checkMark(name, index, mark)
    marks.set(id, { price: BigInt(mark) * 10n ** BigInt(8 - priceScale), at })
    const own = ticks.get(name) ?? []
    if (at > (own.at(-1)?.at ?? 0)) own.push({ at, price: index, id: tick })
    ticks.set(name, own.length > 2 * ticksKept ? own.slice(-ticksKept) : own)
  }
  return {
    /** Listens in a venue that has just stood up; what was said before it is no mark any more. */
    listen: (markets: readonly Market[], world: { now: () => number; truthOf: (market: string) => number }) => {
      marks.clear()
      now = world.now
      truthOf = world.truthOf
      for (const market of markets) {
        const { setQuote } = market
        market.setQuote = (quote) => {
          setQuote(quote)
          note(market.pair, quote.index, market.quote()?.mark ?? 0, quote.tick)
        }
      }
    },
    now: () => now(),
    markOf: (pair: number) => {
      const mark = marks.get(pair)
      return mark && { ...mark, isFresh: now() - mark.at <= lifeMs }
    },
    /** What was said after one instant, up to and with another. */
    within: (market: string, after: number, upTo: number): TickSeen[] => {
      const found: TickSeen[] = []
      const own = ticks.get(market) ?? []
      for (let n = own.length - 1; n >= 0; n -= 1) {
        const tick = own[n]
        if (!tick || tick.at <= after) break
        if (tick.at <= upTo) found.unshift(tick)
      }
      return found
    },
  }
}
export type MarksWatch = ReturnType<typeof watchMarks>
