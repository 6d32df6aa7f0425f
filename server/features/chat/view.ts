import type { GroupRow, ImGroup, InboxLine, Member, Message, Pins } from '#contract/chat/chat.ts'
import { messageIdOf, reactionKind, type Reaction } from '#contract/chat/chat.ts'
import { contentCodes, contentKindOf } from '#contract/chat/chat-content.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { linkOf } from '#server/identity/links.ts'
import { avatarOf, isChatBot, isStaff, mayCall, nameOf } from './people.ts'
import { chatIdOf, isHidden, peerOf, reasonMute, type Place } from './places.ts'
import { placeId, type ChatRow, type LastRow, type MessageRow, type PinsRow, type PlaceRow } from './rows.ts'
import type { ChatContext } from './context.ts'

const untilOf = (ctx: ChatContext, { mutedUntil }: Pick<PlaceRow, 'mutedUntil'>) =>
  mutedUntil > ctx.now() ? mutedUntil : null
/** Unread messages that name the member, or all. */
const mentionsOf = ({ chat, place }: Place) =>
  [...new Set([...place.mentions, ...chat.allN.filter((n) => n > place.readN)])]
    .filter((n) => n > place.floorN)
    .toSorted((a, b) => a - b)
export const unreadOf = ({ chat, place }: Place) => Math.max(0, chat.loud - place.readLoud)
/** Both parts only grow, so the sum tells which copy is newer. */
const revOf = ({ chat, place }: Place) => chat.rev + place.rev

/** A chat in wire form, for one of its members. */
export function imGroupOf(ctx: ChatContext, at: Place): ImGroup {
  const { chat, place } = at
  const peer = peerOf(chat, place.user)
  const name =
    peer === null ? chat.name : ctx.tables.chatFriends.get(`${place.user}:${peer}`)?.name || nameOf(ctx, peer)
  const avatar = peer === null ? (chat.avatar === null ? null : linkOf(ctx, chat.avatar, 0)) : avatarOf(ctx, peer)
  return {
    id: chatIdOf(chat),
    chatGroupName: name,
    chatGroupAvatar: avatar,
    chatGroupType: chat.type,
    chatGroupStatus: chat.isMuted ? 'muted' : 'normal',
    chatGroupMaster: String(chat.owner),
    createUser: String(chat.creator),
    chatNotice: chat.notice,
    memberCounts: chat.count,
    maxCount: chat.max,
    memberType: place.type,
    memberTipStatus: place.isQuiet,
    memberTopFlag: place.isTop,
    hiddenFlag: isHidden(at),
    advShowFlag: chat.notice !== '' && !place.noticeSeen ? 2 : 0,
    headN: chat.headN,
    readN: place.readN,
    floorN: place.floorN,
    peerUserId: peer === null ? null : String(peer),
    peerReadN: peer === null ? null : (ctx.tables.chatPlaces.get(placeId(chat.id, peer))?.readN ?? 0),
    peerIsBot: peer !== null && isChatBot(ctx, peer),
    peerIsStaff: peer !== null && isStaff(ctx, peer),
    maySend: reasonMute(ctx, at) === null,
    mayCall: peer !== null && mayCall(ctx, place.user, peer),
    mutedUntilMs: untilOf(ctx, place),
    createTime: timeOf(chat.at),
    rev: revOf(at),
    ...(chat.pins && { pins: pinsOf(chat.pins, place.floorN) }),
  }
}
export const pinsOf = ({ rev, list }: PinsRow, floorN = 0): Pins => ({
  rev,
  ns: list.map(({ n }) => n).filter((n) => n > floorN),
})
/** The newest message, unless the member has cleared it away; of what they have deleted, only when it was said. */
const lastOf = ({ chat: { last }, place }: Place): (LastRow & { isDropped: boolean }) | null => {
  if (last === null || last.n <= place.floorN) return null
  const isDropped = last.n === place.droppedN
  return { ...last, ...(isDropped && { text: '' }), isDropped }
}
const speaker = (ctx: ChatContext, { from }: Pick<LastRow, 'from'>) => (from === 0 ? '' : nameOf(ctx, from))
export function groupRowOf(ctx: ChatContext, at: Place): GroupRow {
  const { chat, place } = at
  const last = lastOf(at)
  return {
    imGroup: imGroupOf(ctx, at),
    groupUser: {
      chatStatus: place.isQuiet ? 1 : 0,
      topFlag: place.isTop,
      hiddenFlag: isHidden(at),
      unReadNum: unreadOf(at),
      mentionN: mentionsOf(at),
    },
    imGroupMessageRef: last && {
      id: messageIdOf(chatIdOf(chat), last.n),
      n: last.n,
      createTime: timeOf(last.at),
      createMs: last.at,
      lastMsgContent: last.text,
      messageType: last.kind,
      contentType: last.type,
      userName: speaker(ctx, last),
      revoked: last.isRevoked,
      ...(last.isDropped && { dropped: true }),
    },
  }
}
export function inboxLineOf(ctx: ChatContext, at: Place): InboxLine {
  const { chat, place } = at
  const last = lastOf(at)
  return {
    chatGroupId: chatIdOf(chat),
    headN: chat.headN,
    readN: place.readN,
    floorN: place.floorN,
    unReadNum: unreadOf(at),
    mentionN: mentionsOf(at),
    last: last && {
      n: last.n,
      userName: speaker(ctx, last),
      messageType: last.kind,
      contentType: last.type,
      text: last.text,
      createMs: last.at,
      revoked: last.isRevoked,
      ...(last.isDropped && { dropped: true }),
    },
    rev: revOf(at),
  }
}
export const memberOf = (ctx: ChatContext, chat: Pick<ChatRow, 'id'>, place: PlaceRow): Member => ({
  id: `${chatIdOf(chat)}-${place.user}`,
  userId: String(place.user),
  userName: nameOf(ctx, place.user),
  userAvatar: avatarOf(ctx, place.user),
  memberType: place.type,
  joinTime: timeOf(place.at),
  isBot: isChatBot(ctx, place.user),
  isStaff: isStaff(ctx, place.user),
  mutedUntilMs: untilOf(ctx, place),
})

