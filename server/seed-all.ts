import type { CommandContext } from '#server/core/context.ts'
import { seedCoins } from '#server/features/market/seed-coins.ts'
import { seedLever } from '#server/features/lever/seed.ts'
import { seedNews } from '#server/features/news/seed.ts'
import { seedOption } from '#server/features/option/seed.ts'
import { seedPairs } from '#server/features/market/seed-pairs.ts'

/** What a fresh venue begins with: coins, pairs, products, notices. Runs at each start and adds only what is missing. */
export const seedAll = (ctx: CommandContext) => {
  seedCoins(ctx)
  seedPairs(ctx)
  seedLever(ctx)
  seedOption(ctx)
  seedNews(ctx)
}
