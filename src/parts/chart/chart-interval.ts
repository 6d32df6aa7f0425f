import { period, type Period } from '#contract/market/market.ts'

/** The display modes of a chart: bars of a period, or the time-share line. */
export const intervals = ['timeShare', ...period.options] as const
export type Interval = (typeof intervals)[number]

/** The stored interval, or the first one if the stored one is unknown. */
export const intervalOf = (text: string): Interval => intervals.find((known) => known === text) ?? '1min'

/** The period of the bars; the time-share is a line through one-minute bars. */
export const periodOf = (interval: Interval): Period => (interval === 'timeShare' ? '1min' : interval)

/** Shorter than a day: times are shown with hours, in the local zone. */
export const hasClock = (interval: Interval) => !['1day', '1week', '1mon'].includes(interval)

const seconds: Readonly<Record<Period, number>> = {
  '1min': 60,
  '3min': 180,
  '5min': 300,
  '15min': 900,
  '30min': 1800,
  '60min': 3600,
  '4hour': 14_400,
  '1day': 86_400,
  '1week': 604_800,
  '1mon': 2_629_746,
}
/** The length of a bar in seconds; a month has its mean length. */
export const secondsOf = (interval: Interval): number => seconds[periodOf(interval)]
