import { period, type Period } from '#contract/market.ts'

/** The display modes of a chart: bars of a period, or the time-share line. */
export const intervals = ['timeShare', ...period.options] as const
export type Interval = (typeof intervals)[number]

/** The stored interval, or the first one if the stored one is unknown. */
export const intervalOf = (text: string): Interval => intervals.find((known) => known === text) ?? '1min'

/** The period of the bars; the time-share is a line through one-minute bars. */
export const periodOf = (interval: Interval): Period => (interval === 'timeShare' ? '1min' : interval)

/** Shorter than a day: times are shown with hours, in the local zone. */
export const hasClock = (interval: Interval) => !['1day', '1week', '1mon'].includes(interval)
