/** The values that a chart draws for one bar. Floats: for display only, never booked. */
export type ChartCandle = {
  /** Start of the bar in seconds, already shifted to the time zone of the axis. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** The tokens of tokens.css that a line may use. */
export type ChartColor = 'line-a' | 'line-b' | 'line-c' | 'line-d'

/** A line or a row of columns: one value per bar, null where there is none. */
export type ChartLine = {
  readonly id: string
  /** 0 is drawn over the bars, 1 and higher below them. */
  readonly pane: number
  readonly kind: 'line' | 'columns'
  readonly color: ChartColor
  readonly values: readonly (number | null)[]
  /** Columns only: which ones have the colour of a rise; the others that of a fall. */
  readonly rises?: readonly boolean[]
  readonly isDashed?: boolean
}

/** A horizontal price line, such as an entry or a stop, labelled on the axis. */
export type ChartLevel = {
  readonly id: string
  readonly price: number
  readonly label: string
  readonly color: ChartColor | 'rise' | 'fall' | 'accent'
  readonly isDashed?: boolean
}

/** How the numbers on the axis of a pane are formatted. */
export type ChartFormat = (value: number) => string

/** Everything a chart shows. Unchanged bars must be the same objects as before. */
export type ChartView = {
  readonly kind: 'candles' | 'area'
  readonly bars: readonly ChartCandle[]
  readonly lines: readonly ChartLine[]
  readonly levels?: readonly ChartLevel[]
  /** The decimals of the price. */
  readonly scale: number
  /** By pane; the first one is the price. */
  readonly formats: readonly ChartFormat[]
  /** Heights of the panes below the bars, in px. */
  readonly paneHeight: number
}

/** The index of the first bar that changed; null when everything has to be redrawn. */
export function firstChange(held: readonly ChartCandle[], next: readonly ChartCandle[]): number | null {
  const last = held.length - 1
  if (last < 0 || next.length < held.length || next.length - held.length > 5) return null
  if (next[last]?.time !== held[last]?.time) return null
  for (let at = last - 1; at >= 0; at -= 1) if (held[at] !== next[at]) return null
  return last
}
