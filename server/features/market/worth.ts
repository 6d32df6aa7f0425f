import { baseCoin } from '#contract/wire/limits.ts'
import { mulDec, parseDec } from '#contract/wire/money.ts'
import type { MarketContext } from './context.ts'
import { priceText } from './units.ts'

/** What counts as more than any limit. */
export const beyond = 10n ** 30n
type Markets = Pick<MarketContext, 'markets'>
const marketOf = ({ markets }: Markets, coin: number) =>
  markets.all().find(({ pair }) => pair.base === coin && pair.quote === baseCoin.id)

/**
 * An amount in the base coin, at the index as it was last known: the last trade of a book could be moved by who trades
 * with themselves. Null for a coin that has had no index yet.
 */
export const indexWorth = (ctx: Markets, coin: number, amount: string): bigint | null => {
  if (coin === baseCoin.id) return parseDec(amount)
  const market = marketOf(ctx, coin)
  const quote = market?.quote()
  return market && quote ? mulDec(parseDec(amount), parseDec(priceText(market.pair, quote.index))) : null
}
/** The same where two people look at what is above a limit: without a fresh index it is more than any. */
export const worthIn = (ctx: Markets, coin: number, amount: string): bigint =>
  coin !== baseCoin.id && (marketOf(ctx, coin)?.isStale() ?? true) ? beyond : (indexWorth(ctx, coin, amount) ?? beyond)
