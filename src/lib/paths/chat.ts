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
} as const

/** Paths of the chat; their odd spellings occur only here. */
export const chatPaths = {
  ...at,
  chattingOf: (chatGroupId: string) => withQuery(at.chatting, { chatGroupId }),
  qrOf: (qrInfo: string) => withQuery(at.qr, { qrInfo }),
} as const
