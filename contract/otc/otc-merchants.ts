import * as z from 'zod/mini'
import { change, PIN, read } from '#contract/wire/endpoint.ts'
import { flag, id, sid } from '#contract/wire/fields.ts'
import { listed, pg } from '#contract/wire/paging.ts'
import { secret } from '#contract/wire/secret.ts'
import { ad, blockedPerson, merchant, ratingLine } from './otc-order.ts'

const pin = secret(z.optional(z.string().check(z.maxLength(64))))

/** What is said of people, and whom one does not trade with. */
export const opinionCalls = {
  /** An addition: what others have said of a merchant, newest first. */
  ratings: read({
    description: 'Addition. List what others have said of a merchant.',
    method: 'GET',
    path: 'trade/ratings',
    who: 'in',
    scope: 'otc',
    wrap: 'plain',
    input: z.strictObject({ user_id: id, ...pg }),
    output: listed(ratingLine),
    refusals: ['not_found'],
  }),
  /** An addition: blocks a merchant, or the other party of an order: neither sees or takes ads of the other. */
  block: change({
    description: 'Addition. Block or unblock a merchant or the other party of an order.',
    method: 'POST',
    path: 'trade/block',
    who: 'in',
    scope: 'otc',
    wrap: 'plain',
    input: z.strictObject({ user_id: z.optional(id), order_id: z.optional(sid), is_blocked: flag }),
    output: blockedPerson,
    refusals: ['not_found'],
  }),
  /** An addition: whom the caller has blocked. */
  blocked: read({
    description: 'Addition. List the people whom the caller has blocked.',
    method: 'GET',
    path: 'trade/blocked',
    who: 'in',
    scope: 'otc',
    wrap: 'plain',
    input: z.strictObject(pg),
    output: listed(blockedPerson),
    refusals: [],
  }),
}

/** Who trades with everybody: the deposit, the record, and what they offer. */
export const merchantCalls = {
  bail: change({
    rate: 'guess',
    method: 'GET',
    path: 'trade/bail',
    who: 'k2',
    wrap: 'plain',
    input: z.strictObject({ pay_password: pin, expect: z.optional(z.enum(['none', 'returned'])) }),
    output: merchant,
    refusals: ['bail_held', 'state_moved', 'insufficient_balance', ...PIN, 'trade_locked', 'market_closed'],
  }),
  refund: change({
    method: 'GET',
    path: 'trade/refund',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ expect: z.optional(z.literal('held')) }),
    output: merchant,
    refusals: ['bail_none', 'bail_in_use', 'state_moved'],
  }),
  agent: read({
    method: 'GET',
    path: 'trade/agent',
    who: 'in',
    scope: 'otc',
    wrap: 'plain',
    input: z.strictObject({ user_id: z.optional(id) }),
    output: merchant,
    refusals: ['not_found'],
  }),
  merchantAds: read({
    description: 'Addition. List the ads of a merchant that are open now, and how many orders they completed each day.',
    method: 'GET',
    path: 'trade/agentAds',
    who: 'in',
    scope: 'otc',
    wrap: 'plain',
    input: z.strictObject({ user_id: id, ...pg }),
    /** `done_days` are the completed orders of the last thirty days, the oldest first. */
    output: z.extend(listed(ad), { done_days: z.array(z.int()) }),
    refusals: ['not_found'],
  }),
}

export const otcMerchantChanged = z.object({
  ev: z.literal('otc.merchantChanged'),
  v: merchant,
  why: z.optional(z.string()),
})
