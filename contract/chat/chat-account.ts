import * as z from 'zod/mini'
import { chatLogin, chatUser } from './chat-login.ts'
import { sex } from './chat-people.ts'
import { change, CODE, PIN, read } from '#contract/wire/endpoint.ts'
import { flag, ms, sid, time, typed, typedCode, whole } from '#contract/wire/fields.ts'
import { coded } from '#contract/wire/coded.ts'
import { dec, typedDec } from '#contract/wire/money.ts'
import { secret } from '#contract/wire/secret.ts'
import { spec } from '#contract/wire/spec.ts'

export const recordType = coded(z.enum(['packet', 'transfer', 'recharge', 'withdrawal', 'spend', 'other']), {
  packet: 1,
  transfer: 2,
  recharge: 3,
  withdrawal: 4,
  spend: 5,
  other: 6,
})
export type RecordType = z.output<typeof recordType>
export const recordStatus = coded(z.enum(['running', 'done', 'failed']), { running: 1, done: 2, failed: 3 })
const direction = z.enum(['in', 'out'])
/** A line of the community's account: written by money and read-only, or a note of the user's own. */
export const accountRecord = z.object({
  id: sid,
  /** Of a ledger record the number of its log type, as text: the client has a name for it in every language. */
  tradeTitle: z.string(),
  tradeIcon: z.nullable(z.string()),
  tradeValue: dec,
  tradeDirection: direction,
  tradeType: recordType,
  tradeStatus: recordStatus,
  source: z.enum(['ledger', 'own']),
  remark: z.nullable(z.string()),
  createTime: time,
  finishTime: z.nullable(time),
})
export type AccountRecord = z.output<typeof accountRecord>
/** Most that one top-up takes. */
export const maxTopUp = '5000'

const pin = secret(z.optional(z.string().check(z.maxLength(64))))
const recordFields = {
  tradeTitle: typed(40),
  tradeValue: typedDec,
  tradeDirection: z.optional(direction),
  tradeType: z.optional(recordType),
  tradeIcon: typed(40),
  remark: typed(100),
  createTime: z.optional(time),
}
const post = { method: 'POST', who: 'in', wrap: 'chat' } as const

const logins = {
  ...chatLogin,
  updateUser: change({
    description: 'Change the nickname, the picture and other fields of the profile.',
    method: 'POST',
    path: 'imUser/updateUserInfo',
    who: 'in',
    wrap: 'chat',
    input: z.strictObject({
      userName: typed(20),
      avatar: z.optional(z.string().check(z.maxLength(500))),
      signature: typed(60),
      sex: z.optional(sex),
      address: typed(200),
    }),
    output: chatUser,
    refusals: ['name_required', 'name_reserved', 'text_too_long', 'file_unknown'],
  }),
}

