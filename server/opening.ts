import type { Rooms } from './handler.ts'
import { openCoins } from './opening/coins.ts'
import { openLever } from './opening/lever.ts'
import { openNews } from './opening/news.ts'
import { openOption } from './opening/option.ts'
import { openPairs } from './opening/pairs.ts'

/** What a fresh venue begins with: coins, pairs, products, notices. Runs at each start and adds only what is missing. */
export const openBooks = (rooms: Rooms) => {
  openCoins(rooms)
  openPairs(rooms)
  openLever(rooms)
  openOption(rooms)
  openNews(rooms)
}
