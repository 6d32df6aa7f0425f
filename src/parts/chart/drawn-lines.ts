import { placeOf, snapPrice, steppedPrice, timeAt, type BarTimes } from '#src/lib/chart-space.ts'
import type { DrawnLine, DrawnPoint } from '#src/stores/chart-drawings.ts'
import type { ChartPoint, ChartStroke } from '#src/ui/chart-model.ts'

/** What of a drawn line is moved: one end, or all of it. */
export type LinePart = 'whole' | 'from' | 'to'
/** The bars and the decimals of the price that a chart has now. */
export type Grid = { readonly times: BarTimes; readonly scale: number }

export const partsOf = ({ kind }: DrawnLine): readonly LinePart[] =>
  kind === 'horizontal' ? ['whole'] : ['from', 'whole', 'to']

const spotOf = ({ time, price }: DrawnPoint, { times }: Grid): ChartPoint | null => {
  const at = placeOf(time, times)
  return at === null ? null : { at, price: Number(price) }
}
const pointOf = ({ at, price }: ChartPoint, { times, scale }: Grid): DrawnPoint | null => {
  const [time, text] = [timeAt(at, times), snapPrice(price, scale)]
  return time === null || text === null ? null : { time, price: text }
}
/** The nearest bar and tick to a point. */
const snapped = ({ at, price }: ChartPoint, grid: Grid) => pointOf({ at: Math.round(at), price }, grid)

/** A line among the bars as they are now; null while there are none. */
export function strokeOf(line: DrawnLine, grid: Grid, isChosen: boolean): ChartStroke | null {
  if (line.kind === 'horizontal') return { id: line.id, kind: 'horizontal', price: Number(line.price), isChosen }
  const [from, to] = [spotOf(line.from, grid), spotOf(line.to, grid)]
  return from === null || to === null ? null : { id: line.id, kind: 'trend', from, to, isChosen }
}

/** Where a part of a line is taken hold of; a line across has no bar. */
export function holdOf(
  line: DrawnLine,
  part: LinePart,
  grid: Grid,
): { readonly at: number | null; readonly price: number } | null {
  if (line.kind === 'horizontal') return { at: null, price: Number(line.price) }
  const [from, to] = [spotOf(line.from, grid), spotOf(line.to, grid)]
  if (from === null || to === null) return null
  if (part === 'whole') return { at: (from.at + to.at) / 2, price: (from.price + to.price) / 2 }
  return part === 'from' ? from : to
}

/** A line of which a part is dragged to a point. */
export function draggedTo(line: DrawnLine, part: LinePart, point: ChartPoint, grid: Grid): DrawnLine {
  if (line.kind === 'horizontal') return { ...line, price: snapPrice(point.price, grid.scale) ?? line.price }
  if (part !== 'whole') return { ...line, [part]: snapped(point, grid) ?? line[part] }
  const [held, from, to] = [holdOf(line, part, grid), spotOf(line.from, grid), spotOf(line.to, grid)]
  if (held === null || held.at === null || from === null || to === null) return line
  const [bars, higher] = [Math.round(point.at - held.at), point.price - held.price]
  const moved = ({ at, price }: ChartPoint) => pointOf({ at: at + bars, price: price + higher }, grid)
  return { ...line, from: moved(from) ?? line.from, to: moved(to) ?? line.to }
}

/** A line of which a part is moved by so many ticks and bars. */
export function stepped(line: DrawnLine, part: LinePart, ticks: number, bars: number, grid: Grid): DrawnLine {
  if (line.kind === 'horizontal') return { ...line, price: steppedPrice(line.price, grid.scale, ticks) }
  const moved = ({ time, price }: DrawnPoint): DrawnPoint => {
    const at = bars === 0 ? null : placeOf(time, grid.times)
    return {
      time: at === null ? time : (timeAt(at + bars, grid.times) ?? time),
      price: steppedPrice(price, grid.scale, ticks),
    }
  }
  return { ...line, from: part === 'to' ? line.from : moved(line.from), to: part === 'from' ? line.to : moved(line.to) }
}

/** A new line: one point makes one across the chart, two a trend line. Null where they are none. */
export function lineFrom(id: string, points: readonly ChartPoint[], grid: Grid): DrawnLine | null {
  const [from, to] = points.map((point) => snapped(point, grid))
  if (from === undefined || from === null) return null
  if (to === undefined) return { id, kind: 'horizontal', price: from.price }
  return to === null || to.time === from.time ? null : { id, kind: 'trend', from, to }
}
