import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { sid, time, typed } from '#contract/wire/fields.ts'
import { coded } from '#contract/wire/coded.ts'
import { secret } from '#contract/wire/secret.ts'
import { spec } from '#contract/wire/spec.ts'

/** A user's chat profile; it belongs to the same account and has the same nickname. */
export const chatUser = z.object({
  id: sid,
  userName: z.string(),
  realName: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  chatNumber: z.string(),
  signature: z.nullable(z.string()),
  sex: coded(z.enum(['unset', 'male', 'female']), { unset: 0, male: 1, female: 2 }),
  address: z.nullable(z.string()),
  level: z.int(),
  qrInfo: z.string(),
  createTime: time,
})
export type ChatUser = z.output<typeof chatUser>

const sex = coded(z.enum(['unset', 'male', 'female']), { unset: 0, male: 1, female: 2 })

export const chatAccount = {
  login: change({
    method: 'POST', path: 'sys/login', who: 'any', wrap: 'chat', isSecret: true,
    input: z.strictObject({
      mobile: typed(100), password: secret(z.optional(z.string().check(z.maxLength(64)))), userDeviceId: typed(64),
    }),
    output: z.object({ userInfo: chatUser, token: z.string() }),
    refusals: ['account_required', 'account_malformed', 'login_wrong', 'account_locked', 'token_mismatch'],
  }),
  loginStatus: read({
    method: 'POST', path: 'sys/checkLoginStatus', who: 'in', wrap: 'chat',
    input: z.strictObject({}), output: z.object({ userId: sid, status: z.literal(1) }), refusals: [],
  }),
  logout: change({
    method: 'POST', path: 'sys/logout', who: 'in', wrap: 'chat', isSecret: true,
    input: z.strictObject({}), output: z.object({}), refusals: [],
  }),
  updateUser: change({
    method: 'POST', path: 'imUser/updateUserInfo', who: 'in', wrap: 'chat',
    input: z.strictObject({
      userName: typed(20), avatar: z.optional(z.string().check(z.maxLength(500))), signature: typed(60),
      sex: z.optional(sex), address: typed(200),
    }),
    output: chatUser,
    refusals: ['name_required', 'name_reserved', 'text_too_long', 'file_unknown'],
  }),
}

export const chatAccountSpec = spec({ calls: chatAccount, events: [], channels: {} })
