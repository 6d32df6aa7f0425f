import type { CommandContext } from '#server/core/context.ts'
import type { MarketContext } from '#server/features/market/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import type { OptionTables } from './rows.ts'

export type OptionSettings = {
  /** What the house may have to pay for one side of one round, stakes included, in each stake coin. */
  exposure: string
  /** An entry price is taken this long after an order at the earliest, so that a lead over the price source gains nothing (O7). */
  entryDelayMs: number
}
export const optionSettings = (): OptionSettings => ({ exposure: '50000', entryDelayMs: 500 })

export type OptionContext = IdentityContext & MarketContext & CommandContext<OptionTables, object, { option: OptionSettings }>