const filed = new Set<string>(['image', 'video', 'voice', 'file', 'imageText', 'videoText', 'sticker'])
/**
 * What a message says, with links to its files. They are bound to the chat, so that one text is made for all its
 * members; a negative
 * number is no user's.
 */
export function contentTextOf(
  ctx: Pick<ChatContext, 'secret' | 'now'>,
  { kind, type, content, chat }: Pick<MessageRow, 'kind' | 'type' | 'content' | 'chat'>,
): string {
  const name = contentKindOf(type)
  if (kind !== 'user' || name === undefined || !filed.has(name)) return content
  const link = (path: unknown) => (typeof path === 'string' && path !== '' ? linkOf(ctx, path, -chat) : '')
  const value: Record<string, unknown> = JSON.parse(content)
  const linked = (file: Record<string, unknown>) => ({
    ...file,
    url: link(file['relativePath']),
    ...(typeof file['subImgInfo'] === 'string' && { subImgInfo: { url: link(file['subImgInfo']) } }),
  })
  const inner = value['fileInfo']
  if (typeof inner !== 'object' || inner === null) return JSON.stringify(linked(value))
  const file = linked({ ...inner })
  return JSON.stringify({ ...value, fileInfo: file, url: file.url })
}

/** What has become of the packet in a message. Ended ones are only in the store, and are not read for this. */
function packetTextOf(
  { tables }: Pick<ChatContext, 'tables'>,
  { content }: Pick<MessageRow, 'content'>,
  reader: number,
): string {
  const value: Record<string, unknown> = JSON.parse(content)
  const row = tables.chatPackets.get(String(value['redBagId']))
  const isActive = row?.status === 'active'
  const taken = row && { takenNums: row.takes.length, takenByMe: row.takes.some(({ user }) => user === reader) }
  return JSON.stringify({ ...value, redBagStatus: isActive ? 'active' : 'ended', ...taken })
}
const reactionsOf = ({ reactions }: Pick<MessageRow, 'reactions'>, reader: number): Reaction[] =>
  reactionKind.options.flatMap((kind) => {
    const users = reactions?.[kind] ?? []
    return users.length === 0 ? [] : { kind, count: users.length, mine: users.includes(reader) }
  })
/** A message in wire form: its sender gets the id they sent it with, who has deleted it is not told what it says. */
export function messageOf(ctx: ChatContext, row: MessageRow, reader: number, isDropped = false): Message {
  const isMine = row.from === reader && row.from !== 0
  const isRevoked = row.revokedBy !== null
  const isBlank = isRevoked || isDropped
  const isPacket = row.kind === 'user' && row.type === contentCodes.redPacket
  return {
    id: messageIdOf(`g${row.chat}`, row.n),
    n: row.n,
    rev: row.rev,
    cid: isMine ? row.cid : null,
    messageType: row.kind,
    contentType: isBlank ? contentCodes.text : row.type,
    content: isBlank ? '{}' : isPacket ? packetTextOf(ctx, row, reader) : contentTextOf(ctx, row),
    fromUserId: String(row.from),
    userName: row.from === 0 ? '' : nameOf(ctx, row.from),
    userAvatar: row.from === 0 ? null : avatarOf(ctx, row.from),
    chatGroupId: `g${row.chat}`,
    createTime: timeOf(row.at),
    createMs: row.at,
    meFlag: isMine,
    replyTo: isDropped ? null : row.reply && { n: row.reply.n, userName: nameOf(ctx, row.reply.from) },
    mentions: row.mentions === 'all' ? 'all' : row.mentions.map(String),
    revoked: isRevoked,
    revokedBy: row.revokedBy === null ? null : nameOf(ctx, row.revokedBy),
    isForwarded: row.isForwarded,
    ...(row.editedAt !== undefined && !isBlank && { editedMs: row.editedAt }),
    ...(row.reactions !== undefined && reader !== 0 && !isBlank && { reactions: reactionsOf(row, reader) }),
    ...(isDropped && { dropped: true }),
  }
}
