import { frontsOf, hitOf, keptInside, type Segment } from '#src/lib/chart-space.ts'
import type {
  AutoscaleInfo,
  IChartApi,
  IPriceLine,
  IPrimitivePaneRenderer,
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
} from 'lightweight-charts'
import {
  emptyOverlay,
  type ChartLevel,
  type ChartMark,
  type ChartOverlay,
  type ChartPoint,
  type ChartStroke,
} from './chart-model.ts'
import { levelLine } from './chart-options.ts'
import type { ChartTheme } from '#src/ui/chart/theme.ts'

/** Elements over the chart, by id of their handle; the chart puts them where they belong whenever it paints. */
export type Places = ReadonlyMap<string, HTMLElement>

type MainSeries = ISeriesApi<'Area'> | ISeriesApi<'Candlestick'>
type Drawn = { readonly series: MainSeries; readonly theme: ChartTheme; readonly levels: Map<string, IPriceLine> }
type Context = CanvasRenderingContext2D
type Size = { readonly width: number; readonly height: number }

/** How far from a line a tap still means it. */
const reach = 12
/** The room of a chip at both edges; the legend is at the upper one: one line on a phone, three where it wraps. */
const chipRoom = (width: number) => ({ top: width < 480 ? 34 : width < 620 ? 74 : 58, foot: 14 })

const chipHeight = 24

/**
 * What lies over the bars of a chart: price lines, arrows, drawn lines, and the places of their handles. It paints with
 * the chart and never by itself.
 */
export function createOver(chart: IChartApi, first: ChartTheme, places: Places) {
  let held = emptyOverlay
  let now: Drawn | null = null
  let theme = first
  let segments: readonly Segment[] = []
  let request = () => {}

  const xOf = xOn(chart)
  const yOf = (price: number) => now?.series.priceToCoordinate(price) ?? null
  const spotOf = ({ at, price }: ChartPoint) => {
    const [x, y] = [xOf(at), yOf(price)]
    return x === null || y === null ? null : { x, y }
  }
  const segmentOf = (stroke: ChartStroke, { width }: Size): readonly Segment[] => {
    if (stroke.kind === 'horizontal') {
      const y = yOf(stroke.price)
      return y === null ? [] : [{ id: stroke.id, from: { x: 0, y }, to: { x: width, y } }]
    }
    const [from, to] = [spotOf(stroke.from), spotOf(stroke.to)]
    return from === null || to === null ? [] : [{ id: stroke.id, from, to }]
  }
  const isChosen = ({ id }: Segment) => held.strokes.some((stroke) => stroke.id === id && stroke.isChosen)
  const renderer: IPrimitivePaneRenderer = {
    draw: (target) =>
      target.useMediaCoordinateSpace(({ context, mediaSize }) => {
        segments = held.strokes.flatMap((stroke) => segmentOf(stroke, mediaSize))
        for (const segment of segments) paintStroke(context, theme, segment, isChosen(segment))
        for (const mark of held.marks) {
          const spot = spotOf(mark)
          if (spot !== null && spot.x > -8 && spot.x < mediaSize.width + 8)
            paintMark(context, theme, mark, spot.x, spot.y)
        }
        placeHandles(held.handles, places, mediaSize, { xOf, yOf })
      }),
  }
  const views = [{ renderer: () => renderer }]
  const isEmpty = () => held.strokes.length + held.marks.length + held.handles.length === 0
  const primitive: ISeriesPrimitive = {
    attached: ({ requestUpdate }) => {
      request = requestUpdate
    },
    paneViews: () => (isEmpty() ? [] : views),
    autoscaleInfo: () => rangeOf(held.fitted),
  }
  return {
    join: (series: MainSeries, next: ChartTheme) => {
      theme = next
      now = { series, theme, levels: new Map() }
      series.attachPrimitive(primitive)
    },
    leave: () => {
      if (now === null) return
      now.series.detachPrimitive(primitive)
      for (const line of now.levels.values()) now.series.removePriceLine(line)
      now = null
    },
    show: (overlay: ChartOverlay) => {
      const before = held
      held = overlay
      if (now === null) return
      showLevels(now, overlay.levels)
      if (before === overlay) return
      // The range of the axis is worked out anew only when it is asked for.
      if (overlay.fitted !== before.fitted) now.series.priceScale().applyOptions({ autoScale: true })
      request()
    },
    /** The drawn line at a point, in px. */
    hit: (point: { readonly x: number; readonly y: number }) => hitOf(point, segments, reach),
  }
}

