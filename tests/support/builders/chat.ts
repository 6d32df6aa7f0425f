import type { Call, CallSide } from '#contract/chat/chat-call.ts'
import type { Packet } from '#contract/chat/chat-packet.ts'
import type { ChatRow } from '#streams/chat/list.ts'
import type { GroupRow, ImGroup, InboxLine, Message } from '#contract/chat/chat.ts'

/** A group with ten messages, all of them read. */
export const anImGroup = (some: Partial<ImGroup> = {}): ImGroup => ({
  id: 'g1',
  chatGroupName: 'Kowloon traders',
  chatGroupAvatar: null,
  chatGroupType: 'group',
  chatGroupStatus: 'normal',
  chatGroupMaster: '1',
  createUser: '1',
  chatNotice: '',
  memberCounts: 3,
  maxCount: -1,
  memberType: 'member',
  memberTipStatus: false,
  memberTopFlag: false,
  hiddenFlag: false,
  advShowFlag: 0,
  headN: 10,
  readN: 10,
  floorN: 0,
  peerUserId: null,
  peerReadN: null,
  peerIsBot: false,
  peerIsStaff: false,
  maySend: true,
  mutedUntilMs: null,
  createTime: '2026-11-22 10:00:00',
  rev: 1,
  ...some,
})
export const aGroupRow = (group: Partial<ImGroup> = {}, user: Partial<GroupRow['groupUser']> = {}): GroupRow => ({
  imGroup: anImGroup(group),
  groupUser: { chatStatus: 0, topFlag: false, hiddenFlag: false, unReadNum: 0, mentionN: [], ...user },
  imGroupMessageRef: null,
})
export const anInboxLine = (some: Partial<InboxLine> = {}): InboxLine => ({
  chatGroupId: 'g1',
  headN: 10,
  readN: 10,
  floorN: 0,
  unReadNum: 0,
  mentionN: [],
  last: null,
  rev: 1,
  ...some,
})
export const aChatRow = (some: Partial<ChatRow> = {}): ChatRow => ({
  id: 'g1',
  group: anImGroup(),
  last: null,
  unread: 0,
  mentions: [],
  isMuted: false,
  isPinned: false,
  ...some,
})
/** A text by Ada. */
export const aMessage = (n: number, some: Partial<Message> & { readonly text?: string } = {}): Message => {
  const { text = `message ${n}`, ...rest } = some
  return {
    id: `g1-${n}`,
    n,
    rev: 1,
    cid: null,
    messageType: 'user',
    contentType: 1,
    content: JSON.stringify({ text }),
    fromUserId: '2',
    userName: 'Ada',
    userAvatar: null,
    chatGroupId: 'g1',
    createTime: '2026-11-22 10:00:00',
    createMs: 1_763_805_600_000 + n * 1000,
    meFlag: false,
    replyTo: null,
    mentions: [],
    revoked: false,
    revokedBy: null,
    isForwarded: false,
    ...rest,
  }
}
export const aPacket = (some: Partial<Packet> = {}): Packet => ({
  redBagId: 'p1',
  chatGroupId: 'g1',
  messageId: 'g1-2',
  n: 2,
  fromUser: '2',
  userName: 'Ada',
  redBagRemark: 'Luck',
  redBagValue: '10',
  redBagNums: 3,
  redBagType: 'group',
  redBagRule: 'random',
  receiveUsers: [],
  takenNums: 0,
  takenValue: '0',
  refundValue: '0',
  myValue: null,
  status: 'active',
  createTime: '2026-11-22 10:00:00',
  expireMs: 4_000_000_000_000,
  serverNowMs: 1,
  shareHash: 'h',
  salt: null,
  shares: null,
  rev: 1,
  ...some,
})

type SomeCall = Partial<Omit<Call, 'caller' | 'called'>> & {
  readonly caller?: Partial<CallSide>
  readonly called?: Partial<CallSide>
}
/** A call of person 1 to person 2 that rings. */
export const aCall = ({ caller, called, ...some }: SomeCall = {}): Call => ({
  id: 'k1',
  chatGroupId: 'g1',
  media: 'voice',
  status: 'ringing',
  caller: { userId: '1', userName: 'Ada', avatar: null, tab: 't1', says: 0, ...caller },
  called: { userId: '2', userName: 'Ben', avatar: null, tab: null, says: 0, ...called },
  untilMs: 100_000,
  talkingMs: null,
  endedMs: null,
  why: null,
  serverNowMs: 55_000,
  rev: 1,
  ...some,
})
