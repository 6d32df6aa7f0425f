import type { chatAccount } from '#contract/chat/chat-account.ts'
import { deskPowers } from '#contract/desk/desk-cases.ts'
import { isCommonPassword } from '#contract/wire/common-passwords.ts'
import { limits } from '#contract/wire/limits.ts'
import type { Decide, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { putUser } from '#server/features/account/view.ts'
import { checkMe, userOf, userOfNumber } from '#server/features/chat/people.ts'
import { createUser } from '#server/features/session/sign-up.ts'
import { checkCode, spendCode } from '#server/identity/codes.ts'
import { makeHash } from '#server/identity/passwords.ts'
import { powersOf } from '#server/identity/standing.ts'
import { checkNumber, targetOf, typeOfAccount } from '#server/identity/targets.ts'
import { checkName } from './names.ts'
import { chatUserOf } from './view.ts'
import type { ChatAccountContext } from './context.ts'

const chatPowers = ['addNewGroup'] as const
const isPower = (code: string) => [...chatPowers, ...deskPowers].some((power) => power === code)

export const mayI: Decide<typeof chatAccount.mayI, ChatAccountContext> = (ctx, { user }, { powerCode, userId }) => {
  checkMe(user, userId)
  if (!isPower(powerCode)) throw new Refusal('power_unknown')
  return powersOf(ctx, ctx.tables.users.need(user)).includes(powerCode)
}
export const setPower: Decide<typeof chatAccount.setPower, ChatAccountContext> = (
  ctx,
  _caller,
  { userId, powerCode, powerFlag },
) => {
  if (!isPower(powerCode)) throw new Refusal('power_unknown')
  const row = userOf(ctx, userId)
  const others = row.powers.filter((power) => power !== powerCode)
  ctx.tables.users.put({ ...row, powers: powerFlag ? [...others, powerCode] : others })
  ctx.emit(row.id, { ev: 'chat.powerChanged', v: { powerCode, powerFlag } })
  return powerFlag
}
/** Clients of the chat leave out the area of their own country. */
const homeArea = '86'
/**
 * A number as `<code>-<digits>` or with digits alone, or a mail address; its parts as the main registration takes them.
 */
const partsOf = (text: string | undefined): Parameters<typeof targetOf> => {
  const type = typeOfAccount(text)
  if (type === 'email') return [type, text, undefined]
  const [area = '', ...rest] = (text ?? '').trim().split('-')
  if (rest.length > 0) return [type, rest.join(''), area]
  return [type, text, text?.startsWith('+') === true ? undefined : homeArea]
}
export const accountOf = (text: string | undefined) => targetOf(...partsOf(text))
/** Told only of the caller's own: anybody else would learn who has an account (AT33). */
export const mobileUsed: Decide<typeof chatAccount.mobileUsed, ChatAccountContext> = (
  { tables },
  { user },
  { mobile },
) => {
  const { type, id } = accountOf(mobile)
  return user !== 0 && tables.users.get(user)?.[type] === id
}
export const chatNumberUsed: Decide<typeof chatAccount.chatNumberUsed, ChatAccountContext> = (
  ctx,
  _caller,
  { chatNumber },
) => userOfNumber(ctx, chatNumber) !== undefined
/**
 * Opens an account, by the same rules as the main registration. A picture is set afterwards: who has no account has
 * uploaded nothing.
 */
export const register: Prepared<typeof chatAccount.register, ChatAccountContext> = {
  prepare: async (asyncCtx, caller, { userName, mobile, password, code, address, chatNumber, extensionCode }) => {
    const target = accountOf(mobile)
    checkNumber(...partsOf(mobile))
    if (!password) throw new Refusal('password_required')
    if (password.length < limits.minPasswordLength) throw new Refusal('password_too_short')
    if (isCommonPassword(password)) throw new Refusal('password_common')
    if (!userName) throw new Refusal('name_required')
    checkName(userName)
    await checkCode(asyncCtx, 'register', target, caller, code)
    const hash = await makeHash(password)
    return (ctx) => {
      if (chatNumber !== undefined && userOfNumber(ctx, chatNumber)) throw new Refusal('chat_number_taken')
      spendCode(ctx, 'register', target, caller)
      const user = createUser(ctx, { target, hash, invitation: extensionCode ?? '', line: '', lang: caller.lang })
      if (chatNumber !== undefined) ctx.tables.chatNumbers.put({ user: user.id, number: chatNumber })
      return chatUserOf(ctx, putUser(ctx, { ...user, nickname: userName, address: address ?? null }))
    }
  },
}
