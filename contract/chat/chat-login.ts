import * as z from 'zod/mini'
import { sex } from './chat-people.ts'
import { change, read } from '#contract/wire/endpoint.ts'
import { sid, time, typed } from '#contract/wire/fields.ts'
import { secret } from '#contract/wire/secret.ts'

/** A user's chat profile; it belongs to the same account and has the same nickname. */
export const chatUser = z.object({
  id: sid,
  userName: z.string(),
  realName: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  chatNumber: z.string(),
  signature: z.nullable(z.string()),
  sex,
  address: z.nullable(z.string()),
  level: z.int(),
  qrInfo: z.string(),
  createTime: time,
})
export type ChatUser = z.output<typeof chatUser>

/** The login of the chat service, which every login of the venue brings: it comes with the first page. */
export const chatLogin = {
  login: change({
    description: 'Exchange the login for a token of the chat.',
    rate: 'guess',
    method: 'POST',
    path: 'sys/login',
    who: 'any',
    wrap: 'chat',
    isSecret: true,
    input: z.strictObject({
      mobile: typed(100),
      password: secret(z.optional(z.string().check(z.maxLength(64)))),
      userDeviceId: typed(64),
    }),
    output: z.object({ userInfo: chatUser, token: z.string() }),
    refusals: [
      'account_required',
      'account_malformed',
      'login_wrong',
      'account_locked',
      'account_frozen',
      'token_mismatch',
      'totp_required',
    ],
  }),
  loginStatus: read({
    description: 'Read whether the login still stands.',
    method: 'POST',
    path: 'sys/checkLoginStatus',
    who: 'in',
    wrap: 'chat',
    input: z.strictObject({}),
    output: z.object({ userId: sid, status: z.literal(1) }),
    refusals: [],
  }),
  logout: change({
    description: 'End this login.',
    method: 'POST',
    path: 'sys/logout',
    who: 'in',
    wrap: 'chat',
    isSecret: true,
    input: z.strictObject({}),
    output: z.object({}),
    refusals: [],
  }),
}
