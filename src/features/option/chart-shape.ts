import { compareDec } from '#contract/wire/money.ts'
import { meanPrice, meanSeconds, secondValues } from '#contract/option/option-outcome.ts'
import { tickGapMs, type OptionOrder, type Round } from '#contract/option/option.ts'
import type { IndexTick } from '#streams/option/ticks.ts'
import { types } from './stake-sums.ts'

/** A point of the drawing: 0 to 1 from left to right and from top to bottom. */
export type Point = { readonly x: number; readonly y: number }
export type EntryMark = Point & { readonly id: number; readonly price: string; readonly type: OptionOrder['type'] }
/** The label of the entries at one price. */
export type EntryTag = { readonly price: string; readonly types: readonly OptionOrder['type'][]; readonly y: number }
/** A section without data between two known points. */
export type Hole = { readonly from: Point; readonly to: Point }
export type ChartShape = {
  /** The sections with data. */
  readonly lines: readonly (readonly Point[])[]
  readonly holes: readonly Hole[]
  /** The lock and the settlement. */
  readonly lockX: number
  readonly closeX: number
  /** Where the seconds begin whose mean settles the round. */
  readonly meanX: number
  readonly openX: number
  readonly entries: readonly EntryMark[]
  readonly tags: readonly EntryTag[]
  /** The opening price: the settlement price of the previous round. */
  readonly openY: number | null
  /** The mean of the seconds so far, once the averaging window of the settlement has started. */
  readonly mean: { readonly y: number; readonly from: number; readonly price: string } | null
  readonly last: (Point & { readonly price: string }) | null
  readonly top: string
  readonly bottom: string
}
/** The share of the window before the round opened. */
const before = 0.25
const maxPoints = 320
/** The height of a line of text, as a fraction of the minimum chart height. */
const tagHeight = 0.11

/** Settlement prices of past rounds are prices of the same index: they fill sections without ticks. */
const withPast = (ticks: readonly IndexTick[], rounds: readonly Round[]): readonly IndexTick[] => {
  const first = ticks[0]?.at ?? Number.POSITIVE_INFINITY
  const past = rounds.flatMap(({ close_ms, delivery_price }) =>
    delivery_price !== null && close_ms < first ? [{ at: close_ms, price: delivery_price }] : [],
  )
  return [...past, ...ticks]
}
/** Consecutive ticks; a long pause starts a new section. */
function stretchesOf(ticks: readonly IndexTick[]): readonly (readonly IndexTick[])[] {
  const stretches: IndexTick[][] = []
  for (const tick of ticks) {
    const last = stretches.at(-1)
    const before = last?.at(-1)
    if (last === undefined || before === undefined || tick.at - before.at > tickGapMs) stretches.push([tick])
    else last.push(tick)
  }
  return stretches
}
const thin = <T>(some: readonly T[], most: number): readonly T[] => {
  const step = Math.ceil(some.length / most)
  return step <= 1 ? some : some.filter((_, at) => at % step === 0 || at === some.length - 1)
}

