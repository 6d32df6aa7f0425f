import type { CommandContext } from '#server/core/context.ts'
import type { MarketContext } from '#server/features/market/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import type { OptionTables } from './rows.ts'

type OptionSettings = {
  /** Cap on the house's payout for one side of one round, stakes included, per stake coin (O8). */
  exposure: string
  /**
   * The entry price is the first tick later than this after acceptance, so that knowing a price early gains nothing
   * (O7).
   */
  entryDelayMs: number
  /** Even is only sold if the price has moved enough within this time; 0 sells it always. */
  stillMs: number
}
export const optionSettings = (): OptionSettings => ({ exposure: '50000', entryDelayMs: 500, stillMs: 60_000 })

export type OptionContext = IdentityContext &
  MarketContext &
  CommandContext<OptionTables, object, { option: OptionSettings }>
