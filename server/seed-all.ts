import type { Rooms } from '#server/core/context.ts'
import { openCoins } from '#server/features/market/seed-coins.ts'
import { openLever } from '#server/features/lever/seed.ts'
import { openNews } from '#server/features/news/seed.ts'
import { openOption } from '#server/features/option/seed.ts'
import { openPairs } from '#server/features/market/seed-pairs.ts'

/** What a fresh venue begins with: coins, pairs, products, notices. Runs at each start and adds only what is missing. */
export const openBooks = (rooms: Rooms) => {
  openCoins(rooms)
  openPairs(rooms)
  openLever(rooms)
  openOption(rooms)
  openNews(rooms)
}
