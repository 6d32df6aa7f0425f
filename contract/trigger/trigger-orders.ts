import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, id, ms, whole } from '#contract/wire/fields.ts'

// What goes over all that an account has waiting, of every product.

/**
 * `resting`: what waits in the market. `entries`: triggers that buy or open. `protective`: triggers that sell or close.
 */
export const orderClass = z.enum(['resting', 'entries', 'protective'])
export type OrderClass = z.output<typeof orderClass>
/** A spot order, an entry of a contract that waits, or a trigger. */
export const orderKind = z.enum(['order', 'position', 'trigger'])
const orderRef = z.object({ kind: orderKind, id })
export type OrderRef = z.output<typeof orderRef>
/** How many one call may cancel by name. */
export const maxBatch = 50

/** The dead-man switch: without a renewal all that waits is cancelled, and the switch is off. */
export const deadManSeconds = { least: 10, most: 600 } as const
export const deadMan = z.object({
  /** 0 is off. */
  seconds: z.int(),
  /** Whether it cancels what protects as well. */
  protective: flag,
  expires_ms: z.nullable(ms),
  /** When it last fired, and how many it cancelled then. */
  fired_ms: z.nullable(ms),
  cancelled: z.int(),
  rev: z.int(),
})
export type DeadMan = z.output<typeof deadMan>
/** True if the received copy is newer than the one held, whether it came by call or by socket. */
export const isDeadManAhead = (held: DeadMan, received: DeadMan) => received.rev > held.rev

export const orders = {
  /** An addition. Protective triggers stay unless their class is named. */
  cancelAll: change({
    description:
      'Addition. Cancel all that waits, of one product or market, or of all. Stops and targets stay unless the ' +
      'class `protective` is named.',
    method: 'POST',
    path: 'order/cancel_all',
    who: 'in',
    scope: 'trade',
    isCapped: true,
    wrap: 'said',
    input: z.strictObject({
      product: z.optional(z.enum(['spot', 'lever'])),
      currency_id: z.optional(id),
      legal_id: z.optional(id),
      classes: z.optional(z.array(orderClass).check(z.minLength(1), z.maxLength(3))),
    }),
    output: z.object({ cancelled: z.array(orderRef) }),
    refusals: [],
  }),
  /** An addition. Each target is cancelled or refused by itself. */
  cancelBatch: change({
    description: 'Addition. Cancel up to 50 orders, entries and triggers; each is told by itself.',
    method: 'POST',
    path: 'order/cancel_batch',
    who: 'in',
    scope: 'trade',
    isCapped: true,
    wrap: 'said',
    input: z.strictObject({
      targets: z.array(z.strictObject({ kind: orderKind, id })).check(z.minLength(1), z.maxLength(maxBatch)),
    }),
    output: z.object({ results: z.array(z.extend(orderRef, { done: flag, reason: z.nullable(z.string()) })) }),
    refusals: [],
  }),
  /** An addition. Switches the dead-man switch on, renews it, or off with 0 seconds. */
  setDeadMan: change({
    description:
      'Addition. Cancel all that waits unless this is called again within so many seconds (10 to 600); 0 is off. ' +
      'Stops and targets stay unless `protective` is set. While the venue is down no time passes.',
    method: 'POST',
    path: 'order/deadman',
    who: 'in',
    scope: 'trade',
    isCapped: true,
    wrap: 'said',
    input: z.strictObject({ seconds: whole, protective: z.optional(flag) }),
    output: deadMan,
    refusals: ['amount_range'],
  }),
  /** An addition. */
  deadMan: read({
    description: 'Addition. Read how the dead-man switch stands.',
    method: 'GET',
    path: 'order/deadman',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({}),
    output: deadMan,
    refusals: [],
  }),
}

/** An addition. Sent when the dead-man switch was set, renewed from elsewhere, or has fired. */
export const orderDeadMan = z.object({
  ev: z.literal('trigger.deadManChanged'),
  v: deadMan,
  why: z.optional(z.enum(['set', 'fired'])),
})
