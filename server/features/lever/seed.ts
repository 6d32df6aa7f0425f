import type { CommandContext } from '#server/core/context.ts'
import { seedHouse } from './house.ts'
import { seedNights } from './nights.ts'

/** What contracts need to be there: the house's book of lots and the deadline of the next night. */
export const seedLever = (ctx: CommandContext) => {
  seedHouse(ctx.tables)
  seedNights(ctx)
}
