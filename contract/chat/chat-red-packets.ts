import * as z from 'zod/mini'
import { memberOnly } from './chat-groups.ts'
import { packet, packetRule, packetType, takeReason, takeResult } from './chat-packet.ts'
import { change, PIN, read } from '#contract/wire/endpoint.ts'
import { flag, sid, time, typed, whole } from '#contract/wire/fields.ts'
import { dec, typedDec } from '#contract/wire/money.ts'
import { secret } from '#contract/wire/secret.ts'
import { spec } from '#contract/wire/spec.ts'

const post = { method: 'POST', who: 'in', wrap: 'chat' } as const
const asked = {
  chatGroupId: sid,
  fromUser: z.optional(sid),
  redBagValue: typedDec,
  redBagRemark: typed(100),
  redBagType: z.optional(packetType),
  redBagBg: z.optional(z.int()),
  receiveAllFlag: z.optional(z.boolean()),
  /** Absent after `authorisePayment`. */
  tradePwd: secret(z.optional(z.string().check(z.maxLength(64)))),
}
const made = z.object({ redBagId: sid, id: sid, n: z.int() })
const paid = [
  'amount_required',
  'packet_value',
  'insufficient_balance',
  ...PIN,
  'withdraw_locked',
  'text_too_long',
] as const
/** The packet by its id or by its message; the rest of a message item is not read. */
const which = z.looseObject({ id: z.optional(sid), redBagId: z.optional(sid), chatGroupId: z.optional(sid) })
const taken = {
  ...post,
  isBeside: true,
  input: which,
  output: z.object({ data: takeResult, reason: takeReason, packet: z.nullable(packet) }),
  refusals: ['not_found'],
} as const

export const chatRedPackets = {
  send: change({
    description: 'Send a red packet to one person.',
    rate: 'guess',
    ...post,
    path: 'imGroupUserRef/sendRedBag',
    input: z.strictObject(asked),
    output: made,
    refusals: [...memberOnly, ...paid, 'not_friend', 'content_type'],
  }),
  sendToGroup: change({
    description: 'Send a red packet to a group: random, equal or for one member.',
    rate: 'guess',
    ...post,
    path: 'imGroupUserRef/sendRedBagForGroup',
    input: z.strictObject({
      ...asked,
      redBagNums: z.optional(whole),
      redBagRule: z.optional(packetRule),
      receiveUsers: z.optional(z.array(z.looseObject({ userId: sid })).check(z.maxLength(10))),
    }),
    output: made,
    refusals: [...memberOnly, ...paid, 'group_only', 'packet_count', 'muted'],
  }),
  take: change({
    description: 'Take a share of a red packet.',
    ...taken,
    path: 'imGroupUserRef/receviceRedBag',
  }),
  takeFromGroup: change({
    description: 'Take a share of a red packet in a group.',
    ...taken,
    path: 'imGroupUserRef/receviceRedBagForGroup',
  }),
  takers: read({
    description: 'List who took a share; when all are taken, with the best.',
    ...post,
    path: 'imGroupUserRef/getRedBagReceiveList',
    isBeside: true,
    input: z.looseObject({
      redBagId: z.optional(sid),
      id: z.optional(sid),
      chatGroupId: z.optional(sid),
      pageNum: z.optional(whole),
      pageSize: z.optional(whole),
    }),
    output: z.object({
      data: z.array(
        z.object({
          userId: sid,
          userName: z.string(),
          avatar: z.nullable(z.string()),
          createTime: time,
          tradeValue: dec,
          /** The best of a random packet, told when all are taken. */
          maxFlag: flag,
        }),
      ),
      packet,
    }),
    refusals: ['not_found', 'not_member'],
  }),
}

export const chatRedPacketsSpec = spec({
  about: 'Red packets.',
  calls: chatRedPackets,
  events: [],
  channels: {},
})
