import * as z from 'zod/mini'
import { change, PIN, read } from '#contract/wire/endpoint.ts'
import { file, id, time, typed, whole } from '#contract/wire/fields.ts'
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

const text = typed(100)
const blank = z.literal('')

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
    input: z.strictObject({
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
      pay_password: secret(z.optional(z.string().check(z.maxLength(64)))),
      expect: z.optional(whole),
    }),
    output: payMethods,
    refusals: [
      'real_name_required',
      'real_name_differs',
      'bank_account_required',
      'bank_account_malformed',
      'bank_unknown',
      'method_in_use',
      'file_unknown',
      'state_moved',
      ...PIN,
    ],
  }),
}

/** Sent when a receiving method is bound, changed or removed. */
export const bankChanged = z.object({
  ev: z.literal('bank.changed'),
  v: z.object({ ways: z.array(payWay) }),
  why: z.optional(z.string()),
})

export const bankSpec = spec({ calls: bank, events: [bankChanged], channels: {} })
