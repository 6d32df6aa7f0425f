import type { chatGroups } from '#contract/chat/chat-groups.ts'
import type { Decide } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkMe, isBlocked, isFriend, numberOf } from '#server/features/chat/people.ts'
import {
  chatIdOf,
  chatsOf,
  groupIn,
  isHidden,
  placeIn,
  placesOf,
  reasonMute,
  type Place,
} from '#server/features/chat/places.ts'
import { joinHours, makeQr } from '#server/features/chat/qr.ts'
import { placeId } from '#server/features/chat/rows.ts'
import { groupRowOf, imGroupOf, memberOf } from '#server/features/chat/view.ts'
import type { ChatGroupsContext } from './context.ts'

type Read<K extends keyof typeof chatGroups> = Decide<(typeof chatGroups)[K], ChatGroupsContext>
const firstTen = 10

const matches = (text: string, keyWord: string) => text.toLowerCase().includes(keyWord.toLowerCase())

export const mine: Read<'mine'> = (ctx, { user }, { includeHidden = false }) =>
  chatsOf(ctx, user)
    .filter((at) => includeHidden || !isHidden(at))
    .map((at) => groupRowOf(ctx, at))
const shortOf = (ctx: ChatGroupsContext, at: Place) => {
  const { id, chatGroupName, chatGroupAvatar, chatGroupType, memberCounts } = imGroupOf(ctx, at)
  return { id, chatGroupName, chatGroupAvatar, chatGroupType, memberCounts }
}
export const search: Read<'search'> = (ctx, { user }, { keyWord = '' }) => {
  if (keyWord === '') throw new Refusal('keyword_required')
  return chatsOf(ctx, user)
    .map((at) => shortOf(ctx, at))
    .filter(({ chatGroupName }) => matches(chatGroupName, keyWord))
}
export const mineForForward: Read<'mineForForward'> = (ctx, { user }) =>
  chatsOf(ctx, user)
    .filter((at) => reasonMute(ctx, at) === null)
    .map((at) => shortOf(ctx, at))
export const info: Read<'info'> = (ctx, { user }, { chatGroupId }) => {
  const at = placeIn(ctx, user, chatGroupId)
  const isGroup = at.chat.type === 'group'
  return {
    imGroup: imGroupOf(ctx, at),
    serverNowMs: ctx.now(),
    qrExpireMs: isGroup ? ctx.now() + joinHours * 3_600_000 : 0,
    qrInfo: isGroup
      ? makeQr(ctx, {
          business: 'joinGroup',
          user,
          value: { chatGroupId: chatIdOf(at.chat), chatGroupName: at.chat.name },
          hours: joinHours,
        })
      : '',
  }
}
export const soundOn: Read<'soundOn'> = (ctx, { user }, { chatGroupId, userId }) => {
  checkMe(user, userId)
  return !placeIn(ctx, user, chatGroupId).place.isQuiet
}
export const members: Read<'members'> = (ctx, { user }, { chatGroupId, limitFlag = 0, keyWord = '' }) => {
  const { chat } = placeIn(ctx, user, chatGroupId)
  const found = placesOf(ctx, chat)
    .map((place) => memberOf(ctx, chat, place))
    .filter(({ userName }) => matches(userName, keyWord))
  return limitFlag === 1 ? found.slice(0, firstTen) : found
}
export const admins: Read<'admins'> = (ctx, { user }, { chatGroupId, limitFlag = 0 }) => {
  const { chat } = groupIn(ctx, user, chatGroupId)
  const found = placesOf(ctx, chat)
    .filter(({ type }) => type !== 'member')
    .map((place) => memberOf(ctx, chat, place))
  return limitFlag === 1 ? found.slice(0, firstTen) : found
}
/** Chat and person of a membership; older clients name the person alone, of whom some chat is the caller's as well. */
const membershipOf = (ctx: ChatGroupsContext, user: number, id: string): [chatGroupId: string, who: string] => {
  const [one = '', who] = id.split('-')
  if (who !== undefined) return [one, who]
  const common = ctx.tables.chatPlaces
    .group('user', user)
    .find(({ chat }) => ctx.tables.chatPlaces.get(placeId(chat, Number(one)))?.isIn)
  return [common ? chatIdOf({ id: common.chat }) : '', one]
}
export const memberInfo: Read<'memberInfo'> = (ctx, { user }, { groupUserId }) => {
  const [chatGroupId, who] = membershipOf(ctx, user, groupUserId)
  const { chat } = placeIn(ctx, user, chatGroupId)
  const place = ctx.tables.chatPlaces.need(`${chat.id}:${who}`)
  if (!place.isIn) throw new Refusal('not_found')
  const row = ctx.tables.users.need(place.user)
  return {
    ...memberOf(ctx, chat, place),
    chatGroupId,
    chatNumber: numberOf(ctx, row.id),
    signature: row.signature,
    isFriend: isFriend(ctx, user, row.id),
    isBlocked: isBlocked(ctx, row.id, user),
  }
}
