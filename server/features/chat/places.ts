import { memberType as memberTypeSchema, type MemberType } from '#contract/chat/chat.ts'
import { encode } from '#contract/wire/coded.ts'
import { Refusal } from '#server/core/refusal.ts'
import { mayWriteTo } from './people.ts'
import { placeId, type ChatRow, type PlaceRow } from './rows.ts'
import type { ChatContext } from './context.ts'

export type Place = { chat: ChatRow; place: PlaceRow }
export const chatIdOf = ({ id }: Pick<ChatRow, 'id'>) => `g${id}`
export const channelOf = (chat: Pick<ChatRow, 'id'>) => `chat:${chatIdOf(chat)}`
/** The number behind a chat's id; 0, which no chat has, for any other text. */
export const chatNoOf = (id: string) => (/^g[1-9]\d{0,6}$/.test(id) ? Number(id.slice(1)) : 0)
export const memberCode = (type: MemberType) => Number(encode(memberTypeSchema, type))

/**
 * Why a user may not see a chat; null if they may. Strangers are told what they would be told of a chat that does not
 * exist.
 */
export function reasonOutside({ tables }: Pick<ChatContext, 'tables'>, user: number, id: string) {
  const chat = tables.chats.get(chatNoOf(id))
  const place = chat && tables.chatPlaces.get(placeId(chat.id, user))
  if (!chat || !place) return 'not_found'
  if (chat.isOver) return 'group_gone'
  return place.isIn ? null : 'not_member'
}
/** A chat and the caller's place in it. */
export function placeIn(ctx: Pick<ChatContext, 'tables'>, user: number, id: string): Place {
  const reason = reasonOutside(ctx, user, id)
  if (reason !== null) throw new Refusal(reason)
  const chat = ctx.tables.chats.need(chatNoOf(id))
  return { chat, place: ctx.tables.chatPlaces.need(placeId(chat.id, user)) }
}
export function groupIn(ctx: Pick<ChatContext, 'tables'>, user: number, id: string): Place {
  const found = placeIn(ctx, user, id)
  if (found.chat.type === 'single') throw new Refusal('group_only')
  return found
}
export function adminIn(ctx: Pick<ChatContext, 'tables'>, user: number, id: string): Place {
  const found = groupIn(ctx, user, id)
  if (found.place.type === 'member') throw new Refusal('not_admin')
  return found
}
const newestFirst = (a: Place, b: Place) =>
  (b.chat.last?.at ?? b.chat.at) - (a.chat.last?.at ?? a.chat.at) || b.chat.id - a.chat.id
/** The chats of a user: pinned ones first, then the newest. */
export const chatsOf = ({ tables }: Pick<ChatContext, 'tables'>, user: number): Place[] =>
  tables.chatPlaces
    .group('user', user)
    .map((place) => ({ place, chat: tables.chats.need(place.chat) }))
    .filter(({ chat }) => !chat.isOver)
    .toSorted((a, b) => Number(b.place.isTop) - Number(a.place.isTop) || newestFirst(a, b))
/** The members of a chat: the owner, the admins, then by when they came. */
const rank = { owner: 0, admin: 1, member: 2 } as const
export const placesOf = ({ tables }: Pick<ChatContext, 'tables'>, { id }: Pick<ChatRow, 'id'>) =>
  tables.chatPlaces.group('chat', id).toSorted((a, b) => rank[a.type] - rank[b.type] || a.at - b.at || a.user - b.user)
/** The other side of a single chat; null in a group. */
export const peerOf = ({ pair }: Pick<ChatRow, 'pair'>, user: number): number | null => {
  const [one = '', other = ''] = (pair ?? '').split(':')
  return pair === null ? null : Number(one) === user ? Number(other) : Number(one)
}
/** Why a member may not write now; null if they may. */
export function reasonMute(ctx: ChatContext, { chat, place }: Place): 'muted' | 'not_friend' | null {
  const peer = peerOf(chat, place.user)
  if (peer !== null) return mayWriteTo(ctx, place.user, peer) ? null : 'not_friend'
  if (place.type !== 'member') return null
  return chat.isMuted || place.mutedUntil > ctx.now() ? 'muted' : null
}
export const checkMaySpeak = (ctx: ChatContext, at: Place) => {
  const reason = reasonMute(ctx, at)
  if (reason !== null)
    throw new Refusal(
      reason,
      reason === 'muted' && at.place.mutedUntil > ctx.now() ? { until_ms: at.place.mutedUntil } : {},
    )
}
export const maxOf = ({ settings }: Pick<ChatContext, 'settings'>, { max }: Pick<ChatRow, 'max'>) =>
  max === -1 ? settings.chat.maxMembers : max
export const isHidden = ({ chat, place }: Place) => place.hiddenN !== null && chat.headN <= place.hiddenN
