import * as z from 'zod/mini'
import { change, PIN, read } from '#contract/wire/endpoint.ts'
import { id, ms } from '#contract/wire/fields.ts'
import { secret } from '#contract/wire/secret.ts'
import { spec } from '#contract/wire/spec.ts'

/** How many addresses an account may have, and of how many events each may keep what could not be delivered. */
export const maxWebhooks = 5
export const maxUndelivered = 100
/** So long the secret before the last one signs as well, after a new one was made. */
export const turnMs = 24 * 3_600_000

/** One event that the address has not taken for as long as it is tried. */
const undelivered = z.object({
  id,
  event: z.string(),
  at_ms: ms,
  tries: z.int(),
  status: z.nullable(z.int()),
})
/** An address to which the venue posts what happens to the account. */
export const webhook = z.object({
  id,
  url: z.string(),
  /** Names of events, or of features for all of theirs; empty: every event. */
  events: z.array(z.string()),
  /** `ended`: it has answered 410, and nothing more is sent. */
  state: z.enum(['on', 'failing', 'ended']),
  /** What it answered last; null if nothing. */
  status: z.nullable(z.int()),
  waiting: z.int(),
  /** Events that were left out because too many were waiting. */
  lost: z.int(),
  created_ms: ms,
  /** Until when two secrets sign; null: one does. */
  turned_until_ms: z.nullable(ms),
  undelivered: z.array(undelivered),
})
export type Webhook = z.output<typeof webhook>

const pin = secret(z.optional(z.string().check(z.maxLength(64))))
const told = z.object({ hook: webhook, secret: z.string() })
const one = z.strictObject({ id })

export const webhooks = {
  list: read({
    description: 'List the addresses to which events of the account are posted, and what they have not taken.',
    method: 'GET',
    path: 'user/webhooks',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.object({ list: z.array(webhook), max: z.int(), server_now_ms: ms }),
    refusals: [],
  }),
  add: change({
    description: 'Have events of the account posted to an address; the secret that signs them is in this answer alone.',
    rate: 'guess',
    method: 'POST',
    path: 'user/webhooks/add',
    who: 'in',
    wrap: 'said',
    isSecret: true,
    input: z.strictObject({
      url: z.string().check(z.maxLength(1024)),
      events: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(50))),
      pay_password: pin,
    }),
    output: told,
    refusals: ['webhook_address', 'webhook_event', 'webhook_limit', ...PIN],
  }),
  turn: change({
    description: 'Make a new secret for an address; for a day both sign what is posted there.',
    rate: 'guess',
    method: 'POST',
    path: 'user/webhooks/turn',
    who: 'in',
    wrap: 'said',
    isSecret: true,
    input: z.extend(one, { pay_password: pin }),
    output: told,
    refusals: ['not_found', ...PIN],
  }),
  end: change({
    description: 'Post nothing more to an address.',
    method: 'POST',
    path: 'user/webhooks/end',
    who: 'in',
    wrap: 'said',
    input: one,
    output: one,
    refusals: ['not_found'],
  }),
  redeliver: change({
    description: 'Send again what an address has not taken, in its order.',
    method: 'POST',
    path: 'user/webhooks/redeliver',
    who: 'in',
    scope: 'trade',
    isCapped: true,
    wrap: 'said',
    input: one,
    output: webhook,
    refusals: ['not_found'],
  }),
}

export const webhookSpec = spec({
  about: 'Posting the events of an account to addresses of its owner.',
  calls: webhooks,
  events: [],
  channels: {},
})
