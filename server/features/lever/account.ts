import { markLifeMs } from '#contract/lever.ts'
import { parseDec, SCALE } from '#contract/wire/money.ts'
import { profitOf, type RiskAccount } from '#contract/lever-risk.ts'
import { asOfQuote } from '#server/features/market/market.ts'
import type { Pair } from '#server/features/market/rows.ts'
import { leverAccount, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

type Some = Pick<LeverContext, 'tables' | 'ledger' | 'markets' | 'settings' | 'now'>
export type Mark = { price: bigint; at: number; isFresh: boolean }

/** One tick of a pair in units. */
export const tickOf = ({ priceScale }: Pick<Pair, 'priceScale'>) => 10n ** BigInt(SCALE - priceScale)
/** What contracts of a pair are marked on; only a fresh one may decide anything. */
export function markOf({ markets, now }: Pick<LeverContext, 'markets' | 'now'>, pair: number): Mark {
  const market = markets.ofPair(pair)
  const quote = market.quote()
  const at = quote?.at ?? 0
  const age = now() - (quote ? asOfQuote(quote) : 0)
  return { price: BigInt(quote?.mark ?? market.last()) * tickOf(market.pair), at, isFresh: quote !== null && age >= 0 && age <= markLifeMs }
}

const openOf = ({ tables }: Pick<LeverContext, 'tables'>, user: number, quote: number) => tables.leverPositions.group('account', leverAccount(user, quote))
/** What one person trades in one quote coin. */
export const tradingOf = (ctx: Pick<LeverContext, 'tables'>, user: number, quote: number) =>
  openOf(ctx, user, quote).filter(({ status }) => status === 'trading')
/** What of theirs waits for its price. */
export const pendingOf = (ctx: Pick<LeverContext, 'tables'>, user: number, quote: number) =>
  openOf(ctx, user, quote).filter(({ status }) => status === 'pending')
/** Whether anything of a person lives in the contract account. */
export const hasLeverPositions = ({ tables }: Pick<LeverContext, 'tables'>, user: number) => tables.leverPositions.group('user', user).length > 0

export const freeOf = ({ ledger }: Pick<LeverContext, 'ledger'>, user: number, quote: number) =>
  ledger.balance({ owner: user, asset: quote, kind: 'lever' }).free
/** What stands behind everything a person has open in one quote coin, at the marks of now. */
export const riskOf = (ctx: Some, user: number, quote: number): RiskAccount => ({
  free: freeOf(ctx, user, quote),
  legs: tradingOf(ctx, user, quote).map(({ pair, side, price, number, margin }) => ({
    pair, side, price, number, margin, mark: markOf(ctx, pair).price,
  })),
})
/** Whether every mark that an account stands on may decide. */
export const isRiskFresh = (ctx: Some, user: number, quote: number) =>
  tradingOf(ctx, user, quote).every(({ pair }) => markOf(ctx, pair).isFresh)

export const profitNow = (ctx: Some, { pair, side, price, number }: LeverRow) => profitOf(side, price, markOf(ctx, pair).price, number)
export const warnRate = ({ settings }: Pick<LeverContext, 'settings'>) => parseDec(settings.lever.warnHazardRate)
export const burstRate = ({ settings }: Pick<LeverContext, 'settings'>) => parseDec(settings.lever.burstHazardRate)
