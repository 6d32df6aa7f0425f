import { limits } from '#contract/wire/limits.ts'
import type { session } from '#contract/session.ts'
import { endSessions, openSession } from '#server/identity/callers.ts'
import { checkCode, sendCode, spendCode } from '#server/identity/codes.ts'
import { countGuess, forgetGuesses } from '#server/identity/guesses.ts'
import type { Handlers, Outside } from '#server/core/context.ts'
import { makeHash, matches } from '#server/identity/passwords.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Target } from '#server/identity/rows.ts'
import { createUser } from './sign-up.ts'
import { targetOf, typeOfAccount, userOfTarget } from '#server/identity/targets.ts'

const checkPasswords = (password: string | undefined, again: string | undefined) => {
  if (password === undefined || password === '') throw new Refusal('password_required')
  if (password.length < limits.passwordLeast) throw new Refusal('password_too_short')
  if (password !== again) throw new Refusal('password_mismatch')
  return password
}
const loginDoor = ({ type, id }: Target) => `login|${type}|${id}`

/** Counts the guess, then compares; the door shuts for everybody alike, whether or not the account exists. */
const checkLogin = async (outside: Outside, target: Target, password: string) => {
  const door = loginDoor(target)
  const { until } = await outside.command('login guess', (rooms) => countGuess(rooms, door))
  if (until !== null) throw new Refusal('account_locked', { until_ms: until })
  const user = userOfTarget(outside.rooms.tables, target)
  if (!(await matches(user?.password ?? null, password)) || !user) throw new Refusal('login_wrong')
  return user
}

export const sessionHandlers: Handlers<typeof session> = {
  sendMailCode: {
    prepare: async (outside, caller, { user_string, type }) => {
      const sent = await sendCode(outside, type, targetOf('email', user_string, undefined), caller.lang)
      return () => sent
    },
  },
  sendSmsCode: {
    prepare: async (outside, caller, { user_string, area_code, country_code, type }) => {
      const sent = await sendCode(outside, type, targetOf('mobile', user_string, area_code ?? country_code), caller.lang)
      return () => sent
    },
  },
  checkMobile: {
    prepare: async (outside, _caller, { mobile_code, user_string, areacode, type }) => {
      if (user_string) await checkCode(outside, type ?? 'register', targetOf('mobile', user_string, areacode), mobile_code)
      else if (!mobile_code) throw new Refusal('code_required')
      return () => ({})
    },
  },
  checkEmail: {
    prepare: async (outside, _caller, { email_code, user_string, type }) => {
      if (user_string) await checkCode(outside, type ?? 'register', targetOf('email', user_string, undefined), email_code)
      else if (!email_code) throw new Refusal('code_required')
      return () => ({})
    },
  },
  register: {
    prepare: async (outside, caller, input) => {
      const target = targetOf(input.type, input.user_string, input.areacode)
      const password = checkPasswords(input.password, input.re_password)
      await checkCode(outside, 'register', target, input.code)
      const hash = await makeHash(password)
      return (rooms) => {
        spendCode(rooms, 'register', target)
        const user = createUser(rooms, { target, hash, invitation: input.extension_code ?? '', line: input.line_account ?? '', lang: caller.lang })
        return { id: user.id }
      }
    },
  },
  login: {
    prepare: async (outside, caller, input) => {
      const target = targetOf(input.user_type, input.user_string, input.areacode)
      if (!input.password) throw new Refusal('password_required')
      const user = await checkLogin(outside, target, input.password)
      const isCodeNeeded = outside.rooms.settings.loginCode
      if (isCodeNeeded) await checkCode(outside, 'login', target, input.code)
      return (rooms) => {
        const now = rooms.tables.users.need(user.id)
        // Changed while it was being compared: the old one opens nothing any more.
        if (now.password !== user.password) throw new Refusal('login_wrong')
        if (now.accountUntil > rooms.now()) throw new Refusal('account_locked', { until_ms: now.accountUntil })
        if (isCodeNeeded) spendCode(rooms, 'login', target)
        forgetGuesses(rooms, loginDoor(target))
        return openSession(rooms, user.id, 'main', caller.device)
      }
    },
  },
  forget: {
    prepare: async (outside, _caller, input) => {
      const target = targetOf(typeOfAccount(input.account), input.account, input.areacode)
      const password = checkPasswords(input.password, input.repassword)
      await checkCode(outside, 'forget', target, input.code)
      const hash = await makeHash(password)
      return (rooms) => {
        spendCode(rooms, 'forget', target)
        const user = userOfTarget(rooms.tables, target)
        // Nobody learns here whether the account exists: the right code of a target without one changes nothing.
        if (user) {
          rooms.tables.users.put({ ...user, password: hash, withdrawUntil: Math.max(user.withdrawUntil, rooms.now() + rooms.settings.credentialHoldMs) })
          endSessions(rooms, user.id, 'password')
          forgetGuesses(rooms, loginDoor(target))
        }
        return {}
      }
    },
  },
  outcome: {
    prepare: async (outside, caller, { key, burn }) => {
      const found = burn ? await outside.keys.burn(caller, key) : outside.keys.stateOf(caller, key)
      const { state, row } = found
      if (state !== 'done' || row === null) return () => ({ state })
      const answer: unknown = JSON.parse(row.answer)
      return () => ({ state, status: row.status, answer })
    },
  },
}
