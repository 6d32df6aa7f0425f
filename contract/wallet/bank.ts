import * as z from 'zod/mini'
import { change, PIN, read } from '#contract/wire/endpoint.ts'
import { file, flag, id, time, typed, whole } from '#contract/wire/fields.ts'
import { lang } from '#contract/wire/lang.ts'
import { secret } from '#contract/wire/secret.ts'
import { spec } from '#contract/wire/spec.ts'

/** The ways in which a person can be paid outside of the venue. */
export const payWays = ['bank', 'ali_pay', 'we_chat', 'intl_bank'] as const
export const payWay = z.enum(payWays)
export type PayWay = z.output<typeof payWay>

/** What a person types of their receiving methods; unset text is empty. */
const texts = {
  real_name: z.string(),
  bank_name: z.string(),
  bank_branch: z.string(),
  bank_account: z.string(),
  bank_address: z.string(),
  swift_code: z.string(),
  residence_address: z.string(),
  postal_code: z.string(),
  alipay_account: z.string(),
  alipay_qr_code: z.string(),
  wechat_nickname: z.string(),
  wechat_account: z.string(),
  wechat_qr_code: z.string(),
}
/** The receiving methods of one person: one row with four ways. `ways` are those that are bound. */
export const payMethods = z.object({
  id,
  user_id: id,
  ...texts,
  bank_id: z.nullable(id),
  intl_account: z.nullable(z.string()),
  account_number: z.string(),
  ways: z.array(payWay),
  create_time: time,
  rev: z.int(),
  banks: z.array(z.object({ id, name: z.string() })),
})
export type PayMethods = z.output<typeof payMethods>
/** True if the received copy is newer than the one held. A method may come and go, so only `rev` counts. */
export const isPayMethodsAhead = (held: PayMethods, received: PayMethods) => received.rev > held.rev

/**
 * Where one way of a person leads to, copied into what is paid by it, so that a later change of the method does not
 * move it.
 */
export const payee = z.object({
  way: payWay,
  real_name: z.string(),
  bank_name: z.nullable(z.string()),
  bank_branch: z.nullable(z.string()),
  bank_account: z.nullable(z.string()),
  swift_code: z.nullable(z.string()),
  bank_address: z.nullable(z.string()),
  residence_address: z.nullable(z.string()),
  postal_code: z.nullable(z.string()),
  alipay_account: z.nullable(z.string()),
  alipay_qr_code: z.nullable(z.string()),
  wechat_account: z.nullable(z.string()),
  wechat_nickname: z.nullable(z.string()),
  wechat_qr_code: z.nullable(z.string()),
})
export type Payee = z.output<typeof payee>

/** How many methods of one way a person may have beside the first. */
export const maxMore = 4
/** A further method of a way, as its owner sees it; `is_used` while an ad or an order needs it. */
export const moreMethod = z.object({ id, way: payWay, payee, is_used: flag })
export type MoreMethod = z.output<typeof moreMethod>
const more = z.object({ list: z.array(moreMethod) })

const text = typed(100)
const blank = z.literal('')
const pin = secret(z.optional(z.string().check(z.maxLength(64))))
/** What is typed of a method, whichever its way. */
const fields = {
  real_name: text,
  bank_id: z.optional(z.union([blank, id])),
  bank_name: text,
  bank_branch: text,
  bank_account: text,
  bank_address: text,
  swift_code: text,
  residence_address: text,
  postal_code: text,
  alipay_account: text,
  alipay_qr_code: file,
  wechat_nickname: text,
  wechat_account: text,
  wechat_qr_code: file,
  intl_account: text,
}
const wrong = [
  'real_name_required',
  'real_name_differs',
  'bank_account_required',
  'bank_account_malformed',
  'bank_unknown',
  'file_unknown',
] as const

export const bank = {
  methods: read({
    method: 'POST',
    path: 'user/cash_info',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ lang: z.optional(lang) }),
    output: payMethods,
    refusals: [],
  }),
  save: change({
    rate: 'guess',
    method: 'POST',
    path: 'user/cash_save',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ ...fields, pay_password: pin, expect: z.optional(whole) }),
    output: payMethods,
    refusals: [...wrong, 'method_in_use', 'state_moved', ...PIN],
  }),
  more: read({
    description: 'Addition. List the further methods of the caller, beside the first one of each way.',
    method: 'GET',
    path: 'user/payees',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: more,
    refusals: [],
  }),
  addMore: change({
    description: 'Addition. Add a further method of a way that is bound; withdrawals are held for a while.',
    rate: 'guess',
    method: 'POST',
    path: 'user/payees',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ way: payWay, ...fields, pay_password: pin }),
    output: more,
    refusals: [...wrong, 'payee_missing', 'method_limit', ...PIN],
  }),
  removeMore: change({
    description: 'Addition. Remove a further method that nothing open needs.',
    rate: 'guess',
    method: 'POST',
    path: 'user/payees/remove',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ id, pay_password: pin }),
    output: more,
    refusals: ['not_found', 'method_in_use', ...PIN],
  }),
}

/** Sent when a receiving method is bound, changed or removed. */
export const bankChanged = z.object({
  ev: z.literal('bank.changed'),
  v: z.object({ ways: z.array(payWay) }),
  why: z.optional(z.string()),
})

export const bankSpec = spec({ calls: bank, events: [bankChanged], channels: {} })
