import type { ChatCache } from './chat-cache.ts'

/** The cache of an account's chats, loaded beside the page; null for nobody, and when its code cannot be loaded. */
export const keptChatsOf = async (account: number | null): Promise<ChatCache | null> => {
  if (account === null) return null
  const loaded = await import('./chat-cache.ts').catch(() => null)
  return loaded?.chatCacheOf(account) ?? null
}
