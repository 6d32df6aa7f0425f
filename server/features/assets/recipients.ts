import { Refusal } from '#server/core/refusal.ts'
import type { User } from '#server/identity/rows.ts'
import { targetOf } from '#server/identity/targets.ts'
import type { AssetsContext } from './context.ts'

/** How a sender names the recipient: by mail, by phone with its country code, or by account number. */
export type Addressee = { by: 'email'; mail: string } | { by: 'mobile'; digits: string } | { by: 'number'; id: number }

const longestCode = 4

/**
 * Reads what was typed as a mail address, a phone number that begins with `+`, or an account number; refuses anything
 * else.
 */
export function addresseeOf(text: string | undefined): Addressee {
  const typed = (text ?? '').trim()
  if (typed === '') throw new Refusal('account_required')
  if (typed.includes('@')) return { by: 'email', mail: targetOf('email', typed, undefined).id }
  const digits = typed.replace(/[\s().-]/g, '')
  if (/^\+\d{7,19}$/.test(digits)) return { by: 'mobile', digits: digits.slice(1) }
  if (/^[1-9]\d{5,11}$/.test(digits)) return { by: 'number', id: Number(digits) }
  throw new Refusal('account_malformed')
}

/** The user an addressee names, if there is one. Where a country code ends is not written, so each length is tried. */
export function recipientOf({ tables }: Pick<AssetsContext, 'tables'>, addressee: Addressee): User | undefined {
  if (addressee.by === 'email') return tables.users.one('email', addressee.mail)
  if (addressee.by === 'number') return tables.users.get(addressee.id)
  const { digits } = addressee
  for (let length = 1; length <= longestCode; length += 1) {
    const found = tables.users.one('mobile', `${digits.slice(0, length)}-${digits.slice(length).replace(/^0+/, '')}`)
    if (found) return found
  }
  return undefined
}