/** Where a bar is, or what lies between two of them. */
const xOn = (chart: IChartApi) => {
  const xOfBar = (at: number) => (isLogical(at) ? chart.timeScale().logicalToCoordinate(at) : null)
  // The library knows whole bars only.
  return (at: number) => {
    const before = Math.floor(at)
    const [x, next] = [xOfBar(before), xOfBar(before + 1)]
    return x === null || next === null ? null : x + (next - x) * (at - before)
  }
}

const isLogical = (at: number): at is Logical => Number.isInteger(at)
type Chip = {
  readonly id: string
  readonly node: HTMLElement
  readonly x: number
  readonly y: number
  readonly at: number
  readonly off: 'above' | 'below' | null
}
const move = (node: HTMLElement, x: number, y: number) => {
  const transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`
  if (node.style.transform !== transform) node.style.transform = transform
}
const write = (node: HTMLElement, name: string, value: string) => {
  if (node.dataset[name] !== value) node.dataset[name] = value
}

type Axes = { readonly xOf: (at: number) => number | null; readonly yOf: (price: number) => number | null }
/** Puts each handle where it belongs; of chips at one place the front one says how many are behind it. */
function placeHandles(handles: ChartOverlay['handles'], places: Places, size: Size, { xOf, yOf }: Axes) {
  const chips: Chip[] = []
  for (const { id, at, price, look } of handles) {
    const node = places.get(id)
    const y = yOf(price)
    const x = at === null ? (look === 'chip' ? 0 : size.width / 2) : xOf(at)
    if (node === undefined) continue
    if (x === null || y === null) {
      write(node, 'off', 'away')
      continue
    }
    if (look === 'chip') {
      const kept = keptInside(y, size.height, chipRoom(size.width))
      chips.push({ id, node, x, y, at: kept.y, off: kept.off })
      continue
    }
    write(node, 'off', y < 0 || y > size.height || x < 0 || x > size.width ? 'away' : 'no')
    move(node, x, y)
  }
  const fronts = frontsOf(chips)
  for (const { id, node, x, at, off } of chips) {
    // One that waits at an edge stands beside one whose line is there.
    const there =
      off === null ? undefined : chips.find((chip) => chip.off === null && Math.abs(chip.at - at) < chipHeight)
    move(node, x + (there?.node.offsetWidth ?? 0), at)
    const behind = fronts.get(id) ?? 0
    write(node, 'off', off ?? 'no')
    write(node, 'stands', off === null || fronts.has(id) ? 'front' : 'behind')
    const face = node.firstElementChild
    if (face instanceof HTMLElement) write(face, 'more', behind === 0 ? '' : `+${behind}`)
  }
}

/** Price lines across the bars; each is created once, updated with its price, and removed when it is gone. */
function showLevels({ series, theme, levels: drawnNow }: Drawn, levels: readonly ChartLevel[]) {
  const ids = new Set(levels.map(({ id }) => id))
  for (const [id, line] of drawnNow) {
    if (ids.has(id)) continue
    series.removePriceLine(line)
    drawnNow.delete(id)
  }
  for (const level of levels) {
    const options = levelLine(theme, level)
    const existing = drawnNow.get(level.id)
    if (existing === undefined) drawnNow.set(level.id, series.createPriceLine(options))
    else existing.applyOptions(options)
  }
}

const rangeOf = (prices: readonly number[]): AutoscaleInfo | null =>
  prices.length === 0 ? null : { priceRange: { minValue: Math.min(...prices), maxValue: Math.max(...prices) } }

function paintStroke(context: Context, theme: ChartTheme, { from, to }: Segment, isChosen: boolean) {
  context.strokeStyle = theme.info
  context.lineWidth = isChosen ? 2 : 1.25
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
}

/** An arrow with its tip at the price, and a letter behind it: never by colour alone. */
function paintMark(context: Context, theme: ChartTheme, { side, text }: ChartMark, x: number, y: number) {
  const down = side === 'buy' ? 1 : -1
  context.fillStyle = side === 'buy' ? theme.rise : theme.fall
  context.strokeStyle = theme.page
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(x, y + 2 * down)
  context.lineTo(x + 5, y + 10 * down)
  context.lineTo(x - 5, y + 10 * down)
  context.closePath()
  context.stroke()
  context.fill()
  if (text === '') return
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.font = `600 10px ${theme.font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.strokeText(text, x, y + 17 * down)
  context.fillText(text, x, y + 17 * down)
}
