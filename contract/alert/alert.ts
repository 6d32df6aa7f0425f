import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { id, ms } from '#contract/wire/fields.ts'
import { dec, typedDec } from '#contract/wire/money.ts'
import { spec } from '#contract/wire/spec.ts'

/** How many price alerts an account may have. */
export const maxAlerts = 50
/**
 * A repeating alert that has fired stays silent for this long, so that a price that trembles around it does not flood
 * anybody.
 */
export const alertPauseMs = 60_000

export const alertSide = z.enum(['above', 'below'])
export type AlertSide = z.output<typeof alertSide>
export const alertMode = z.enum(['once', 'repeat'])
export type AlertMode = z.output<typeof alertMode>

/** A price at which the venue tells its owner. One that fires `once` is gone afterwards. */
export const alert = z.object({
  id,
  match_id: id,
  m: z.string(),
  symbol: z.string(),
  side: alertSide,
  price: dec,
  mode: alertMode,
  created_ms: ms,
  fired_ms: z.nullable(ms),
})
export type Alert = z.output<typeof alert>

/** True if a last price has reached the alert. */
export const isAlertReached = (side: AlertSide, alertPrice: number, last: number) =>
  side === 'above' ? last >= alertPrice : last <= alertPrice

export const alerts = {
  /** An addition. The caller's price alerts, newest first. */
  list: read({
    description: 'Addition. List the price alerts of the caller, newest first.',
    method: 'GET',
    path: 'alert/list',
    who: 'in',
    scope: 'alerts',
    wrap: 'plain',
    input: z.strictObject({ match_id: z.optional(id) }),
    output: z.object({ list: z.array(alert), count: z.int(), max: z.int() }),
    refusals: [],
  }),
  /** An addition. Sets an alert; the same price on the same side of a pair is one alert, which takes the new mode. */
  add: change({
    description:
      'Addition. Set a price alert: the venue tells when the last price of a pair has reached it, once ' +
      'or at every crossing.',
    method: 'POST',
    path: 'alert/add',
    who: 'in',
    scope: 'alerts',
    isCapped: true,
    wrap: 'said',
    input: z.strictObject({ match_id: id, side: alertSide, price: typedDec, mode: alertMode }),
    output: alert,
    refusals: ['not_found', 'price_required', 'price_step', 'alert_reached', 'alert_limit'],
  }),
  /** An addition. Deletes an alert. */
  remove: change({
    description: 'Addition. Delete a price alert.',
    method: 'POST',
    path: 'alert/remove',
    who: 'in',
    scope: 'alerts',
    isCapped: true,
    wrap: 'said',
    input: z.strictObject({ id }),
    output: z.object({ id }),
    refusals: ['not_found'],
  }),
}

/** An addition. Sent when the last price has reached an alert; `last` is that price. */
export const alertFired = z.object({
  ev: z.literal('alert.fired'),
  v: z.object({ alert, last: dec, at_ms: ms }),
  why: z.optional(z.string()),
})
/** An addition. Sent to the owner's other devices. */
export const alertChanged = z.object({
  ev: z.literal('alert.changed'),
  v: alert,
  why: z.optional(z.enum(['set', 'removed'])),
})

export const alertSpec = spec({
  about: 'Price alerts, kept at the venue.',
  calls: alerts,
  events: [alertFired, alertChanged],
  channels: {},
})
