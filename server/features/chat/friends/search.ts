import type { chatFriends, FriendInfo } from '#contract/chat/chat-friends.ts'
import type { Decide, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { termsOfPart } from '#server/core/search.ts'
import {
  avatarOf,
  isBlocked,
  isChatBot,
  isFriend,
  isStaff,
  numberOf,
  userOfNumber,
} from '#server/features/chat/people.ts'
import { chatIdOf } from '#server/features/chat/places.ts'
import { makeQr } from '#server/features/chat/qr.ts'
import { pairId, pairOf } from '#server/features/chat/rows.ts'
import type { User } from '#server/identity/rows.ts'
import { maskOf } from '#server/identity/targets.ts'
import type { ChatFriendsContext } from './context.ts'

const maxFound = 20
/** A shorter text is looked for as a whole name. */
const minLetters = 3
/** Bits of what somebody keeps from a friend. */
const hidesNumber = 1
const hidesProfile = 2

/** Somebody as the caller may see them: a number only among friends, and only if they show it. */
export function infoOf(ctx: ChatFriendsContext, user: number, row: User): FriendInfo {
  const { tables } = ctx
  const mine = tables.chatFriends.get(pairId(user, row.id))
  const power = tables.chatFriends.get(pairId(row.id, user))?.power ?? hidesNumber
  const isOpen = (bit: number) => row.id === user || (power & bit) === 0
  const chat = tables.chats.one('pair', pairOf(user, row.id))
  const isPending = (from: number, to: number) => tables.chatApplies.get(pairId(from, to))?.status === 'pending'
  return {
    friendId: String(row.id),
    friendName: mine?.name ?? '',
    userName: row.nickname,
    headImg: avatarOf(ctx, row.id),
    mobile: isOpen(hidesNumber) ? maskOf.mobile(row.mobile) : null,
    sex: isOpen(hidesProfile) ? row.sex : 'unset',
    chatNumber: numberOf(ctx, row.id),
    address: isOpen(hidesProfile) ? row.address : null,
    signature: isOpen(hidesProfile) ? row.signature : null,
    isFriend: mine !== undefined,
    isBlocked: isBlocked(ctx, row.id, user),
    isBot: isChatBot(ctx, row.id),
    isStaff: isStaff(ctx, row.id),
    apply: isPending(user, row.id)
      ? 'mine'
      : isPending(row.id, user) && !isBlocked(ctx, row.id, user)
        ? 'theirs'
        : null,
    chatGroupId: chat ? chatIdOf(chat) : null,
    qrInfo: makeQr(ctx, { business: 'card', user, value: { userId: String(row.id) }, hours: -1 }),
  }
}

const digitsOf = (text: string) => text.replace(/[\s().+-]/g, '')
/** The user with this phone number, written with its country code. */
function byPhone({ tables }: ChatFriendsContext, text: string): User | undefined {
  const digits = digitsOf(text)
  if (!/^\d{7,19}$/.test(digits)) return undefined
  for (let length = 1; length <= 4; length += 1) {
    const found = tables.users.one('mobile', `${digits.slice(0, length)}-${digits.slice(length).replace(/^0+/, '')}`)
    if (found) return found
  }
  return undefined
}
async function found(ctx: ChatFriendsContext, keyWord: string): Promise<User[]> {
  const { users } = ctx.tables
  if (keyWord.includes('@')) return [users.one('email', keyWord.toLowerCase())].filter((row) => row !== undefined)
  const whole = [userOfNumber(ctx, keyWord), byPhone(ctx, keyWord)].filter((row) => row !== undefined)
  if (whole.length > 0) return whole
  const wanted = keyWord.toLowerCase()
  const isWhole = [...wanted].length < minLetters
  return (await users.find(termsOfPart(wanted))).filter(({ id, nickname }) => {
    const name = nickname.toLowerCase()
    // Names given by number would let anyone count through all accounts; staff is not for everyone to ask.
    return (isWhole ? name === wanted : name.includes(wanted)) && name !== `k${id}` && !isStaff(ctx, id)
  })
}
export const searchUser: Prepared<typeof chatFriends.searchUser, ChatFriendsContext> = {
  prepare: async (asyncCtx, { user }, { keyWord = '' }) => {
    if (keyWord === '') throw new Refusal('keyword_required')
    const rows = (await found(asyncCtx.ctx, keyWord)).filter(({ id }) => id !== user).slice(0, maxFound)
    return (ctx) =>
      rows.map((row) => ({
        id: String(row.id),
        userName: row.nickname,
        avatar: avatarOf(ctx, row.id),
        mobile: byPhone(ctx, keyWord) === row ? maskOf.mobile(row.mobile) : null,
        address: null,
        chatNumber: numberOf(ctx, row.id),
        isFriend: isFriend(ctx, user, row.id),
        isBot: isChatBot(ctx, row.id),
        isStaff: isStaff(ctx, row.id),
      }))
  },
}
/** Who of these numbers is here; the list is not kept. */
export const syncContacts: Decide<typeof chatFriends.syncContacts, ChatFriendsContext> = (
  ctx,
  { user },
  { phoneContacts },
) =>
  phoneContacts.flatMap((mobile) => {
    const row = byPhone(ctx, mobile)
    if (!row || row.id === user) return []
    const status = isFriend(ctx, user, row.id)
      ? 'friend'
      : ctx.tables.chatApplies.get(pairId(user, row.id))?.status === 'pending'
        ? 'pending'
        : 'none'
    return [
      {
        userId: String(row.id),
        userName: row.nickname,
        realName: null,
        mobile,
        avatar: avatarOf(ctx, row.id),
        status,
      } as const,
    ]
  })
