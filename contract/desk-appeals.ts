import * as z from 'zod/mini'
import { payee, payWay } from './bank.ts'
import { deskAccount } from './desk-accounts.ts'
import { otcAppeal, otcRuling } from './otc.ts'
import { otcRole, otcStatus } from './otc-steps.ts'
import { agreed, offer } from './otc-trust.ts'
import { flag, ms, sid } from '#contract/wire/fields.ts'
import { dec } from '#contract/wire/money.ts'

/** One party of a disputed order: the verified name to compare with the vouchers, and how this person has traded so far. */
const appealParty = z.extend(deskAccount, {
  real_name: z.string(), is_bot: flag, done_count: z.int(), finish_rate: dec,
  /** Appeals that the desk has ruled for and against this person. */
  won: z.int(), lost: z.int(),
})
export type AppealParty = z.output<typeof appealParty>

/** A ruled case that resembles this one: opened by the same role; the same way of payment first. */
const likeCase = z.object({ case_id: sid, order_no: z.string(), way: payWay, fiat: z.string(), total_amount: dec, ruling: otcRuling })
export type LikeCase = z.output<typeof likeCase>

/** A disputed order as the desk sees it: both sides in full. */
export const appealFile = z.object({
  order_no: z.string(), currency_name: z.string(), fiat: z.string(), unit_price: dec, number: dec, total_amount: dec, way: payWay, payee, fee: dec,
  fee_payer: otcRole, buyer: appealParty, seller: appealParty, payment_vouchers: z.array(z.string()), appeals: z.array(otcAppeal), offers: z.array(offer),
  split: z.nullable(agreed), ruling: z.nullable(otcRuling), status: otcStatus, create_ms: ms, paid_ms: z.nullable(ms), ended_ms: z.nullable(ms),
  moved_ms: z.int(), like: z.array(likeCase),
})
export type AppealFile = z.output<typeof appealFile>
