import type { ChartColor, ChartLine } from '#src/ui/chart-model.ts'
import { boll, ema, kdj, macd, rsi, sma, type PlainCandle, type Points } from './indicators.ts'

/** The indicators that are drawn over the bars and below them. */
export const mainIndicators = ['MA', 'EMA', 'BOLL'] as const
export const subIndicators = ['VOL', 'MACD', 'RSI', 'KDJ'] as const
export type MainIndicator = (typeof mainIndicators)[number]
export type SubIndicator = (typeof subIndicators)[number]

/** A line with its label in the legend. */
export type NamedLine = ChartLine & { readonly name: string }
type Draft = Pick<NamedLine, 'name' | 'color' | 'values'> & Partial<Pick<NamedLine, 'kind' | 'rises' | 'isDashed'>>

const [a, b, c, d] = ['line-a', 'line-b', 'line-c', 'line-d'] as const satisfies readonly ChartColor[]

type Draw = (bars: readonly PlainCandle[], closes: readonly number[]) => readonly Draft[]
const each = (lengths: readonly number[], of: (length: number) => Points, name: string, more: Partial<Draft> = {}): readonly Draft[] =>
  lengths.map((length, at) => ({ ...more, name: `${name}${length}`, color: [a, b, c][at] ?? d, values: of(length) }))

const draws: Readonly<Record<MainIndicator | SubIndicator, Draw>> = {
  MA: (_, closes) => each([5, 10, 30], (length) => sma(closes, length), 'MA'),
  EMA: (_, closes) => each([7, 25, 99], (length) => ema(closes, length), 'EMA', { isDashed: true }),
  BOLL: (_, closes) => {
    const { middle, upper, lower } = boll(closes, 20, 2)
    return [
      { name: 'BOLL', color: d, values: middle },
      { name: 'UB', color: d, values: upper, isDashed: true },
      { name: 'LB', color: d, values: lower, isDashed: true },
    ]
  },
  VOL: (bars) => {
    const volumes = bars.map(({ volume }) => volume)
    const rises = bars.map(({ open, close }) => close >= open)
    return [
      { name: 'VOL', color: a, kind: 'columns', values: volumes, rises },
      ...each([5, 10], (length) => sma(volumes, length), 'MA'),
    ]
  },
  MACD: (_, closes) => {
    const { dif, dea, bars } = macd(closes)
    return [
      { name: 'MACD', color: c, kind: 'columns', values: bars, rises: bars.map((value) => (value ?? 0) >= 0) },
      { name: 'DIF', color: a, values: dif },
      { name: 'DEA', color: b, values: dea },
    ]
  },
  RSI: (_, closes) => each([6, 12, 24], (length) => rsi(closes, length), 'RSI'),
  KDJ: (bars) => {
    const { k, d: slow, j } = kdj(bars)
    return [
      { name: 'K', color: a, values: k },
      { name: 'D', color: b, values: slow },
      { name: 'J', color: c, values: j },
    ]
  },
}

/** The selected indicators below the bars, in display order; each has a pane of its own. */
export const panesOf = (chosen: readonly string[]): readonly SubIndicator[] => subIndicators.filter((name) => chosen.includes(name))

/** All lines of the selected indicators. */
export function linesOf(bars: readonly PlainCandle[], chosen: readonly string[]): readonly NamedLine[] {
  const closes = bars.map(({ close }) => close)
  const panes = panesOf(chosen)
  const drawn = (name: MainIndicator | SubIndicator, pane: number) =>
    draws[name](bars, closes).map((line): NamedLine => ({ kind: 'line', ...line, pane, id: `${name} ${line.name}` }))
  return [
    ...mainIndicators.filter((name) => chosen.includes(name)).flatMap((name) => drawn(name, 0)),
    ...panes.flatMap((name, at) => drawn(name, at + 1)),
  ]
}

/** The title of a pane in its legend. */
export const paneTitle: Readonly<Record<SubIndicator, string>> = {
  VOL: 'VOL', MACD: 'MACD(12,26,9)', RSI: 'RSI(6,12,24)', KDJ: 'KDJ(9,3,3)',
}
