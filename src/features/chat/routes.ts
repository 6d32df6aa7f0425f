import { chatPaths } from '#src/lib/paths/chat.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { routesLike, type Route } from '#src/lib/route.ts'

const namespaces = ['chat', 'refusals']

const own = routesLike({ namespaces, needsLogin: true })

/** The community. */
export const chatRoutes: readonly Route[] = [
  own(chatPaths.chats, 'chat:titles.chats', async () => (await import('./chats-page.tsx')).ChatsPage, { tab: 'chat' }),
  own(chatPaths.chatting, 'chat:titles.chat', async () => (await import('./room-page.tsx')).RoomPage),
  own(chatPaths.chatDetail, 'chat:titles.detail', async () => (await import('./detail-page.tsx')).DetailPage),
  own(chatPaths.searchFriend, 'chat:titles.search', async () => (await import('./friends/search-page.tsx')).SearchPage),
  own(chatPaths.friend, 'chat:titles.profile', async () => (await import('./friends/profile-page.tsx')).ProfilePage),
  own(chatPaths.newFriend, 'chat:titles.applies', async () => (await import('./friends/applies-page.tsx')).AppliesPage),
  own(chatPaths.qr, 'chat:titles.qr', async () => (await import('./qr/qr-page.tsx')).QrPage),
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
  own(newsPaths.helpChat, 'chat:titles.help', async () => (await import('./help/help-chat-page.tsx')).HelpChatPage),
  {
    path: chatPaths.share,
    title: 'chat:titles.shared',
    namespaces,
    page: async () => (await import('./share-page.tsx')).SharePage,
  },
]