/** The calls of section 26 beside the login: powers, registration, money, records. */
const more = {
  mayI: read({
    description: 'Read whether the account holds a power.',
    ...post,
    path: 'sys/checkUserPower',
    input: z.strictObject({ powerCode: z.string().check(z.maxLength(40)), userId: z.optional(sid) }),
    output: z.boolean(),
    refusals: ['power_unknown'],
  }),
  setPower: change({
    description: 'Grant or take away a power.',
    ...post,
    path: 'sys/updateUserPower',
    who: 'pw:grantPower',
    input: z.strictObject({ userId: sid, powerCode: z.string().check(z.maxLength(40)), powerFlag: flag }),
    output: z.boolean(),
    refusals: ['power_unknown', 'not_found'],
  }),
  /** True only to who has proved the number by a code: it never tells strangers. */
  mobileUsed: read({
    description: 'Read whether an account has this number; told to its owner only.',
    ...post,
    path: 'sys/checkMobile',
    who: 'any',
    input: z.strictObject({ mobile: typed(100) }),
    output: z.boolean(),
    refusals: ['account_required', 'account_malformed'],
  }),
  chatNumberUsed: read({
    description: 'Read whether a chat number is taken.',
    rate: 'guess',
    ...post,
    path: 'sys/checkQQ',
    who: 'any',
    input: z.strictObject({ chatNumber: z.string().check(z.regex(/^[A-Za-z0-9_]{5,20}$/)) }),
    output: z.boolean(),
    refusals: [],
  }),
  register: change({
    description: 'Open an account by the chat service.',
    rate: 'guess',
    ...post,
    path: 'sys/register',
    who: 'any',
    isSecret: true,
    input: z.strictObject({
      userName: typed(20),
      realName: typed(60),
      mobile: typed(100),
      password: secret(z.optional(z.string().check(z.maxLength(64)))),
      code: typedCode,
      address: typed(200),
      avatar: z.optional(z.string().check(z.maxLength(500))),
      chatNumber: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_]{5,20}$/))),
      extensionCode: typed(40),
    }),
    output: chatUser,
    refusals: [
      'account_required',
      'account_malformed',
      ...CODE,
      'password_required',
      'password_too_short',
      'password_common',
      'account_taken',
      'name_required',
      'name_reserved',
      'chat_number_taken',
      'invite_unknown',
    ],
  }),
  balance: read({
    description: 'Read the balance of the trust account.',
    ...post,
    path: 'imUser/getUserAccountInfo',
    input: z.strictObject({}),
    output: z.object({ accountBalance: dec, seq: z.int() }),
    refusals: [],
  }),
  topUp: change({
    description: 'Move money from spot to trust.',
    rate: 'guess',
    ...post,
    path: 'imUser/toPayUserBalance',
    input: z.strictObject({ amount: typedDec, tradePwd: pin }),
    output: z.string(),
    refusals: ['amount_required', 'amount_above_max', 'insufficient_balance', ...PIN],
  }),
  callInfo: read({
    description: 'Read whether people can call each other, by which servers, and the call that the account is in.',
    ...post,
    path: 'imUser/getVideoCallingInfo',
    input: z.strictObject({ chatGroupId: z.optional(sid), type: whole, targetUserID: z.optional(sid) }),
    output: z.object({
      enabled: z.boolean(),
      roomID: z.nullable(z.string()),
      type: z.int(),
      members: z.array(sid),
      /** As a browser takes them; until `expireMs` their passwords are good. */
      servers: z.array(
        z.object({
          urls: z.array(z.string()),
          username: z.optional(z.string()),
          credential: z.optional(z.string()),
        }),
      ),
      expireMs: z.nullable(ms),
      serverNowMs: ms,
    }),
    refusals: [],
  }),
  checkPin: change({
    description: 'Check the fund password; it opens nothing.',
    rate: 'guess',
    ...post,
    path: 'imGroupUserRef/validateTradePwd',
    input: z.strictObject({ tradePwd: pin, accountBalance: z.optional(z.unknown()) }),
    output: z.literal(true),
    refusals: PIN,
  }),
  /** Allows this session one packet of at most that sum, for two minutes. */
  authorisePayment: change({
    description: 'Allow this login one red packet within two minutes.',
    rate: 'guess',
    ...post,
    path: 'imGroupUserRef/validatePayTradePwd',
    input: z.strictObject({ tradePwd: pin, accountBalance: typedDec }),
    output: z.literal(true),
    refusals: ['amount_required', 'insufficient_balance', ...PIN],
  }),
  changePin: change({
    description: 'Set or change the fund password.',
    rate: 'guess',
    ...post,
    path: 'imGroupUserRef/updateTradePwd',
    input: z.strictObject({ tradePwd: pin, oldTradePwd: pin, code: typedCode }),
    output: z.object({}),
    refusals: [...PIN, ...CODE, 'pay_password_common'],
  }),
  addRecord: change({
    description: "Write a note of one's own into the account of the community.",
    ...post,
    path: 'accountRecord/addUserAccountRecord',
    aliases: ['accountRecord/add'],
    input: z.strictObject(recordFields),
    output: accountRecord,
    refusals: ['amount_required', 'title_required'],
  }),
  records: read({
    description: 'List one month of the account of the community with its totals.',
    ...post,
    path: 'accountRecord/getUserAccountRecordList',
    aliases: ['accountRecord/getList'],
    input: z.strictObject({
      timeDuring: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/)),
      tradeType: z.optional(recordType),
      pageNum: z.optional(whole.check(z.minimum(1))),
      pageSize: z.optional(whole.check(z.minimum(1), z.maximum(50))),
    }),
    /** The totals are of the whole month and kind, whatever the page. */
    output: z.object({
      recordList: z.array(accountRecord),
      count: z.int(),
      monthAccountInfo: z.object({ inputAmount: dec, outputAmount: dec }),
    }),
    refusals: [],
  }),
  updateRecord: change({
    description: 'Change a note, or the remark on a record of the ledger.',
    ...post,
    path: 'accountRecord/updateUserAccountRecord',
    aliases: ['accountRecord/update'],
    input: z.strictObject({ id: sid, ...recordFields }),
    output: accountRecord,
    refusals: ['not_found', 'record_readonly', 'amount_required', 'title_required'],
  }),
  /** A ledger record is only hidden from this list. */
  deleteRecord: change({
    description: 'Remove a note, or hide a record of the ledger.',
    ...post,
    path: 'accountRecord/deleteUserAccountRecord',
    aliases: ['accountRecord/delete'],
    input: z.strictObject({ id: sid }),
    output: z.object({}),
    refusals: ['not_found'],
  }),
}

export const chatAccount = { ...logins, ...more }

export const chatAccountSpec = spec({
  about: 'The account in the chat service.',
  calls: chatAccount,
  events: [],
  channels: {},
})
