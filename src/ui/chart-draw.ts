import { onTheme } from '#src/lib/theme.ts'
import {
  AreaSeries,
  CandlestickSeries,
  createChart,
  HistogramSeries,
  LineSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type Point,
  type SeriesDataItemTypeMap,
  type UTCTimestamp,
} from 'lightweight-charts'
import {
  emptyOverlay,
  firstChange,
  type ChartCandle,
  type ChartLine,
  type ChartOverlay,
  type ChartPoint,
  type ChartView,
} from './chart-model.ts'
import { createOver, type Places } from './chart-over.ts'
import { areaOptions, candleOptions, chartOptions, columnOptions, lastLine, lineOptions } from './chart-options.ts'
import { chartTheme, type ChartTheme } from '#src/ui/chart/theme.ts'

export type DrawOptions = {
  readonly isCompact: boolean
  /** A BCP 47 tag for the labels of the time axis. */
  readonly locale: string
  /** Formats the start of the bar under the crosshair; takes the shifted time of the axis. */
  readonly timeText: (seconds: number) => string
  /** Bars shorter than a day: the axis shows hours. */
  readonly hasClock: boolean
  /** A line through many bars: narrower spacing. */
  readonly isLine: boolean
  /** The index of the bar under the crosshair, or null. */
  readonly onPoint: (at: number | null) => void
  /** Whether the newest bar is scrolled out of view. */
  readonly onAway: (isAway: boolean) => void
  /** Scrolled near the oldest bar. */
  readonly onNeedOlder: () => void
  /** The top of each pane, in px. */
  readonly onPanes: (tops: readonly number[]) => void
  /** A drawn line was tapped; null: the chart beside them. */
  readonly onTap: (id: string | null) => void
  /** Where the handles are moved to, at each paint of the chart. */
  readonly places: Places
}
export type Drawing = {
  readonly show: (view: ChartView) => void
  /** What lies over the bars; the bars are not drawn anew for it. */
  readonly cover: (overlay: ChartOverlay) => void
  /** What is at a point of the price pane, in px; null where nothing is known. */
  readonly pointAt: (x: number, y: number) => ChartPoint | null
  readonly toNewest: () => void
  readonly end: () => void
}

type MainSeries = ISeriesApi<'Area'> | ISeriesApi<'Candlestick'>
type Main = Drawn & { readonly series: MainSeries }
type Drawn = { readonly put: (view: ChartView, from: number | null) => void; readonly end: () => void }
const nearOldest = 30

/** Draws views on a canvas. If only the end has changed, only the end is redrawn; the scroll position is kept. */
export function draw(host: HTMLElement, options: DrawOptions): Drawing {
  let theme = chartTheme()
  const chart = createChart(host, chartOptions(theme, options))
  let current: ChartView | null = null
  let main: Main | null = null
  let overlay = emptyOverlay
  const over = createOver(chart, theme, options.places)
  let others: readonly Drawn[] = []

  const build = (view: ChartView) => {
    for (const other of others) other.end()
    if (main === null || current === null || !isDrawnAlike(current, view)) {
      over.leave()
      main?.end()
      main = mainOf(chart, theme, view)
      over.join(main.series, theme)
      over.show(overlay)
    }
    main.put(view, null)
    others = view.lines.map((line) => lineOf(chart, theme, line, view))
    for (const other of others) other.put(view, null)
    stretch(chart, host, view.paneHeight)
    requestAnimationFrame(reportPanes)
  }
  const show = (view: ChartView) => {
    if (current === null || shapeOf(current) !== shapeOf(view) || current.formats !== view.formats) build(view)
    else {
      const from = firstChange(current.bars, view.bars)
      main?.put(view, from)
      for (const other of others) other.put(view, from)
    }
    current = view
  }
  const reportPanes = () => {
    if (host.isConnected) options.onPanes(topsOf(chart, host))
  }
  const paint = () => {
    theme = chartTheme()
    chart.applyOptions(chartOptions(theme, options))
    const view = current
    if (view === null) return
    current = null
    over.leave()
    main?.end()
    main = null
    show(view)
  }
  listen(chart, options, { hit: over.hit, barsOf: () => current?.bars.length ?? null })
  const resized = new ResizeObserver(() => {
    if (current !== null) stretch(chart, host, current.paneHeight)
    requestAnimationFrame(reportPanes)
  })
  resized.observe(host)
  const stop = onTheme(paint)
  return {
    show,
    cover: (next) => {
      overlay = next
      over.show(next)
    },
    pointAt: (x, y) => pointOf(chart, main, x, y),
    toNewest: () => chart.timeScale().scrollToRealTime(),
    end: () => {
      stop()
      resized.disconnect()
      chart.remove()
    },
  }
}

