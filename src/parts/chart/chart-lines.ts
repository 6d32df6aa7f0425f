import {
  firstParams,
  mainIndicators,
  mostPanes,
  subIndicators,
  type MainIndicator,
  type Params,
  type SubIndicator,
} from '#src/lib/indicators.ts'
import type { ChartColor, ChartLine } from '#src/ui/chart-model.ts'
import { boll, ema, kdj, macd, rsi, sma, type Band, type PlainCandle, type Points } from './indicators.ts'
import {
  atr,
  cci,
  cmf,
  dmi,
  donchian,
  ichimoku,
  keltner,
  mfi,
  obv,
  roc,
  sar,
  stochRsi,
  supertrend,
  trix,
  vwma,
  williams,
  wma,
} from './studies.ts'

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

const band = (name: string, { middle, upper, lower }: Band): readonly Draft[] => [
  { name, color: d, values: middle },
  { name: 'UB', color: d, values: upper, isDashed: true },
  { name: 'LB', color: d, values: lower, isDashed: true },
]
const one = (name: string, values: Points, color: ChartColor = a): readonly Draft[] => [{ name, color, values }]

const draws: Readonly<Record<MainIndicator | SubIndicator, Draw>> = {
  MA: (_, closes, lengths) => each(lengths, (length) => sma(closes, length), 'MA'),
  EMA: (_, closes, lengths) => each(lengths, (length) => ema(closes, length), 'EMA', { isDashed: true }),
  BOLL: (_, closes, [length, width]) => band('BOLL', boll(closes, length, width)),
  WMA: (_, closes, lengths) => each(lengths, (length) => wma(closes, length), 'WMA'),
  VWMA: (bars, _, lengths) => each(lengths, (length) => vwma(bars, length), 'VWMA'),
  DC: (bars, _, [length = 1]) => band('DC', donchian(bars, length)),
  KC: (bars, _, [length = 1, width = 1]) => band('KC', keltner(bars, length, width)),
  SAR: (bars, _, [step = 1, most = 1]) => one('SAR', sar(bars, step / 100, most / 100), c),
  ST: (bars, _, [length = 1, width = 1]) => one('ST', supertrend(bars, length, width), b),
  ICHI: (bars, _, [fast = 1, slow = 1, length = 1]) => {
    const { conversion, base, near, far } = ichimoku(bars, fast, slow, length)
    return [
      ...one('Tenkan', conversion, a),
      ...one('Kijun', base, b),
      { name: 'A', color: c, values: near, isDashed: true },
      { name: 'B', color: d, values: far, isDashed: true },
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
  SRSI: (_, closes, [rsiLength = 1, length = 1, smoothK = 1, smoothD = 1]) => {
    const { k, d: slow } = stochRsi(closes, rsiLength, length, smoothK, smoothD)
    return [...one('K', k), ...one('D', slow, b)]
  },
  ATR: (bars, _, [length = 1]) => one('ATR', atr(bars, length)),
  DMI: (bars, _, [length = 1]) => {
    const { plus, minus, adx } = dmi(bars, length)
    return [...one('PDI', plus), ...one('MDI', minus, b), ...one('ADX', adx, c)]
  },
  CCI: (bars, _, [length = 1]) => one('CCI', cci(bars, length)),
  WR: (bars, _, [length = 1]) => one('WR', williams(bars, length)),
  OBV: (bars) => one('OBV', obv(bars)),
  MFI: (bars, _, [length = 1]) => one('MFI', mfi(bars, length)),
  ROC: (_, closes, [length = 1]) => one('ROC', roc(closes, length)),
  TRIX: (_, closes, [length = 1, signal = 1]) => {
    const { line, signal: slow } = trix(closes, length, signal)
    return [...one('TRIX', line), ...one('Signal', slow, b)]
  },
  CMF: (bars, _, [length = 1]) => one('CMF', cmf(bars, length)),
}

const isSub = (name: string) => subIndicators.some((sub) => sub === name)
/** The selected indicators below the bars, in display order; each has a pane of its own. */
export const panesOf = (chosen: readonly string[]): readonly SubIndicator[] =>
  subIndicators.filter((name) => chosen.filter(isSub).slice(-mostPanes).includes(name))

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
  name === 'VOL' || params[name].length === 0 ? name : `${name}(${params[name].join(',')})`
