import { holdFees } from './entries.ts'
import { seedHouse } from './house.ts'
import { seedNights } from './nights.ts'
import type { LeverContext } from './context.ts'

/**
 * Creates the house's rows of lots and the deadline of the next night, and brings waiting entries of older releases up
 * to date.
 */
export const seedLever = (ctx: LeverContext) => {
  seedHouse(ctx.tables)
  seedNights(ctx)
  holdFees(ctx)
}
