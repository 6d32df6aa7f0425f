import type { Position } from '#contract/lever/lever-position.ts'
import { marketOf, type Pair } from '#contract/market/market.ts'
import { netOfPosition } from '#contract/pnl.ts'
import { formatDec, parseDec, SCALE } from '#contract/wire/money.ts'
import {
  equityOf,
  hazardRate,
  legProfit,
  liquidationPrice,
  marginSum,
  returnOf,
  riskTenth,
  type Leg,
  type RiskAccount,
} from '#contract/lever/lever-risk.ts'
import type { Live } from '#streams/kit/live.ts'
import type { Prices } from '#streams/market/prices.ts'

/** What of a pair its lever terms are made of: nothing that moves with the price. */
export type TermsPair = Pick<
  Pair,
  | 'currency_id'
  | 'legal_id'
  | 'price_scale'
  | 'lever_share_num'
  | 'spread'
  | 'lever_trade_fee'
  | 'lever_min_share'
  | 'lever_max_share'
>
/**
 * It is compared field by field, so that a component that follows it renders when a term changes, not with each price.
 */
export const termsPairOf = ({ value }: Pick<Live<Pair>, 'value'>): TermsPair | null =>
  value && {
    currency_id: value.currency_id,
    legal_id: value.legal_id,
    price_scale: value.price_scale,
    lever_share_num: value.lever_share_num,
    spread: value.spread,
    lever_trade_fee: value.lever_trade_fee,
    lever_min_share: value.lever_min_share,
    lever_max_share: value.lever_max_share,
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
export const markOf = (position: Position, marks: Prices | null): string =>
  marks?.get(marketOf(position.symbol))?.mark ?? position.update_price

const legOf = (position: Position, marks: Prices | null): Leg => ({
  pair: position.currency,
  side: position.type,
  price: parseDec(position.price),
  number: parseDec(position.number),
  margin: parseDec(position.caution_money),
  mark: parseDec(markOf(position, marks)),
})

/** All open positions of one quote coin at these marks, with the free balance. */
export const accountOf = (
  positions: readonly Position[],
  marks: Prices | null,
  free: string,
  legal: number,
): RiskAccount => ({
  free: parseDec(free),
  legs: positions.filter((each) => each.legal === legal && each.status === 'trading').map((each) => legOf(each, marks)),
})

/** What the pending entries of one quote coin hold: their margins and fees, which come back if they are cancelled. */
export const entriesOf = (positions: readonly Position[], legal: number) =>
  positions.reduce(
    (sum, each) =>
      each.legal === legal && each.status === 'pending'
        ? sum + parseDec(each.caution_money) + parseDec(each.trade_fee)
        : sum,
    0n,
  )

/**
 * The result of a position at a mark, or at its close: gross, and net of fee and nights, in percent of its margin too.
 */
export type Standing = {
  readonly mark: string
  readonly gross: string
  readonly profit: string
  readonly percent: string
}
export const standingOf = (position: Position, marks: Prices | null): Standing => {
  const leg = legOf(position, marks)
  const isTrading = position.status === 'trading'
  const gross = isTrading
    ? formatDec(legProfit(leg))
    : position.status === 'closed'
      ? position.fact_profits
      : position.profits
  const profit = netOfPosition({ ...position, profits: gross })
  const percent = formatDec(returnOf(parseDec(profit), parseDec(position.origin_caution_money)))
  return { mark: isTrading ? formatDec(leg.mark) : position.update_price, gross, profit, percent }
}

/** The net results of all open positions of one quote coin. */
export const netSum = (positions: readonly Position[], marks: Prices | null, legal: number) =>
  positions.reduce(
    (sum, each) =>
      each.legal === legal && each.status === 'trading' ? sum + parseDec(standingOf(each, marks).profit) : sum,
    0n,
  )

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

/** `entries`: what pending entries hold; it is the owner's as before, but secures no position. */
export const viewOf = (
  account: RiskAccount,
  { warn, burst }: Rates,
  { profit, entries }: { readonly profit: bigint; readonly entries: bigint },
): AccountView => ({
  free: formatDec(account.free),
  margin: formatDec(marginSum(account)),
  profit: formatDec(profit),
  equity: formatDec(equityOf(account) + entries),
  rate: account.legs.length === 0 ? null : formatDec(hazardRate(account)),
  tenth: riskTenth(account, warn, burst),
})

/** The mark of this pair at which the account is liquidated, other marks unchanged. */
export const liquidationOf = (account: RiskAccount, base: number, burst: bigint, tick: bigint): string | null => {
  const price = liquidationPrice(account, base, burst, tick)
  return price === null ? null : formatDec(price)
}
