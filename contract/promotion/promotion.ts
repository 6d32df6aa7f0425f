import * as z from 'zod/mini'
import { read } from '#contract/wire/endpoint.ts'
import { flag, id, time } from '#contract/wire/fields.ts'
import { coded } from '#contract/wire/coded.ts'
import { dec } from '#contract/wire/money.ts'
import { paginated, pg } from '#contract/wire/paging.ts'
import { spec } from '#contract/wire/spec.ts'

/** How far up an invitation counts: the inviter, their inviter, and that one's. */
export const inviteLevels = 3
/** Places of the ranking. */
export const topPlaces = 10

/** Spans of the ranking and the records: the platform day, the week from Monday and the month (UTC), and everything. */
export const rebateSpan = z.enum(['day', 'week', 'month', 'all'])
export type RebateSpan = z.output<typeof rebateSpan>
export const invitedStatus = coded(z.enum(['normal', 'locked', 'all']), { normal: 0, locked: 1, all: 2 })
export type InvitedStatus = z.output<typeof invitedStatus>

/** A link that opens the registration with the code filled in; below the origin of the app. */
export const inviteLink = (code: string) => `/#/pages/user/login/register?code=${code}`

const level = z.int().check(z.minimum(1), z.maximum(inviteLevels))
/** An account that the caller has invited (level 1), or that those have invited. Masked. */
export const invited = z.object({
  id,
  parent_id: id,
  account_number: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  account: z.string(),
  level,
  time,
})
export type Invited = z.output<typeof invited>
/** The caller's share of one fee. */
export const rebate = z.object({
  id,
  type: z.literal(33),
  currency: id,
  currency_name: z.string(),
  user_id: id,
  from_user_id: id,
  from_account_number: z.string(),
  level,
  value: dec,
  created_time: time,
})
export type Rebate = z.output<typeof rebate>
/** A place of the ranking; `total` in the base coin. */
export const placed = z.object({ rank: z.int(), user_id: id, account: z.string(), total: dec, mine: flag })
export type Placed = z.output<typeof placed>
/** The caller's invitations; rates in percent of the fees. */
export const inviteSummary = z.object({
  extension_code: z.string(),
  ad: z.object({ image: z.string() }),
  invite_num: z.int(),
  invite_return_total: dec,
  share_url: z.string(),
  return_rate1: dec,
  return_rate2: dec,
  return_rate3: dec,
  total_return_rate: dec,
  agent_level: z.int(),
  agent_name: z.nullable(z.string()),
})
export type InviteSummary = z.output<typeof inviteSummary>

export const promotion = {
  poster: read({
    description: 'Read the invitation code, its link and the backgrounds of the poster.',
    method: 'GET',
    path: 'user/my_poster',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.object({ extension_code: z.string(), share_url: z.string(), pics: z.array(z.string()) }),
    refusals: [],
  }),
  share: read({
    description: 'Read the words with which an invitation is shared.',
    method: 'GET',
    path: 'user/my_share',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.object({
      share_title: z.string(),
      share_content: z.string(),
      share_url: z.string(),
      extension_code: z.string(),
    }),
    refusals: [],
  }),
  summary: read({
    description: 'Read how many were invited, what their fees have earned, and the shares of the three levels.',
    method: 'GET',
    path: 'user/invite',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: inviteSummary,
    refusals: [],
  }),
  ranking: read({
    description: 'List the ten accounts that earned most from fees in a span, masked.',
    method: 'POST',
    path: 'user/invite_list',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ time: z.optional(rebateSpan) }),
    output: z.array(placed),
    refusals: [],
  }),
  invited: read({
    description: "List the accounts that came by the caller's code, three levels deep, masked.",
    method: 'POST',
    path: 'user/my_invite_list',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ status: z.optional(invitedStatus), ...pg }),
    output: paginated(invited),
    refusals: [],
  }),
  rebates: read({
    description: "List the caller's shares of fees.",
    method: 'POST',
    path: 'user/my_account_return',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ time: z.optional(rebateSpan), ...pg }),
    output: paginated(rebate),
    refusals: [],
  }),
}

/** Sent to who earns a share of a fee. */
export const rebateEarned = z.object({
  ev: z.literal('promotion.rebateEarned'),
  v: rebate,
  why: z.optional(z.string()),
})

export const promotionSpec = spec({
  about: 'Invitations and the shares of fees they earn.',
  calls: promotion,
  events: [rebateEarned],
  channels: {},
})
