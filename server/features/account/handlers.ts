import type { account } from '#contract/account.ts'
import { limits } from '#contract/wire/limits.ts'
import { endSessions } from '#server/identity/callers.ts'
import { checkCode, sendCode, spendCode } from '#server/identity/codes.ts'
import { countGuess, forgetGuesses } from '#server/identity/guesses.ts'
import type { Caller, Handlers, Outside, Rooms } from '#server/core/context.ts'
import { makeHash, matches } from '#server/identity/passwords.ts'
import { centerOf, holdWithdrawals, lockOf, pinDoor, putUser } from '#server/identity/people.ts'
import { checkPin, isPin } from '#server/identity/pins.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Target } from '#server/identity/rows.ts'

const ownTarget = ({ tables }: Rooms, user: number): Target => {
  const { email, mobile } = tables.users.need(user)
  if (email !== null) return { type: 'email', id: email }
  return { type: 'mobile', id: mobile ?? '' }
}
const purpose = 'own'

/** The old login password, or a code in its place. */
const proveLogin = async (outside: Outside, caller: Caller, old: string | undefined, code: string | undefined) => {
  const { rooms } = outside
  if (!old && code) return checkCode(outside, purpose, ownTarget(rooms, caller.user), code)
  if (!old) throw new Refusal('password_required')
  const door = `change|${caller.user}`
  const { until } = await outside.command('password guess', (inside) => countGuess(inside, door))
  if (until !== null) throw new Refusal('old_password_wrong', { until_ms: until })
  if (!(await matches(rooms.tables.users.need(caller.user).password, old))) throw new Refusal('old_password_wrong')
  return outside.command('password right', (inside) => forgetGuesses(inside, door))
}

/** The old fund password, or a code in its place; on first setting a code where codes are asked for. */
const provePin = async (outside: Outside, caller: Caller, old: string | undefined, code: string | undefined) => {
  const { rooms } = outside
  const isSet = rooms.tables.users.need(caller.user).pin !== null
  if (isSet && !code) return checkPin(outside, caller.user, old)
  if (!code && rooms.settings.verification === '0') return
  return checkCode(outside, purpose, ownTarget(rooms, caller.user), code)
}
const spendProof = (rooms: Rooms, user: number, code: string | undefined) => {
  if (code) spendCode(rooms, purpose, ownTarget(rooms, user))
}

const preparePin = async (outside: Outside, caller: Caller, old: string | undefined, pin: string | undefined, again: string | undefined, code: string | undefined) => {
  if (!pin) throw new Refusal('pay_password_required')
  if (!isPin(pin)) throw new Refusal('pay_password_malformed')
  if (again !== undefined && again !== pin) throw new Refusal('password_mismatch')
  await provePin(outside, caller, old, code)
  const hash = await makeHash(pin)
  return (rooms: Rooms) => {
    spendProof(rooms, caller.user, code)
    forgetGuesses(rooms, pinDoor(caller.user))
    putUser(rooms, holdWithdrawals(rooms, { ...rooms.tables.users.need(caller.user), pin: hash }))
  }
}

export const accountHandlers: Handlers<typeof account> = {
  center: (rooms, { user }) => centerOf(rooms, rooms.tables.users.need(user)),
  isLock: (rooms, { user }) => lockOf(rooms, rooms.tables.users.need(user)),
  hasPassword: ({ tables }, { user }) => (tables.users.need(user).pin === null ? 'unset' : 'set'),
  changePassword: {
    prepare: async (outside, caller, input) => {
      if (input.type === 'fund') {
        const change = await preparePin(outside, caller, input.old_password, input.password, input.re_password, input.code)
        return (rooms) => {
          change(rooms)
          return {}
        }
      }
      if (!input.password) throw new Refusal('password_required')
      if (input.password.length < limits.passwordLeast) throw new Refusal('password_too_short')
      if (input.re_password !== undefined && input.re_password !== input.password) throw new Refusal('password_mismatch')
      await proveLogin(outside, caller, input.old_password, input.code)
      const hash = await makeHash(input.password)
      return (rooms) => {
        if (!input.old_password) spendProof(rooms, caller.user, input.code)
        putUser(rooms, holdWithdrawals(rooms, { ...rooms.tables.users.need(caller.user), password: hash }))
        endSessions(rooms, caller.user, 'password', caller.session)
        return {}
      }
    },
  },
  changePayPassword: {
    prepare: async (outside, caller, input) => {
      const change = await preparePin(outside, caller, input.oldpassword, input.password, input.re_password, input.code)
      return (rooms) => {
        change(rooms)
        return { has_password: 'set' }
      }
    },
  },
  sendOwnCode: {
    prepare: async (outside, caller) => {
      const sent = await sendCode(outside, purpose, ownTarget(outside.rooms, caller.user), caller.lang)
      return () => sent
    },
  },
}
