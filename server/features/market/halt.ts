import type { CommandContext } from '#server/core/context.ts'
import { isHalted } from '#server/core/halt.ts'
import type { Pair } from './rows.ts'

type Books = { tables: Pick<CommandContext['tables'], 'settings'> }
const rowOf = (market: string) => `market_halted:${market}`

/** True while the desk has halted this market. Stored as a row, so that a restart does not resume it. */
export const isMarketHalted = ({ tables }: Books, market: string) => tables.settings.get(rowOf(market))?.value === '1'
export const haltMarket = ({ tables }: Books, market: string) =>
  tables.settings.put({ name: rowOf(market), value: '1' })
export const resumeMarket = ({ tables }: Books, market: string) =>
  tables.settings.put({ name: rowOf(market), value: '0' })
/**
 * True if a pair takes new orders, positions and stakes. What is open already can be cancelled and closed either way.
 */
export const isPairOpen = (ctx: Books, { isOpen, market }: Pick<Pair, 'isOpen' | 'market'>) =>
  isOpen && !isHalted(ctx) && !isMarketHalted(ctx, market)
