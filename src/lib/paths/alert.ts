import { withQuery } from './query.ts'

const at = { alerts: '/pages/alert/index' } as const

/** Paths of the price alerts. */
export const alertPaths = { ...at, alertsOf: (market: string) => withQuery(at.alerts, { market }) } as const
