import { userOfMemo } from '#contract/wallet/deposit-memo.ts'
import type { DeskAccount } from '#contract/desk/desk-cases.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import { termsOfPart } from '#server/core/search.ts'
import { localOf, mobileEnd, mobileTerm, type User } from '#server/identity/rows.ts'
import { maskOf } from '#server/identity/targets.ts'

/** An account as the desk sees it, mail or phone masked. */
export function accountOf({ tables }: Pick<IdentityContext, 'tables'>, user: number): DeskAccount {
  const { nickname, email, mobile } = tables.users.need(user)
  return { id: user, nickname, account: maskOf.email(email) ?? maskOf.mobile(mobile) ?? '' }
}

const digitsOf = (text: string) => text.replace(/\D/g, '')
/**
 * Tells whether a user is meant by a keyword: a number, the memo of a deposit, the end of a phone, or a part of the
 * nickname or of the mail before its host.
 */
export function finderOf(keyword: string): (user: User) => boolean {
  const searched = keyword.trim().toLowerCase()
  const digits = digitsOf(searched)
  const paying = userOfMemo(searched)
  return ({ id, nickname, email, mobile }) =>
    String(id) === searched ||
    id === paying ||
    email === searched ||
    (email !== null && searched !== '' && localOf(email).includes(searched)) ||
    nickname.toLowerCase().includes(searched) ||
    (mobile !== null && digits.length >= mobileEnd && digitsOf(mobile).endsWith(digits))
}
/** The users who are meant by a keyword. */
export async function usersFor(
  { tables: { users } }: Pick<IdentityContext, 'tables'>,
  keyword: string,
): Promise<User[]> {
  const searched = keyword.trim().toLowerCase()
  const digits = digitsOf(searched)
  const named = searched === '' ? [] : await users.find(termsOfPart(searched))
  const ending = digits.length < mobileEnd ? [] : await users.find([mobileTerm(digits)])
  const exact = [
    users.get(Number(searched)),
    users.get(userOfMemo(searched) ?? 0),
    users.one('email', searched),
  ].flatMap((row) => row ?? [])
  return [...new Set([...exact, ...named, ...ending])].filter(finderOf(keyword)).toSorted((a, b) => a.id - b.id)
}
