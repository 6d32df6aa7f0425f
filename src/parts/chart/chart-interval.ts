import { period, type Period } from '#contract/market.ts'

/** What a chart can show: bars of a period, or the line of the time-share. */
export const intervals = ['timeShare', ...period.options] as const
export type Interval = (typeof intervals)[number]

/** The interval that was kept; the first one of bars where it is none of ours. */
export const intervalOf = (text: string): Interval => intervals.find((known) => known === text) ?? '1min'

/** The bars behind it: the time-share is a line through those of a minute. */
export const periodOf = (interval: Interval): Period => (interval === 'timeShare' ? '1min' : interval)

/** Shorter than a day: hours matter, and they are the reader's own. */
export const hasClock = (interval: Interval) => !['1day', '1week', '1mon'].includes(interval)
