import * as z from 'zod/mini'
import { coded } from '#contract/wire/coded.ts'
import { flag, ms, sid, time } from '#contract/wire/fields.ts'

export const applyStatus = coded(z.enum(['pending', 'accepted', 'refused']), { pending: 0, accepted: 1, refused: 2 })
export type ApplyStatus = z.output<typeof applyStatus>
export const contactStatus = coded(z.enum(['none', 'friend', 'pending']), { none: 0, friend: 1, pending: 2 })
export const sex = coded(z.enum(['unset', 'male', 'female']), { unset: 0, male: 1, female: 2 })

/** A request to become friends; `id` is the applicant's user id. */
export const friendApply = z.object({
  id: sid,
  applyId: sid,
  userName: z.string(),
  avatar: z.nullable(z.string()),
  remark: z.string(),
  status: applyStatus,
  createTime: time,
  createMs: ms,
  rev: z.int(),
})
export type FriendApply = z.output<typeof friendApply>

/**
 * Somebody in my list; `friendName` is my name for them. `isFriend` is false in the event of a friendship that ended.
 */
export const friend = z.object({
  id: sid,
  friendId: sid,
  friendName: z.string(),
  userName: z.string(),
  headImg: z.nullable(z.string()),
  isFriend: flag,
  isBlocked: flag,
  isBot: flag,
  isStaff: flag,
})
export type Friend = z.output<typeof friend>
