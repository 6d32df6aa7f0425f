import type { Rooms } from './handler.ts'
import { openNews } from './opening/news.ts'

/** What a fresh venue begins with: coins, pairs, products, notices. Runs at each start and adds only what is missing. */
export const openBooks = (rooms: Rooms) => {
  openNews(rooms)
}
