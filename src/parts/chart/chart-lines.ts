import {
  firstParams,
  mainIndicators,
  subIndicators,
  type MainIndicator,
  type Params,
  type SubIndicator,
} from '#src/lib/indicators.ts'
import type { ChartColor, ChartLine } from '#src/ui/chart-model.ts'
import { boll, ema, kdj, macd, rsi, sma, type PlainCandle, type Points } from './indicators.ts'

/** A line with its label in the legend. */
export type NamedLine = ChartLine & { readonly name: string }
type Draft = Pick<NamedLine, 'name' | 'color' | 'values'> & Partial<Pick<NamedLine, 'kind' | 'rises' | 'isDashed'>>

const [a, b, c, d] = ['line-a', 'line-b', 'line-c', 'line-d'] as const satisfies readonly ChartColor[]

type Draw = (bars: readonly PlainCandle[], closes: readonly number[], numbers: readonly number[]) => readonly Draft[]
const each = (
  lengths: readonly number[],
  of: (length: number) => Points,
  name: string,
  more: Partial<Draft> = {},
): readonly Draft[] =>
  lengths.map((length, at) => ({ ...more, name: `${name}${length}`, color: [a, b, c][at] ?? d, values: of(length) }))

const draws: Readonly<Record<MainIndicator | SubIndicator, Draw>> = {
  MA: (_, closes, lengths) => each(lengths, (length) => sma(closes, length), 'MA'),
  EMA: (_, closes, lengths) => each(lengths, (length) => ema(closes, length), 'EMA', { isDashed: true }),
  BOLL: (_, closes, [length, width]) => {
    const { middle, upper, lower } = boll(closes, length, width)
    return [
      { name: 'BOLL', color: d, values: middle },
      { name: 'UB', color: d, values: upper, isDashed: true },
      { name: 'LB', color: d, values: lower, isDashed: true },
    ]
  },
  VOL: (bars, _, lengths) => {
    const volumes = bars.map(({ volume }) => volume)
    const rises = bars.map(({ open, close }) => close >= open)
    return [
      { name: 'VOL', color: a, kind: 'columns', values: volumes, rises },
      ...each(lengths, (length) => sma(volumes, length), 'MA'),
    ]
  },
  MACD: (_, closes, [fast, slow, signal]) => {
    const { dif, dea, bars } = macd(closes, fast, slow, signal)
    return [
      { name: 'MACD', color: c, kind: 'columns', values: bars, rises: bars.map((value) => (value ?? 0) >= 0) },
      { name: 'DIF', color: a, values: dif },
      { name: 'DEA', color: b, values: dea },
    ]
  },
  RSI: (_, closes, lengths) => each(lengths, (length) => rsi(closes, length), 'RSI'),
  KDJ: (bars, _, [length, smoothK, smoothD]) => {
    const { k, d: slow, j } = kdj(bars, length, smoothK, smoothD)
    return [
      { name: 'K', color: a, values: k },
      { name: 'D', color: b, values: slow },
      { name: 'J', color: c, values: j },
    ]
  },
}

/** The selected indicators below the bars, in display order; each has a pane of its own. */
export const panesOf = (chosen: readonly string[]): readonly SubIndicator[] =>
  subIndicators.filter((name) => chosen.includes(name))

/** All lines of the selected indicators. */
export function linesOf(
  bars: readonly PlainCandle[],
  chosen: readonly string[],
  params: Params = firstParams,
): readonly NamedLine[] {
  const closes = bars.map(({ close }) => close)
  const panes = panesOf(chosen)
  const drawn = (name: MainIndicator | SubIndicator, pane: number) =>
    draws[name](bars, closes, params[name]).map(
      (line, at): NamedLine => ({ kind: 'line', ...line, pane, id: `${name} ${at}` }),
    )
  return [
    ...mainIndicators.filter((name) => chosen.includes(name)).flatMap((name) => drawn(name, 0)),
    ...panes.flatMap((name, at) => drawn(name, at + 1)),
  ]
}

/** The title of a pane in its legend: the lines of the volume name their own lengths. */
export const paneTitle = (name: SubIndicator, params: Params): string =>
  name === 'VOL' ? name : `${name}(${params[name].join(',')})`
