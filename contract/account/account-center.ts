import * as z from 'zod/mini'
import { kycStatus } from '#contract/kyc/kyc-status.ts'
import { coded } from '#contract/wire/coded.ts'
import { read } from '#contract/wire/endpoint.ts'
import { flag, id, time } from '#contract/wire/fields.ts'
import { lang } from '#contract/wire/lang.ts'
import { dec } from '#contract/wire/money.ts'

const market = z.string().check(z.regex(/^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/))
export const favourites = z.array(market).check(z.maxLength(200))

export const hasPassword = coded(z.enum(['set', 'unset']), { set: 1, unset: 2 })

/** The caller's profile; phone, mail and ID card are masked. */
export const center = z.object({
  id,
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  account_number: z.string(),
  account: z.nullable(z.string()),
  review_status: kycStatus,
  advanced_status: kycStatus,
  reject_reason: z.nullable(z.string()),
  name: z.nullable(z.string()),
  userreal_name: z.nullable(z.string()),
  country: z.nullable(z.string()),
  card_id: z.nullable(z.string()),
  is_seller: flag,
  create_date: time,
  usdt: dec,
  usdt_mic: dec,
  caution_money: dec,
  parent_name: z.nullable(z.string()),
  my_agent_level: z.int(),
  agent_name: z.nullable(z.string()),
  extension_code: z.string(),
  has_password: hasPassword,
  line_account: z.nullable(z.string()),
  /** An addition. The language in which the account reads. */
  lang: z.optional(lang),
  /** An addition. The markets that the account keeps, in its order; null until it has kept any. */
  favourites: z.optional(z.nullable(z.array(z.string()))),
})
export type Center = z.output<typeof center>

/** Of the calls of an account the one that each start of the client needs. */
export const readCenter = read({
  description: 'Read the profile of the account.',
  method: 'GET',
  path: 'user/center',
  who: 'in',
  scope: 'read',
  wrap: 'plain',
  input: z.strictObject({}),
  output: center,
  refusals: [],
})
