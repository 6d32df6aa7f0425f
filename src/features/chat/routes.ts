import { chatPaths } from '#src/lib/paths/chat.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import type { Route } from '#src/lib/route.ts'

const namespaces = ['chat', 'refusals']

/** The community. */
export const chatRoutes: readonly Route[] = [
  {
    path: chatPaths.chats,
    title: 'chat:titles.chats',
    tab: 'chat',
    namespaces,
    needsLogin: true,
    page: async () => (await import('./chats-page.tsx')).ChatsPage,
  },
  {
    path: chatPaths.chatting,
    title: 'chat:titles.chat',
    namespaces,
    needsLogin: true,
    page: async () => (await import('./room-page.tsx')).RoomPage,
  },
  {
    path: chatPaths.chatDetail,
    title: 'chat:titles.detail',
    namespaces,
    needsLogin: true,
    page: async () => (await import('./detail-page.tsx')).DetailPage,
  },
  {
    path: chatPaths.searchFriend,
    title: 'chat:titles.search',
    namespaces,
    needsLogin: true,
    page: async () => (await import('./friends/search-page.tsx')).SearchPage,
  },
  {
    path: chatPaths.friend,
    title: 'chat:titles.profile',
    namespaces,
    needsLogin: true,
    page: async () => (await import('./friends/profile-page.tsx')).ProfilePage,
  },
  {
    path: chatPaths.newFriend,
    title: 'chat:titles.applies',
    namespaces,
    needsLogin: true,
    page: async () => (await import('./friends/applies-page.tsx')).AppliesPage,
  },
  {
    path: chatPaths.qr,
    title: 'chat:titles.qr',
    namespaces,
    needsLogin: true,
    page: async () => (await import('./qr/qr-page.tsx')).QrPage,
  },
  {
    path: chatPaths.chooseLocation,
    title: 'places:titles.choose',
    namespaces: ['places', ...namespaces],
    needsLogin: true,
    page: async () => (await import('./places/choose-page.tsx')).ChoosePage,
  },
  {
    path: chatPaths.openLocation,
    title: 'places:titles.open',
    namespaces: ['places', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./places/open-page.tsx')).OpenPage,
  },
  {
    path: newsPaths.helpChat,
    title: 'chat:titles.help',
    namespaces,
    needsLogin: true,
    page: async () => (await import('./help/help-chat-page.tsx')).HelpChatPage,
  },
  {
    path: chatPaths.share,
    title: 'chat:titles.shared',
    namespaces,
    page: async () => (await import('./share-page.tsx')).SharePage,
  },
]