type Asked = { readonly hit: (point: Point) => string | null; readonly barsOf: () => number | null }
/** Tells what is pointed at, tapped, and scrolled into view. */
function listen(chart: IChartApi, options: DrawOptions, { hit, barsOf }: Asked) {
  chart.subscribeCrosshairMove(({ logical, time }) => {
    options.onPoint(time === undefined || logical === undefined ? null : Math.round(logical))
  })
  chart.subscribeClick(({ point, paneIndex }) =>
    options.onTap(point === undefined || paneIndex !== 0 ? null : hit(point)),
  )
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    const bars = barsOf()
    if (bars === null || range === null) return
    options.onAway(range.to < bars - 2)
    if (range.from < nearOldest) options.onNeedOlder()
  })
}

const pointOf = (chart: IChartApi, main: Main | null, x: number, y: number): ChartPoint | null => {
  const price = main?.series.coordinateToPrice(y) ?? null
  const at = chart.timeScale().coordinateToLogical(x)
  return price === null || at === null ? null : { at, price }
}

/** The bars of both are one series. */
const isDrawnAlike = (one: ChartView, other: ChartView) =>
  one.kind === other.kind && one.scale === other.scale && one.formats[0] === other.formats[0]

/** The structure of a view, without its values. */
const shapeOf = ({ kind, scale, paneHeight, lines }: ChartView) =>
  [
    kind,
    scale,
    paneHeight,
    ...lines.map(({ id, pane, kind: of, color, isDashed }) => `${id} ${pane} ${of} ${color} ${isDashed === true}`),
  ].join()

const isStamp = (time: number): time is UTCTimestamp => Number.isFinite(time)

function mainOf(chart: IChartApi, theme: ChartTheme, { kind, formats, scale }: ChartView): Main {
  const format = formats[0] ?? String
  if (kind === 'area') {
    const series = chart.addSeries(AreaSeries, areaOptions(theme, format, scale), 0)
    return withLast(
      series,
      theme,
      drawn(chart, series, ({ bars }, from) => points(bars, from, (time, { close }) => ({ time, value: close }))),
    )
  }
  const series = chart.addSeries(CandlestickSeries, candleOptions(theme, format, scale), 0)
  const bars = drawn(chart, series, ({ bars: all }, from) =>
    points(all, from, (time, { open, high, low, close }) => ({ time, open, high, low, close })),
  )
  return withLast(series, theme, bars)
}

function withLast(series: MainSeries, theme: ChartTheme, main: Drawn): Main {
  let line: IPriceLine | null = null
  const put = (view: ChartView, from: number | null) => {
    main.put(view, from)
    const bar = view.bars.at(-1)
    if (bar === undefined) return
    const options = lastLine(theme, view.kind, bar)
    if (line === null) line = series.createPriceLine(options)
    else line.applyOptions(options)
  }
  return { series, put, end: main.end }
}

function lineOf(chart: IChartApi, theme: ChartTheme, line: ChartLine, { formats, scale }: ChartView): Drawn {
  const format = formats[line.pane] ?? String
  const now = (view: ChartView) => view.lines.find(({ id }) => id === line.id) ?? line
  if (line.kind === 'line') {
    const series = chart.addSeries(LineSeries, lineOptions(theme, line, format, scale), line.pane)
    return drawn(chart, series, (view, from) => {
      const { values } = now(view)
      return points(view.bars, from, (time, _, at) => {
        const value = values[at] ?? null
        return value === null ? { time } : { time, value }
      })
    })
  }
  const series = chart.addSeries(HistogramSeries, columnOptions(theme, format, scale), line.pane)
  return drawn(chart, series, (view, from) => {
    const { values, rises = [] } = now(view)
    return points(view.bars, from, (time, _, at) => {
      const value = values[at] ?? null
      return value === null
        ? { time }
        : { time, value, color: rises[at] === false ? theme['fall-column'] : theme['rise-column'] }
    })
  })
}

function drawn<T extends 'Area' | 'Candlestick' | 'Line' | 'Histogram'>(
  chart: IChartApi,
  series: ISeriesApi<T>,
  read: (view: ChartView, from: number) => SeriesDataItemTypeMap[T][],
): Drawn {
  return {
    put: (view, from) => {
      if (from === null) series.setData(read(view, 0))
      else for (const point of read(view, from)) series.update(point)
    },
    end: () => chart.removeSeries(series),
  }
}

const points = <P>(
  bars: readonly ChartCandle[],
  from: number,
  make: (time: UTCTimestamp, bar: ChartCandle, at: number) => P,
): P[] => bars.slice(from).flatMap((bar, after) => (isStamp(bar.time) ? [make(bar.time, bar, from + after)] : []))

const axisHeight = 28

/** The price pane takes the height that the lower panes leave, and never less than they have together. */
function stretch(chart: IChartApi, host: HTMLElement, paneHeight: number) {
  const panes = chart.panes()
  const below = (panes.length - 1) * (paneHeight + 1)
  const rest = Math.max(host.clientHeight - axisHeight - below, below, paneHeight)
  for (const [at, pane] of panes.entries()) pane.setStretchFactor(at === 0 ? rest : paneHeight)
}

function topsOf(chart: IChartApi, host: HTMLElement): readonly number[] {
  const top = host.getBoundingClientRect().top
  return chart.panes().map((pane) => (pane.getHTMLElement()?.getBoundingClientRect().top ?? top) - top)
}
