import { seedHouse } from './house.ts'
import { seedNights } from './nights.ts'
import type { LeverContext } from './context.ts'

/** What contracts need to be there: the house's book of lots and the deadline of the next night. */
export const seedLever = (ctx: LeverContext) => {
  seedHouse(ctx.tables)
  seedNights(ctx)
}
