import { markLifeMs } from '#contract/lever/lever.ts'
import type { MarketRights } from '#contract/market/market-mode.ts'
import { parseDec, SCALE } from '#contract/wire/money.ts'
import { profitOf, type RiskAccount } from '#contract/lever/lever-risk.ts'
import { asOfQuote } from '#server/features/market/market.ts'
import type { Pair } from '#server/features/market/rows.ts'
import { leverAccount, leverHold, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

type RiskContext = Pick<LeverContext, 'tables' | 'ledger' | 'markets' | 'settings' | 'now'>
/** A mark price in units of 10^-8, with its time. */
export type Mark = { price: bigint; at: number; isFresh: boolean; rights: MarketRights }

/** One tick of a pair in units of 10^-8. */
export const tickOf = ({ priceScale }: Pick<Pair, 'priceScale'>) => 10n ** BigInt(SCALE - priceScale)
/**
 * The current mark price of a pair. Only a fresh one (at most `markLifeMs` old) may trigger stops, entries and
 * liquidations.
 */
export function markOf({ markets, now }: Pick<LeverContext, 'markets' | 'now'>, pair: number): Mark {
  const market = markets.ofPair(pair)
  const quote = market.quote()
  const at = quote?.at ?? 0
  const age = now() - (quote ? asOfQuote(quote) : 0)
  const isFresh = quote !== null && age >= 0 && age <= markLifeMs
  return { price: BigInt(quote?.mark ?? market.last()) * tickOf(market.pair), at, isFresh, rights: market.rights() }
}

const openPositionsOf = ({ tables }: Pick<LeverContext, 'tables'>, user: number, quote: number) =>
  tables.leverPositions.group('account', leverAccount(user, quote))
/** A user's trading positions in one quote coin. */
export const tradingOf = (ctx: Pick<LeverContext, 'tables'>, user: number, quote: number) =>
  openPositionsOf(ctx, user, quote).filter(({ status }) => status === 'trading')
/** A user's pending limit entries in one quote coin. */
export const pendingOf = (ctx: Pick<LeverContext, 'tables'>, user: number, quote: number) =>
  openPositionsOf(ctx, user, quote).filter(({ status }) => status === 'pending')
/** True if the user has an open position or a pending entry, or one whose closing price the mark may still move. */
export const hasLeverPositions = ({ tables }: Pick<LeverContext, 'tables'>, user: number) =>
  tables.leverPositions.group('user', user).length > 0 || tables.leverTails.group('user', user).length > 0

export const freeOf = ({ ledger }: Pick<LeverContext, 'ledger'>, user: number, quote: number) =>
  ledger.balance({ owner: user, asset: quote, kind: 'lever' }).free
/** The risk account of a user in one quote coin: free balance and all trading positions at current mark prices. */
export const riskOf = (ctx: RiskContext, user: number, quote: number): RiskAccount => ({
  free: freeOf(ctx, user, quote),
  legs: tradingOf(ctx, user, quote).map(({ pair, side, price, number, margin }) => ({
    pair,
    side,
    price,
    number,
    margin,
    mark: markOf(ctx, pair).price,
  })),
})
/** True if the mark may fire stops, entries and liquidations: it is fresh, confirmed, and not moving too fast. */
export const mayFire = ({ isFresh, rights }: Mark) => isFresh && rights.fires
/** True if the mark price of every trading position of the account may liquidate. */
export const mayLiquidate = (ctx: RiskContext, user: number, quote: number) =>
  tradingOf(ctx, user, quote).every(({ pair }) => mayFire(markOf(ctx, pair)))

export const profitNow = (ctx: RiskContext, { pair, side, price, number }: LeverRow) =>
  profitOf(side, price, markOf(ctx, pair).price, number)
/** What a user's entries that wait hold in one quote coin: margin and fee, which come back if they are cancelled. */
export const entriesOf = (ctx: Pick<LeverContext, 'tables' | 'leverHooks'>, user: number, quote: number) =>
  pendingOf(ctx, user, quote).reduce((sum, { margin, fee }) => sum + margin + fee, ctx.leverHooks.held(user, quote))
/**
 * What a position or pending entry has been charged so far: all of it counts only when it ends. What a pending entry
 * still holds was not charged.
 */
export const chargedOf = (
  { ledger }: Pick<LeverContext, 'ledger'>,
  { id, status, margin, fee, nightMoney }: LeverRow,
) => (status === 'pending' ? margin + fee - ledger.leftOf(leverHold(id)) : fee + nightMoney)
export const warnRate = ({ settings }: Pick<LeverContext, 'settings'>) => parseDec(settings.lever.warnHazardRate)
export const liquidationRate = ({ settings }: Pick<LeverContext, 'settings'>) =>
  parseDec(settings.lever.burstHazardRate)
