import type { Payee, PayWay } from '#contract/wallet/bank.ts'
import { boundWays, intlAccountOf } from '#contract/wallet/bank-accounts.ts'
import { Refusal } from '#server/core/refusal.ts'
import { kycOf } from '#server/identity/people.ts'
import { methodUseId, type MethodsRow, type MoreRow } from './rows.ts'
import type { BankContext } from './context.ts'

type Reader = Pick<BankContext, 'tables'>
/** The name that the primary verification has confirmed; null as long as it has not passed. */
export const verifiedName = (ctx: Reader, user: number): string | null => {
  const { status, name } = kycOf(ctx, user, 1)
  return status === 'passed' ? name : null
}
export const methodsOf = ({ tables }: Reader, user: number): MethodsRow | undefined =>
  tables.payMethods.one('user', String(user))
/** The ways that are bound and in the verified name. */
export const waysOf = (ctx: Reader, user: number): PayWay[] => {
  const row = methodsOf(ctx, user)
  return row ? boundWays(row, verifiedName(ctx, user)) : []
}

const orNull = (text: string) => (text === '' ? null : text)
const none = {
  bank_name: null,
  bank_branch: null,
  bank_account: null,
  swift_code: null,
  bank_address: null,
  residence_address: null,
  postal_code: null,
  alipay_account: null,
  alipay_qr_code: null,
  wechat_account: null,
  wechat_nickname: null,
  wechat_qr_code: null,
}
/**
 * Where one way of these methods leads to; QR codes are paths of files. The bank of a card is the chosen one of the
 * list, if any.
 */
export const payeeIn = ({ tables }: Reader, row: MethodsRow, way: PayWay): Payee => {
  const base = { ...none, way, real_name: row.real_name }
  if (way === 'ali_pay')
    return { ...base, alipay_account: row.alipay_account, alipay_qr_code: orNull(row.alipay_qr_code) }
  if (way === 'we_chat')
    return {
      ...base,
      wechat_account: row.wechat_account,
      wechat_nickname: orNull(row.wechat_nickname),
      wechat_qr_code: orNull(row.wechat_qr_code),
    }
  if (way === 'bank') {
    const chosen = row.bank_id === null ? undefined : tables.banks.get(row.bank_id)
    return {
      ...base,
      bank_name: chosen?.name ?? row.bank_name,
      bank_branch: orNull(row.bank_branch),
      bank_account: row.bank_account,
    }
  }
  return {
    ...base,
    bank_name: row.bank_name,
    bank_account: intlAccountOf(row),
    swift_code: row.swift_code,
    bank_address: row.bank_address,
    residence_address: row.residence_address,
    postal_code: row.postal_code,
  }
}

/**
 * The payee of a bound way of this person, by its first method or a further one; refuses with `payee_missing` if there
 * is none.
 */
export const payeeOf = (ctx: Reader, user: number, way: PayWay, more = 0): Payee => {
  const row = more === 0 ? methodsOf(ctx, user) : moreOf(ctx, user, more)
  if (!row || !boundWays(row, verifiedName(ctx, user)).includes(way))
    throw new Refusal('payee_missing', { ways: [way] })
  return payeeIn(ctx, row, way)
}
/** Refuses with `payee_missing` unless this person has a method of at least one of the ways. */
export const checkHasMethod = (ctx: Reader, user: number, ways: readonly PayWay[]) => {
  if (!waysOf(ctx, user).some((way) => ways.includes(way))) throw new Refusal('payee_missing', { ways: [...ways] })
}

/** An account number of which only the end is shown. */
export const maskAccount = (account: string) => `**** ${account.slice(-4)}`

/**
 * Marks a method as needed by something open (`ref`), so that it cannot be changed or removed; and releases it again.
 */
export const useMethod = ({ tables }: Reader, user: number, way: PayWay, ref: string, more = 0) =>
  tables.methodUses.put({ id: methodUse(ref, way, more), user, way, ...(more !== 0 && { more }) })
export const releaseMethod = ({ tables }: Reader, way: PayWay, ref: string, more = 0) => {
  if (tables.methodUses.get(methodUse(ref, way, more))) tables.methodUses.remove(methodUse(ref, way, more))
}
const methodUse = (ref: string, way: PayWay, more: number) => `${ref}|${way}${more === 0 ? '' : `|${more}`}`
export const isMethodUsed = ({ tables }: Reader, user: number, way: PayWay, more = 0) =>
  tables.methodUses.group('method', methodUseId(user, way, more)).length > 0

/** A further method of this person that is in the verified name; undefined if there is none. */
export const moreOf = (ctx: Reader, user: number, id: number): MoreRow | undefined => {
  const row = ctx.tables.moreMethods.get(id)
  return row?.user === user && boundWays(row, verifiedName(ctx, user)).includes(row.way) ? row : undefined
}
