import { withQuery } from './query.ts'

const at = {
  chats: '/pages/chat/chat/chatGroupList',
  searchFriend: '/pages/chat/search/searchFriend',
  friend: '/pages/chat/chat/friends/friendHome',
  newFriend: '/pages/chat/chat/friends/newFriendInfo',
  chatting: '/pages/chat/chat/chatGroup/chatting',
  chatDetail: '/pages/chat/chat/chatGroup/chatDetail',
  qr: '/pages/chat/qr-info/qr-info',
  chooseLocation: '/pages/system/choose-location',
  openLocation: '/pages/system/open-location',
  /** Not in the family's table: messages that were shared by a link. */
  share: '/pages/chat/share',
} as const

/** Paths of the chat; their odd spellings occur only here. */
export const chatPaths = {
  ...at,
  tabOf: (tab: 'chats' | 'friends' | 'account') => withQuery(at.chats, { tab }),
  chattingOf: (chatGroupId: string) => withQuery(at.chatting, { chatGroupId }),
  /** The chat with one person, opened if there is none yet. */
  chattingWith: (userId: string) => withQuery(at.chatting, { with: userId }),
  /** A chat at one of its messages. */
  messageOf: (chatGroupId: string, n: number) => withQuery(at.chatting, { chatGroupId, n }),
  detailOf: (chatGroupId: string) => withQuery(at.chatDetail, { chatGroupId }),
  friendOf: (id: string) => withQuery(at.friend, { id }),
  shareOf: (shareID: string) => withQuery(at.share, { shareID }),
  /** The code with which others join a group. */
  groupQrOf: (chatGroupId: string) => withQuery(at.qr, { chatGroupId }),
  /** What a scanned code does. */
  chooseLocationOf: (chatGroupId: string) => withQuery(at.chooseLocation, { chatGroupId }),
  openLocationOf: ({
    name,
    address,
    latitude,
    longitude,
  }: {
    readonly name: string
    readonly address: string
    readonly latitude: number
    readonly longitude: number
  }) => withQuery(at.openLocation, { latitude, longitude, name, address: address === '' ? undefined : address }),
  qrOf: (qrInfo: string) => withQuery(at.qr, { qrInfo }),
} as const
