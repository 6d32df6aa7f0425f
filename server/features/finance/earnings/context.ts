import type { EarningSource } from '#contract/finance/earnings.ts'
import type { Lang } from '#contract/wire/languages.ts'
import type { CommandContext } from '#server/core/context.ts'
import type { MarketContext } from '#server/features/market/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import type { EarningsTables } from './rows.ts'

/**
 * By the name of a coin: the most that the house may have paid and owe in it. A coin without a limit promises nothing.
 */
type EarningsSettings = { [coin: string]: string }
export const earningsSettings = (): EarningsSettings => ({ USDT: '500000', BTC: '5', ETH: '150' })

/**
 * A running order as *my earnings* shows it. `next` is the payment to come: what is earned, and what is returned with
 * it.
 */
export type Working = {
  ref: string
  name: string
  asset: number
  amount: bigint
  next: { at: number; asset: number; amount: bigint; back: bigint; isLast: boolean } | null
}
type WorkingOf = (user: number, lang: Lang) => readonly Working[]
export type EarningsState = { earningSources: Map<EarningSource, WorkingOf> }
export type EarningsContext = IdentityContext &
  MarketContext &
  CommandContext<EarningsTables, EarningsState, { earnings: EarningsSettings }>

/** A product tells its running orders; called in its seed, which runs at every start. */
export const registerEarnings = (
  { earningSources }: Pick<EarningsState, 'earningSources'>,
  source: EarningSource,
  workingOf: WorkingOf,
) => {
  earningSources.set(source, workingOf)
}
