import type { CommandContext } from '#server/core/context.ts'
import type { BankContext } from '#server/features/wallet/bank/context.ts'
import type { LeverContext } from '#server/features/lever/context.ts'
import type { OptionContext } from '#server/features/option/context.ts'
import type { SpotSettings } from '#server/features/spot/context.ts'
import type { AssetsTables } from './rows.ts'

/** Rates are fractions; amounts are worth in the base coin. */
type AssetsSettings = {
  /** How long a quote is good: for coins, for bank money. */
  coinQuoteMs: number
  bankQuoteMs: number
  flash: { feeRate: string; spread: string; min: string; max: string }
  /** Bank money: the distance of the quoted price from the rate, the fees in and out, and the bounds. */
  bankMoney: { spread: string; feeRateIn: string; feeRateOut: string; feeMinOut: string; min: string; max: string }
  gift: { feeRate: string; min: string; max: string }
  /** Conversions of mining rewards: by the name of the coin, least in that coin. */
  convert: { coin: string; feeRate: string; spread: string; min: string }
}
export const assetsSettings = (): AssetsSettings => ({
  coinQuoteMs: 10_000,
  bankQuoteMs: 600_000,
  flash: { feeRate: '0.001', spread: '0.00025', min: '10', max: '50000' },
  bankMoney: { spread: '0.005', feeRateIn: '0.002', feeRateOut: '0.003', feeMinOut: '1', min: '20', max: '20000' },
  gift: { feeRate: '0', min: '1', max: '10000' },
  convert: { coin: 'BTC', feeRate: '0.001', spread: '0.0005', min: '0.00001' },
})

/**
 * Assets values all balances at market prices, and refuses transfers out of the `lever` account while positions are
 * open.
 */
export type AssetsContext = LeverContext &
  OptionContext &
  BankContext &
  CommandContext<AssetsTables, object, { spot: SpotSettings; assets: AssetsSettings }>
