import { fixedDec, parseDec } from '#contract/wire/money.ts'

/**
 * A price read off a canvas, at the nearest tick and at least one; the float ends here. Null where there is no price.
 */
export function snapPrice(price: number, scale: number): string | null {
  const ticks = Math.round(price * 10 ** scale)
  return Number.isFinite(ticks) ? fixedDec(BigInt(Math.max(1, ticks)), scale) : null
}

/** A price some ticks higher or lower, at least one tick. */
export function steppedPrice(price: string, scale: number, ticks: number): string {
  const next = parseDec(price, scale) + BigInt(ticks)
  return fixedDec(next < 1n ? 1n : next, scale)
}

/** The starts of the bars in seconds, and the length of one that is not known yet. */
export type BarTimes = { readonly starts: readonly number[]; readonly gap: number }

/** The index of the bar in which an instant lies: -1 before the first one. */
export function barAt(time: number, starts: readonly number[]): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Where an instant lies among the bars: whole at the start of a bar, and counted on by the usual length beyond both
 * ends. Null without bars.
 */
export function placeOf(time: number, { starts, gap }: BarTimes): number | null {
  const first = starts[0]
  if (first === undefined) return null
  const at = barAt(time, starts)
  if (at < 0) return (time - first) / gap
  const start = starts[at] ?? first
  const next = starts[at + 1] ?? start + gap
  // Beyond the newest bar each further one has the usual length; a hole between bars is one bar wide.
  return at + (time - start) / (next - start)
}

/** The instant at a place among the bars, the reverse of `placeOf`. */
export function timeAt(place: number, { starts, gap }: BarTimes): number | null {
  const [first, last] = [starts[0], starts.at(-1)]
  if (first === undefined || last === undefined) return null
  if (place <= 0) return Math.round(first + place * gap)
  if (place >= starts.length - 1) return Math.round(last + (place - starts.length + 1) * gap)
  const at = Math.floor(place)
  const start = starts[at] ?? first
  return Math.round(start + (place - at) * ((starts[at + 1] ?? start + gap) - start))
}

export type Spot = { readonly x: number; readonly y: number }
/** A straight line on the canvas, in px. */
export type Segment = { readonly id: string; readonly from: Spot; readonly to: Spot }

/** How far a point is from a line, its ends included. */
export function distanceTo({ x, y }: Spot, { from, to }: Pick<Segment, 'from' | 'to'>): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length))
  return Math.hypot(x - from.x - along * dx, y - from.y - along * dy)
}

/**
 * The line nearest to a point, if one is within reach; of two at the same distance the one drawn last, which lies on
 * top.
 */
export function hitOf(point: Spot, segments: readonly Segment[], reach: number): string | null {
  let [best, found]: [number, string | null] = [reach, null]
  for (const segment of segments) {
    const distance = distanceTo(point, segment)
    if (distance <= best) [best, found] = [distance, segment.id]
  }
  return found
}

/** A height kept inside a chart with room for what stands there, and on which side of the chart it really is. */
export function keptInside(
  y: number,
  height: number,
  room: { readonly top: number; readonly foot: number },
): { readonly y: number; readonly off: 'above' | 'below' | null } {
  const off = y < 0 ? 'above' : y > height ? 'below' : null
  return { y: Math.max(room.top, Math.min(y, height - room.foot)), off }
}

/** What waits at an edge of a chart, by id, with the height at which it would be. */
type Waiting = { readonly id: string; readonly y: number; readonly off: 'above' | 'below' | null }
/** Of several that wait at one edge the nearest stands for all: by its id, how many are behind it. */
export function frontsOf(all: readonly Waiting[]): ReadonlyMap<string, number> {
  const fronts = new Map<string, number>()
  for (const edge of ['above', 'below'] as const) {
    const there = all.filter(({ off }) => off === edge)
    const front = there.toSorted((a, b) => (edge === 'above' ? b.y - a.y : a.y - b.y))[0]
    if (front !== undefined) fronts.set(front.id, there.length - 1)
  }
  return fronts
}
