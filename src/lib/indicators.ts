/** The indicators that are drawn over the bars and below them. */
export const mainIndicators = ['MA', 'EMA', 'BOLL'] as const
export const subIndicators = ['VOL', 'MACD', 'RSI', 'KDJ'] as const
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
}

/** What each number means: a key of `market:params`, or the letter of a line. */
export const paramWords: Readonly<
  Record<Indicator, readonly ('length' | 'width' | 'fast' | 'slow' | 'signal' | 'K' | 'D')[]>
> = {
  MA: ['length', 'length', 'length'],
  EMA: ['length', 'length', 'length'],
  BOLL: ['length', 'width'],
  VOL: ['length', 'length'],
  MACD: ['fast', 'slow', 'signal'],
  RSI: ['length', 'length', 'length'],
  KDJ: ['length', 'K', 'D'],
}

/** Longer than the bars that are loaded would draw nothing. */
export const [leastParam, mostParam] = [1, 500] as const
/** A whole number within the bounds; null for any other text. */
export const paramOf = (text: string): number | null => {
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  return value >= leastParam && value <= mostParam ? value : null
}
