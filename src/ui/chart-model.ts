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

export type ChartTone = ChartColor | 'rise' | 'fall' | 'accent' | 'danger' | 'info' | 'text-2'

/** A horizontal price line, such as an entry or a stop, labelled on the axis. */
export type ChartLevel = {
  readonly id: string
  readonly price: number
  /** Empty for one whose handle says it. */
  readonly label: string
  readonly color: ChartTone
  readonly isDashed?: boolean
}

/** An arrow at a bar: something was bought (from below) or sold (from above) at a price. */
export type ChartMark = {
  readonly id: string
  readonly at: number
  readonly price: number
  readonly side: 'buy' | 'sell'
  readonly text: string
}

/**
 * A place on the chart: bars from the oldest one, perhaps between two or beyond the ends, and a price. Floats: for
 * display only.
 */
export type ChartPoint = { readonly at: number; readonly price: number }
/** A line that the user has drawn: across the whole chart, or from one point to another. */
export type ChartStroke = { readonly id: string; readonly isChosen: boolean } & (
  | { readonly kind: 'horizontal'; readonly price: number }
  | { readonly kind: 'trend'; readonly from: ChartPoint; readonly to: ChartPoint }
)

/** Where something of a chart can be taken hold of, by a finger, a mouse or the keyboard. */
export type ChartHandle = {
  readonly id: string
  readonly price: number
  /** The bar of a point; null for a line across the chart. */
  readonly at: number | null
  /** A `chip` is always seen and says what it moves; a `dot` is seen while its line is chosen. */
  readonly look: 'chip' | 'dot'
  readonly isShown: boolean
  /** On a chip. */
  readonly text: string
  readonly tone: ChartTone
  /** The accessible name, and the value it has now. */
  readonly label: string
  readonly valueText: string
  /** It cannot be moved now. */
  readonly isHeld?: boolean
  /** It has just been made: the focus comes to it. */
  readonly isNew?: boolean
}

/** What lies over the bars. Unchanged parts must be the same objects as before. */
export type ChartOverlay = {
  readonly levels: readonly ChartLevel[]
  readonly marks: readonly ChartMark[]
  readonly strokes: readonly ChartStroke[]
  readonly handles: readonly ChartHandle[]
  /** Prices as far as which the axis reaches. */
  readonly fitted: readonly number[]
}
export const emptyOverlay: ChartOverlay = { levels: [], marks: [], strokes: [], handles: [], fitted: [] }

/** What is done with a handle. */
export type ChartHands = {
  /** It is dragged: where the pointer is now. */
  readonly onDrag: (id: string, point: ChartPoint) => void
  /** Arrow keys: by so many ticks and bars. */
  readonly onStep: (id: string, ticks: number, bars: number) => void
  /** It is let go, or confirmed by Enter. */
  readonly onDrop: (id: string) => void
  /** It goes back to where it was: Escape, or the system took the pointer away. */
  readonly onBack: (id: string) => void
  /** The focus leaves it. */
  readonly onLeave: (id: string) => void
  readonly onDelete: (id: string) => void
  /** A line was tapped, or a handle is pressed or has the focus; null: something else was tapped. */
  readonly onChoose: (id: string | null) => void
}

/** How the numbers on the axis of a pane are formatted. */
export type ChartFormat = (value: number) => string

/** Everything a chart shows. Unchanged bars must be the same objects as before. */
export type ChartView = {
  readonly kind: 'candles' | 'area'
  readonly bars: readonly ChartCandle[]
  readonly lines: readonly ChartLine[]
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
