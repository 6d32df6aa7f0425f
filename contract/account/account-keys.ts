import * as z from 'zod/mini'
import { apiArea, apiScope, change, PIN, read } from '#contract/wire/endpoint.ts'
import { ms, sid, time, typed } from '#contract/wire/fields.ts'
import { dec } from '#contract/wire/money.ts'
import { secret } from '#contract/wire/secret.ts'

/**
 * A key with which a program acts for an account. What it may call is declared by each call (`scope`); none can
 * withdraw.
 */
export const apiKey = z.object({
  id: sid,
  name: z.string(),
  scope: apiScope,
  /** What it may see and do beside that; left out: nothing. */
  areas: z.optional(z.array(apiArea)),
  /** The end of the secret, to tell keys apart. */
  hint: z.string(),
  created_time: time,
  /** When it was last used, to the hour; null if never. */
  used_time: z.nullable(time),
  /** When it ends by itself; null if never. */
  expires_time: z.nullable(time),
  /** The addresses and ranges from which alone it counts; empty: from all. */
  addresses: z.array(z.string()),
  /** What it may order at most, in the base coin: with one order, and in a day (UTC); left out without a cap. */
  max_order: z.optional(dec),
  max_day: z.optional(dec),
  /** The markets in which alone it may order; left out: all. */
  markets: z.optional(z.array(z.string())),
})
export type ApiKey = z.output<typeof apiKey>

/** How many keys an account may have, and how long a key's name may be. */
export const maxApiKeys = 5
export const apiKeyNameLength = 30

const marketName = /^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/
const pin = secret(z.optional(z.string().check(z.maxLength(64))))

export const apiKeyCalls = {
  apiKeys: read({
    description: 'List the API keys of the account, without their secrets.',
    method: 'GET',
    path: 'user/api_keys',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.object({ list: z.array(apiKey), max: z.int(), server_now_ms: ms }),
    refusals: [],
  }),
  makeApiKey: change({
    description: 'Make an API key; its secret is in this answer and nowhere else.',
    rate: 'guess',
    method: 'POST',
    path: 'user/api_keys/add',
    who: 'in',
    wrap: 'said',
    isSecret: true,
    input: z.strictObject({
      name: typed(apiKeyNameLength),
      scope: apiScope,
      areas: z.optional(z.array(apiArea).check(z.maxLength(apiArea.options.length))),
      days: z.optional(z.int().check(z.minimum(1), z.maximum(365))),
      addresses: z.optional(z.array(z.string().check(z.maxLength(49))).check(z.maxLength(10))),
      max_order: z.optional(dec),
      max_day: z.optional(dec),
      markets: z.optional(z.array(z.string().check(z.regex(marketName))).check(z.maxLength(20))),
      pay_password: pin,
    }),
    /** The secret is told here and never again: only a hash of it is stored. */
    output: z.object({ key: apiKey, secret: z.string() }),
    refusals: ['title_required', 'ip_malformed', 'api_key_limit', ...PIN],
  }),
  endApiKey: change({
    description: 'End an API key; its sockets are closed at once.',
    method: 'POST',
    path: 'user/api_keys/end',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ id: sid }),
    output: z.object({ id: sid }),
    refusals: ['not_found'],
  }),
}
