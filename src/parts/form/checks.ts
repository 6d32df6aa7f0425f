import { isCommonPassword, isCommonPin } from '#contract/wire/common-passwords.ts'
import { limits } from '#contract/wire/limits.ts'

/** The fault of a field: the key of a sentence, so that a change of language translates it again. */
export type Fault = string | null
/** A fault with its numbers: an amount of a coin stands beside `coin`. */
export type Problem = { readonly reason: string; readonly params: Readonly<Record<string, string | number>> }
export type AccountKind = 'mobile' | 'email'

const mail = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/
const phone = /^\d{5,15}$/

/** A phone number for the wire: digits only. Users type spaces, dashes and brackets. */
export const phoneDigits = (typed: string) => typed.replace(/[\s().-]/g, '')

/** The account for the wire. */
export const accountOf = (kind: AccountKind, typed: string) => (kind === 'mobile' ? phoneDigits(typed) : typed.trim())

/** Phone or email: required and well-formed. */
export const accountFault = (kind: AccountKind, typed: string): Fault => {
  const account = accountOf(kind, typed)
  if (account === '') return kind === 'mobile' ? 'session:faults.phoneRequired' : 'session:faults.emailRequired'
  if (kind === 'mobile') return phone.test(account) ? null : 'session:faults.phoneMalformed'
  return mail.test(account) && account.length <= 100 ? null : 'session:faults.emailMalformed'
}

/** A verification code: required, six digits. */
export const codeFault = (code: string): Fault => {
  if (code.trim() === '') return 'session:faults.codeRequired'
  return /^\d{6}$/.test(code.trim()) ? null : 'session:faults.codeMalformed'
}

/** A code of an authenticator app, or a recovery code. */
export const totpFault = (code: string): Fault => {
  const typed = code.replace(/[\s-]/g, '')
  if (typed === '') return 'refusals:totp_required'
  return /^(?:\d{6}|[A-Za-z2-7]{10})$/.test(typed) ? null : 'session:faults.totpMalformed'
}

/** A new login password. */
export const passwordFault = (password: string): Fault => {
  if (password === '') return 'session:faults.passwordRequired'
  if (password.length < limits.minPasswordLength) return 'session:faults.passwordTooShort'
  if (password.length > limits.maxPasswordLength) return 'session:faults.passwordTooLong'
  return isCommonPassword(password) ? 'refusals:password_common' : null
}

/** A fund password: six digits. */
export const fundPasswordFault = (pin: string): Fault => {
  if (pin === '') return 'session:faults.passwordRequired'
  return /^\d{6}$/.test(pin) ? null : 'session:faults.fundPasswordMalformed'
}

/** A new fund password: not one of the first that are guessed. */
export const newPinFault = (pin: string): Fault =>
  fundPasswordFault(pin) ?? (isCommonPin(pin) ? 'refusals:pay_password_common' : null)

/** The repeated password. */
export const repeatFault = (password: string, repeated: string): Fault => {
  if (repeated === '') return 'session:faults.repeatRequired'
  return repeated === password ? null : 'session:faults.passwordMismatch'
}

/** Refusals that belong to the field of a verification code. */
export const codeFieldOf = {
  code_required: 'code',
  code_wrong: 'code',
  code_expired: 'code',
  code_too_many: 'code',
  send_failed: 'code',
} as const
/** Refusals that belong to the field of the fund password. */
export const pinFieldOf = {
  pay_password_required: 'pin',
  pay_password_malformed: 'pin',
  pay_password_wrong: 'pin',
  pay_password_locked: 'pin',
} as const
