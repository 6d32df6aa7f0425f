import type { AccountType } from '#contract/session/session.ts'
import { Refusal } from '#server/core/refusal.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { IdentityTables, Target, User } from './rows.ts'

const mail = /^[^\s@,;<>"]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/
const digits = /^\d{5,15}$/

/** Normalises a phone number or mail address as typed; refuses an empty or malformed one. */
export const targetOf = (type: AccountType, text: string | undefined, area: string | undefined): Target => {
  const typed = (text ?? '').trim()
  if (typed === '') throw new Refusal('account_required')
  if (type === 'email') {
    const id = typed.toLowerCase()
    if (!mail.test(id)) throw new Refusal('account_malformed')
    return { type, id }
  }
  const number = typed.replace(/[\s-]/g, '').replace(/^0+/, '')
  const code = (area ?? '').replace('+', '')
  if (!digits.test(number) || !/^\d{1,4}$/.test(code)) throw new Refusal('account_malformed')
  return { type, id: `${code}-${number}` }
}

/**
 * Refuses a phone number that its country does not have: an unknown country code, or too few or too many digits for it.
 * Only for a new account; an account that exists logs in as it was registered.
 */
export const checkNumber = (type: AccountType, text: string | undefined, area: string | undefined) => {
  if (type === 'email') return
  const number = parsePhoneNumberFromString(`+${(area ?? '').replace('+', '')}${(text ?? '').trim()}`)
  if (number?.isPossible() !== true) throw new Refusal('account_malformed')
}

/** Account type of a text without a stated type: mail if it contains `@`, otherwise phone. */
export const typeOfAccount = (text: string | undefined): AccountType =>
  (text ?? '').includes('@') ? 'email' : 'mobile'

export const userOfTarget = ({ users }: Pick<IdentityTables, 'users'>, { type, id }: Target): User | undefined =>
  users.one(type, id)

const maskMail = (text: string) => text.replace(/^(.{1,2})[^@]*/, '$1***')
const maskDigits = (text: string) => `${text.slice(0, 3)}****${text.slice(-2)}`
/** A mail address or phone number with most characters masked, for display. */
export const maskTarget = ({ type, id }: Target) =>
  type === 'email' ? maskMail(id) : `+${id.split('-')[0]} ${maskDigits(id.split('-')[1] ?? '')}`
export const maskOf = {
  email: (text: string | null) => (text === null ? null : maskTarget({ type: 'email', id: text })),
  mobile: (text: string | null) => (text === null ? null : maskTarget({ type: 'mobile', id: text })),
  card: (text: string | null) =>
    text === null ? null : text.length <= 4 ? '****' : `${text.slice(0, 2)}****${text.slice(-2)}`,
}
