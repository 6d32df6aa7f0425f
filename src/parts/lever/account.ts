import type { Position } from '#contract/lever.ts'
import { marketOf, type Pair } from '#contract/market.ts'
import { formatDec, parseDec, SCALE } from '#contract/wire/money.ts'
import { equityOf, hazardRate, legProfit, liquidationPrice, marginSum, profitSum, returnOf, riskTenth, type Leg, type RiskAccount } from '#contract/lever-risk.ts'
import type { Live } from '#streams/kit/live.ts'
import type { Prices } from '#streams/market/prices.ts'

/** What of a pair its lever terms are made of: nothing that moves with the price. */
export type TermsPair = Pick<Pair, 'currency_id' | 'legal_id' | 'price_scale' | 'lever_share_num' | 'spread' | 'lever_trade_fee' | 'lever_min_share' | 'lever_max_share'>
/** It is compared field by field, so that a component that follows it renders when a term changes, not with each price. */
export const termsPairOf = ({ value }: Pick<Live<Pair>, 'value'>): TermsPair | null =>
  value && {
    currency_id: value.currency_id, legal_id: value.legal_id, price_scale: value.price_scale, lever_share_num: value.lever_share_num, spread: value.spread,
    lever_trade_fee: value.lever_trade_fee, lever_min_share: value.lever_min_share, lever_max_share: value.lever_max_share,
  }

/** What a page of contracts needs of its pair: its terms and names, nothing that moves with the price. */
export type LeverPair = TermsPair & Pick<Pair, 'symbol' | 'legal_name' | 'currency_name' | 'overnight'>
/** The pair of this market in which contracts are offered, to be compared field by field; `none` if there is none. */
export function leverPairOf({ value }: Live<readonly Pair[]>, market: string): LeverPair | 'loading' | 'none' {
  if (value === null) return 'loading'
  const pair = value.find(({ symbol, open_lever }) => marketOf(symbol) === market && open_lever)
  const terms = pair && termsPairOf({ value: pair })
  if (!pair || !terms) return 'none'
  const { symbol, legal_name, currency_name, overnight } = pair
  return { ...terms, symbol, legal_name, currency_name, overnight }
}

/** The lever terms of a pair, in units. */
export type Terms = {
  readonly base: number
  readonly scale: number
  readonly tick: bigint
  readonly lotSize: bigint
  readonly spread: bigint
  readonly fee: bigint
  readonly min: number
  /** 0: none. */
  readonly max: number
}
/** The tick of a pair with so many decimals in its price. */
export const tickOf = (scale: number) => 10n ** BigInt(SCALE - scale)
export const termsOf = (pair: TermsPair): Terms => ({
  base: pair.currency_id,
  scale: pair.price_scale,
  tick: tickOf(pair.price_scale),
  lotSize: parseDec(pair.lever_share_num),
  spread: parseDec(pair.spread),
  fee: parseDec(pair.lever_trade_fee),
  min: pair.lever_min_share,
  max: pair.lever_max_share,
})

/** The mark price that values a position: the latest one, else the one in the position. */
export const markOf = (position: Position, marks: Prices | null): string => marks?.get(marketOf(position.symbol))?.mark ?? position.update_price

const legOf = (position: Position, marks: Prices | null): Leg => ({
  pair: position.currency,
  side: position.type,
  price: parseDec(position.price),
  number: parseDec(position.number),
  margin: parseDec(position.caution_money),
  mark: parseDec(markOf(position, marks)),
})

/** All open positions of one quote coin at these marks, with the free balance. */
export const accountOf = (positions: readonly Position[], marks: Prices | null, free: string, legal: number): RiskAccount => ({
  free: parseDec(free),
  legs: positions.filter((each) => each.legal === legal && each.status === 'trading').map((each) => legOf(each, marks)),
})

/** The net result of a closed position: profit minus fee and overnight fees. */
export const netOf = ({ fact_profits, trade_fee, overnight_money }: Pick<Position, 'fact_profits' | 'trade_fee' | 'overnight_money'>) =>
  formatDec(parseDec(fact_profits) - parseDec(trade_fee) - parseDec(overnight_money))

/** The net profit of a position at a mark, or at its close, absolute and in percent of its margin. */
export type Standing = { readonly mark: string; readonly profit: string; readonly percent: string }
export const standingOf = (position: Position, marks: Prices | null): Standing => {
  if (position.status !== 'trading') {
    const profit = position.status === 'closed' ? netOf(position) : position.profits
    return { mark: position.update_price, profit, percent: formatDec(returnOf(parseDec(profit), parseDec(position.origin_caution_money))) }
  }
  const leg = legOf(position, marks)
  const profit = legProfit(leg)
  return { mark: formatDec(leg.mark), profit: formatDec(profit), percent: formatDec(returnOf(profit, parseDec(position.origin_caution_money))) }
}

/** The account in display form. */
export type AccountView = {
  readonly free: string
  readonly margin: string
  readonly profit: string
  readonly equity: string
  /** Equity in percent of the margin; null without open positions. */
  readonly rate: string | null
  /** Tenths of the way from warning to liquidation; null without a warning. */
  readonly tenth: number | null
}
export type Rates = { readonly warn: bigint; readonly burst: bigint }

export const viewOf = (account: RiskAccount, { warn, burst }: Rates): AccountView => ({
  free: formatDec(account.free),
  margin: formatDec(marginSum(account)),
  profit: formatDec(profitSum(account)),
  equity: formatDec(equityOf(account)),
  rate: account.legs.length === 0 ? null : formatDec(hazardRate(account)),
  tenth: riskTenth(account, warn, burst),
})

/** The mark of this pair at which the account is liquidated, other marks unchanged. */
export const liquidationOf = (account: RiskAccount, base: number, burst: bigint, tick: bigint): string | null => {
  const price = liquidationPrice(account, base, burst, tick)
  return price === null ? null : formatDec(price)
}