/** The index during one round, with its markers. Floats: for display only, never settled. */
export function shapeOf(
  round: Round,
  rounds: readonly Round[],
  ticks: readonly IndexTick[],
  stakes: readonly OptionOrder[],
): ChartShape | null {
  const { open_ms, lock_ms, close_ms } = round
  const from = open_ms - (close_ms - open_ms) * before
  const all = withPast(ticks, rounds)
  // One point before the window, so that the line starts at the edge.
  const first = Math.max(0, all.findIndex(({ at }) => at >= from) - 1)
  const seen = all.slice(first).filter(({ at }) => at <= close_ms)
  const opened = rounds.find(({ no }) => no === round.no - 1)?.delivery_price ?? null
  const own = stakes.filter(({ round_no, open_price }) => round_no === round.no && open_price !== null)
  const prices = [
    ...seen.map(({ price }) => price),
    ...own.map(({ open_price }) => open_price ?? '0'),
    ...(opened === null ? [] : [opened]),
  ].map(Number)
  if (seen.length === 0) return null
  const newest = seen.at(-1)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  // A flat market is drawn in the middle, not at the edge.
  const pad = Math.max((high - low) * 0.12, high * 0.00002)
  const xOf = (at: number) => (at - from) / (close_ms - from)
  const yOf = (price: string) => 1 - (Number(price) - low + pad) / (high - low + 2 * pad)
  const pointOf = ({ at, price }: IndexTick): Point => ({ x: Math.max(0, xOf(at)), y: yOf(price) })
  const stretches = stretchesOf(seen)
  const most = Math.ceil(maxPoints / Math.max(1, stretches.length))
  const lines = stretches.map((stretch) => thin(stretch, Math.max(2, most)).map(pointOf))
  const meanFrom = close_ms - meanSeconds(round.seconds) * 1000
  const mean = round.delivery_price ?? meanSoFar(all, round, newest?.at ?? 0)
  // A stake has a resolution of one second; the tick with its price gives the exact instant.
  const enteredAt = ({ created_at, open_price }: OptionOrder) => {
    const taken = takenAt(created_at, open_ms)
    return all.find(({ at, price }) => at >= taken && price === open_price)?.at ?? taken
  }
  const entries = own.flatMap((order) => {
    const { id, type, open_price: price } = order
    return price === null
      ? []
      : [{ id, type, price, x: Math.min(1, Math.max(0, xOf(enteredAt(order)))), y: yOf(price) }]
  })
  return {
    lines,
    holes: holesOf(lines),
    openX: xOf(open_ms),
    lockX: xOf(lock_ms),
    closeX: 1,
    meanX: xOf(meanFrom),
    entries,
    tags: tagsOf(entries),
    openY: opened === null ? null : yOf(opened),
    last: newest === undefined ? null : { x: Math.max(0, xOf(newest.at)), y: yOf(newest.price), price: newest.price },
    mean: mean === null ? null : { y: Math.min(1, Math.max(0, yOf(mean))), from: xOf(meanFrom), price: mean },
    top: String(high + pad),
    bottom: String(low - pad),
  }
}
/** The mean of the one-second values so far, by the server's formula; null before the first one. */
function meanSoFar(ticks: readonly IndexTick[], { open_ms, close_ms }: Round, now: number): string | null {
  const values = secondValues(
    ticks.map((tick) => ({ ...tick, id: '' })),
    { open_ms, close_ms },
  )
  const come = values
    .filter((_, n) => close_ms - (values.length - 1 - n) * 1000 <= now)
    .flatMap((value) => value?.price ?? [])
  return come.length === 0 ? null : meanPrice(come)
}
const holesOf = (lines: readonly (readonly Point[])[]): readonly Hole[] =>
  lines.flatMap((line, at) => {
    const [from, to] = [line.at(-1), lines[at + 1]?.[0]]
    return from === undefined || to === undefined ? [] : [{ from, to }]
  })

/** One label per price, from top to bottom, without overlaps. */
function tagsOf(entries: readonly EntryMark[]): readonly EntryTag[] {
  const tags = [...new Map(entries.map(({ price, y }) => [price, y]))].map(([price, y]) => ({
    price,
    y,
    types: types.filter((type) => entries.some((entry) => entry.price === price && entry.type === type)),
  }))
  let above = Number.NEGATIVE_INFINITY
  return tags
    .toSorted((a, b) => a.y - b.y)
    .map((tag) => {
      above = Math.max(tag.y, above + tagHeight)
      return { ...tag, y: above }
    })
}
const takenAt = (created: string, openMs: number) => {
  const at = Date.parse(`${created.replace(' ', 'T')}Z`)
  return Number.isNaN(at) ? openMs : at
}

/** The result of a round relative to the previous one. */
export type RoundWay = 'rise' | 'fall' | 'flat' | 'void' | 'unknown'
export type RoundResult = { readonly no: number; readonly price: string | null; readonly way: RoundWay }

/** The last results, oldest first: each relative to the previous settled price. */
export function resultsOf(rounds: readonly Round[], most = 10): readonly RoundResult[] {
  let last: string | null = null
  const results: RoundResult[] = []
  for (const { no, phase, delivery_price: price } of rounds) {
    if (phase === 'void') results.push({ no, price: null, way: 'void' })
    if (phase !== 'settled' || price === null) continue
    results.push({ no, price, way: last === null ? 'unknown' : wayOf(last, price) })
    last = price
  }
  return results.slice(-most)
}
const wayOf = (from: string, to: string): RoundWay => {
  const order = compareDec(to, from)
  return order > 0 ? 'rise' : order < 0 ? 'fall' : 'flat'
}
