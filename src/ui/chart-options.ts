import {
  ColorType,
  CrosshairMode,
  LineStyle,
  type ChartOptions,
  type CreatePriceLineOptions,
  type DeepPartial,
  type SeriesPartialOptionsMap,
  type Time,
} from 'lightweight-charts'
import type { ChartCandle, ChartFormat, ChartLevel, ChartLine } from './chart-model.ts'
import type { ChartTheme } from '#src/ui/chart/theme.ts'

type Look = {
  readonly isCompact: boolean
  readonly locale: string
  readonly timeText: (seconds: number) => string
  readonly hasClock: boolean
  readonly isLine: boolean
}

/** Quiet grid, no logo (its markup violates our content security policy), and vertical drags scroll the page. */
export const chartOptions = (
  theme: ChartTheme,
  { isCompact, locale, timeText, hasClock, isLine }: Look,
): DeepPartial<ChartOptions> => ({
  autoSize: true,
  localization: { locale, timeFormatter: (time: Time) => (typeof time === 'number' ? timeText(time) : '') },
  layout: {
    background: { type: ColorType.Solid, color: 'transparent' },
    textColor: theme['text-2'],
    fontSize: isCompact ? 10 : 11,
    fontFamily: theme.font,
    attributionLogo: false,
    panes: { enableResize: false, separatorColor: theme.line, separatorHoverColor: theme.line },
  },
  grid: {
    vertLines: { color: theme.line, style: LineStyle.SparseDotted },
    horzLines: { color: theme.line, style: LineStyle.SparseDotted },
  },
  crosshair: {
    mode: CrosshairMode.Normal,
    vertLine: { color: theme['line-strong'], labelBackgroundColor: theme.bar },
    horzLine: { color: theme['line-strong'], labelBackgroundColor: theme.bar },
  },
  rightPriceScale: { borderVisible: false, minimumWidth: isCompact ? 52 : 64, entireTextOnly: true },
  timeScale: {
    borderColor: theme.line,
    timeVisible: hasClock,
    secondsVisible: false,
    rightOffset: isCompact ? 2 : 4,
    barSpacing: isLine ? 2.5 : isCompact ? 6 : 8,
    minBarSpacing: 1,
    // A wider chart shows more bars, not fatter ones.
    lockVisibleTimeRangeOnResize: false,
  },
  handleScroll: { vertTouchDrag: false, horzTouchDrag: true, mouseWheel: true, pressedMouseMove: true },
  handleScale: {
    axisPressedMouseMove: { time: true, price: false },
    mouseWheel: true,
    pinch: true,
    axisDoubleClickReset: true,
  },
  kineticScroll: { touch: true, mouse: false },
})

const formatOf = (format: ChartFormat, minMove: number) => ({ type: 'custom' as const, formatter: format, minMove })

/** The library's own price line follows the last visible bar, not the newest one. */
const noLine = { lastValueVisible: false, priceLineVisible: false }

export const candleOptions = (
  theme: ChartTheme,
  format: ChartFormat,
  scale: number,
): SeriesPartialOptionsMap['Candlestick'] => ({
  upColor: theme.rise,
  downColor: theme.fall,
  wickUpColor: theme.rise,
  wickDownColor: theme.fall,
  borderVisible: false,
  ...noLine,
  priceFormat: formatOf(format, 10 ** -scale),
})

export const areaOptions = (
  theme: ChartTheme,
  format: ChartFormat,
  scale: number,
): SeriesPartialOptionsMap['Area'] => ({
  lineColor: theme.accent,
  topColor: theme['accent-soft'],
  bottomColor: 'transparent',
  lineWidth: 2,
  ...noLine,
  priceFormat: formatOf(format, 10 ** -scale),
})

/** The last price, independent of the scroll position. */
export const lastLine = (theme: ChartTheme, kind: 'candles' | 'area', bar: ChartCandle): CreatePriceLineOptions => ({
  price: bar.close,
  color: kind === 'area' ? theme.accent : bar.close < bar.open ? theme.fall : theme.rise,
  lineStyle: LineStyle.Dashed,
  lineWidth: 1,
  axisLabelVisible: true,
  axisLabelTextColor: theme['on-solid'],
})

/** A price level of the user's own orders or positions. */
export const levelLine = (
  theme: ChartTheme,
  { price, label, color, isDashed = false }: ChartLevel,
): CreatePriceLineOptions => ({
  price,
  title: label,
  color: theme[color],
  lineStyle: isDashed ? LineStyle.Dotted : LineStyle.Solid,
  lineWidth: 1,
  axisLabelVisible: true,
  axisLabelTextColor: theme['on-solid'],
})

export const lineOptions = (
  theme: ChartTheme,
  line: ChartLine,
  format: ChartFormat,
  scale: number,
): SeriesPartialOptionsMap['Line'] => ({
  color: theme[line.color],
  lineWidth: 1,
  lineStyle: line.isDashed === true ? LineStyle.Dashed : LineStyle.Solid,
  lastValueVisible: false,
  priceLineVisible: false,
  crosshairMarkerVisible: false,
  priceFormat: formatOf(format, 10 ** -scale),
})

export const columnOptions = (
  theme: ChartTheme,
  format: ChartFormat,
  scale: number,
): SeriesPartialOptionsMap['Histogram'] => ({
  color: theme['rise-column'],
  lastValueVisible: false,
  priceLineVisible: false,
  priceFormat: formatOf(format, 10 ** -scale),
})
