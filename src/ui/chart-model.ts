/** What a chart draws of one bar. Floats: they are drawn, never booked. */
export type ChartCandle = {
  /** Start of the bar, in seconds; already moved to where the axis shall show it. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Tokens of tokens.css a line may be drawn in. */
export type ChartColor = 'line-a' | 'line-b' | 'line-c' | 'line-d'

/** One line or row of columns beside the bars: one value per bar, null where there is none. */
export type ChartLine = {
  readonly id: string
  /** 0 lies over the bars, 1 and on below them. */
  readonly pane: number
  readonly kind: 'line' | 'columns'
  readonly color: ChartColor
  readonly values: readonly (number | null)[]
  /** Columns only: which of them are drawn as a rise; the others as a fall. */
  readonly rises?: readonly boolean[]
  readonly isDashed?: boolean
}

/** One price to be seen across the bars, such as an entry or a stop, named on the axis. */
export type ChartLevel = {
  readonly id: string
  readonly price: number
  readonly label: string
  readonly color: ChartColor | 'rise' | 'fall' | 'accent'
  readonly isDashed?: boolean
}

/** How numbers stand on the axis of a pane. */
export type ChartFormat = (value: number) => string

/** Everything a chart shows. Bars that did not change are the same objects as before. */
export type ChartView = {
  readonly kind: 'candles' | 'area'
  readonly bars: readonly ChartCandle[]
  readonly lines: readonly ChartLine[]
  readonly levels?: readonly ChartLevel[]
  /** Decimals of the price. */
  readonly scale: number
  /** By pane; the first one is the price. */
  readonly formats: readonly ChartFormat[]
  /** Heights in px of the panes below the bars. */
  readonly paneHeight: number
}

/** The bars that changed since, as the place of the first of them; null when the whole has to be drawn anew. */
export function firstChange(held: readonly ChartCandle[], next: readonly ChartCandle[]): number | null {
  const last = held.length - 1
  if (last < 0 || next.length < held.length || next.length - held.length > 5) return null
  if (next[last]?.time !== held[last]?.time) return null
  for (let at = last - 1; at >= 0; at -= 1) if (held[at] !== next[at]) return null
  return last
}
