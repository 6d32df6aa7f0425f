import { seedHouse } from './house.ts'
import { seedNights } from './nights.ts'
import type { LeverContext } from './context.ts'

/** Creates the house's rows of lots and the deadline of the next night. */
export const seedLever = (ctx: LeverContext) => {
  seedHouse(ctx.tables)
  seedNights(ctx)
}
