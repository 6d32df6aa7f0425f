/** The indicators that are drawn over the bars and below them. */
export const mainIndicators = ['MA', 'EMA', 'BOLL', 'WMA', 'VWMA', 'DC', 'KC', 'SAR', 'ST', 'ICHI'] as const
const oscillators = ['SRSI', 'ATR', 'DMI', 'CCI', 'WR', 'OBV', 'MFI', 'ROC', 'TRIX', 'CMF'] as const
export const subIndicators = ['VOL', 'MACD', 'RSI', 'KDJ', ...oscillators] as const
/** So many panes leave the bars room; one more takes the place of the one that was chosen first. */
export const mostPanes = 4
export type MainIndicator = (typeof mainIndicators)[number]
export type SubIndicator = (typeof subIndicators)[number]
export type Indicator = MainIndicator | SubIndicator
/** The numbers an indicator is computed with, in the order of `paramWords`. */
export type Params = Readonly<Record<Indicator, readonly number[]>>

/** What the textbooks and most venues begin with. */
export const firstParams: Params = {
  MA: [5, 10, 30],
  EMA: [7, 25, 99],
  BOLL: [20, 2],
  VOL: [5, 10],
  MACD: [12, 26, 9],
  RSI: [6, 12, 24],
  KDJ: [9, 3, 3],
  WMA: [10, 20],
  VWMA: [20],
  DC: [20],
  KC: [20, 2],
  /** In hundredths: Wilder's 0.02 and 0.2. */
  SAR: [2, 20],
  ST: [10, 3],
  ICHI: [9, 26, 52],
  SRSI: [14, 14, 3, 3],
  ATR: [14],
  DMI: [14],
  CCI: [20],
  WR: [14],
  OBV: [],
  MFI: [14],
  ROC: [12],
  TRIX: [15, 9],
  CMF: [20],
}

/** Numbers for all indicators, each by its name. */
export const paramsBy = (numbersOf: (name: Indicator) => readonly number[]): Params => {
  const params: Record<Indicator, readonly number[]> = { ...firstParams }
  for (const name of [...mainIndicators, ...subIndicators]) params[name] = numbersOf(name)
  return params
}

/** What each number means: a key of `market:params`, or the letter of a line. */
type Word = 'length' | 'width' | 'fast' | 'slow' | 'signal' | 'step' | 'most' | 'K' | 'D'
export const paramWords: Readonly<Record<Indicator, readonly Word[]>> = {
  MA: ['length', 'length', 'length'],
  EMA: ['length', 'length', 'length'],
  BOLL: ['length', 'width'],
  VOL: ['length', 'length'],
  MACD: ['fast', 'slow', 'signal'],
  RSI: ['length', 'length', 'length'],
  KDJ: ['length', 'K', 'D'],
  WMA: ['length', 'length'],
  VWMA: ['length'],
  DC: ['length'],
  KC: ['length', 'width'],
  SAR: ['step', 'most'],
  ST: ['length', 'width'],
  ICHI: ['fast', 'slow', 'length'],
  SRSI: ['length', 'length', 'K', 'D'],
  ATR: ['length'],
  DMI: ['length'],
  CCI: ['length'],
  WR: ['length'],
  OBV: [],
  MFI: ['length'],
  ROC: ['length'],
  TRIX: ['length', 'signal'],
  CMF: ['length'],
}

/** Longer than the bars that are loaded would draw nothing. */
export const [leastParam, mostParam] = [1, 500] as const
/** A whole number within the bounds; null for any other text. */
export const paramOf = (text: string): number | null => {
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  return value >= leastParam && value <= mostParam ? value : null
}
