import type { MoreMethod, PayMethods } from '#contract/wallet/bank.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { venueText } from '#server/core/sentences.ts'
import { linkOf } from '#server/identity/links.ts'
import { isMethodUsed, payeeIn, waysOf } from './methods.ts'
import { namedBanks } from './seed.ts'
import type { MethodsRow } from './rows.ts'
import type { BankContext } from './context.ts'

/** What a person without any method has. */
export const noMethods = (user: number, at: number): MethodsRow => ({
  id: user,
  user,
  real_name: '',
  bank_id: null,
  bank_name: '',
  bank_branch: '',
  bank_account: '',
  bank_address: '',
  swift_code: '',
  residence_address: '',
  postal_code: '',
  alipay_account: '',
  alipay_qr_code: '',
  wechat_nickname: '',
  wechat_account: '',
  wechat_qr_code: '',
  intl_account: null,
  createdAt: at,
  updatedAt: at,
  rev: 0,
})

/** The further methods of a person, for their owner. */
export const moreView = (ctx: BankContext, user: number): { list: MoreMethod[] } => {
  const picture = (path: string | null) => (path === null ? null : linkOf(ctx, path, user))
  return {
    list: ctx.tables.moreMethods.group('user', user).map((row) => {
      const payee = payeeIn(ctx, row, row.way)
      const { alipay_qr_code, wechat_qr_code } = payee
      return {
        id: row.id,
        way: row.way,
        payee: { ...payee, alipay_qr_code: picture(alipay_qr_code), wechat_qr_code: picture(wechat_qr_code) },
        is_used: isMethodUsed(ctx, user, row.way, row.id),
      }
    }),
  }
}

/** Receiving methods in wire form, for their owner. */
export const methodsView = (ctx: BankContext, row: MethodsRow, lang: Lang = 'en'): PayMethods => {
  const { user, createdAt, updatedAt: _, ...texts } = row
  const picture = (path: string) => (path === '' ? '' : linkOf(ctx, path, user))
  return {
    ...texts,
    user_id: user,
    account_number: String(user),
    alipay_qr_code: picture(row.alipay_qr_code),
    wechat_qr_code: picture(row.wechat_qr_code),
    ways: waysOf(ctx, user),
    banks: [...ctx.tables.banks.all()]
      .toSorted((a, b) => a.sort - b.sort)
      .map(({ id, name }) => ({
        id,
        name: id <= namedBanks ? venueText(`bank_${id}`, lang) : name,
      })),
    create_time: timeOf(createdAt),
  }
}
