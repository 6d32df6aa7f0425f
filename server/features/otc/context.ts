import type { AsyncContext, CommandContext } from '#server/core/context.ts'
import type { BankContext } from '#server/features/wallet/bank/context.ts'
import type { MarketContext } from '#server/features/market/context.ts'
import type { OtcTables } from './rows.ts'

type OtcSettings = {
  /** Fee of an order as a fraction of its quantity, paid in coins by the owner of the ad. */
  feeRate: string
  /** How far the price of an ad may lie from the index price, as a fraction. */
  priceBand: string
  /** Times to pay that an ad may offer, and the time to confirm. */
  payMinutes: readonly number[]
  confirmMinutes: number
  /** Deposit of a merchant in the base coin. */
  bail: string
  /** Most unfinished orders of one taker. */
  unfinishedMax: number
  /** Bounds of an order, worth in the base coin. */
  minWorth: string
  maxWorth: string
  /** The demo has merchants that act by written rules. */
  hasBots: boolean
}
export const otcSettings = (demo: boolean): OtcSettings => ({
  feeRate: '0.001',
  priceBand: '0.1',
  payMinutes: [15, 30, 45, 60],
  confirmMinutes: 30,
  bail: '1000',
  unfinishedMax: 3,
  minWorth: '10',
  maxWorth: '50000',
  hasBots: demo,
})

/** When each user last made a call of OTC. */
export type OtcState = { otcSeen: Map<number, number> }
export type OtcContext = BankContext & MarketContext & CommandContext<OtcTables, OtcState, { otc: OtcSettings }>
export type AsyncOtcContext = AsyncContext<OtcContext>
