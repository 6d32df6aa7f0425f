import { timeOf } from '#contract/wire/fields.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { symbolOf, type Currency, type Pair as PairView } from '#contract/market/market.ts'
import { fixedDec, formatDec, SCALE } from '#contract/wire/money.ts'
import { isPairOpen } from './halt.ts'
import type { Market } from './market.ts'
import type { Coin } from './rows.ts'
import type { MarketContext } from './context.ts'

type ViewContext = Pick<MarketContext, 'tables' | 'markets' | 'settings'>

/** Price of one coin in the base coin, in units of 10^-8; null if the coin has no market. */
export function worthOf({ markets }: Pick<MarketContext, 'markets'>, coin: number): bigint | null {
  if (coin === baseCoin.id) return 10n ** BigInt(SCALE)
  const market = markets.all().find(({ pair }) => pair.base === coin && pair.quote === baseCoin.id)
  return market ? BigInt(market.last()) * 10n ** BigInt(SCALE - market.pair.priceScale) : null
}

/** A coin in wire form. */
export function currencyOf(ctx: Pick<MarketContext, 'markets'>, coin: Coin): Currency {
  const price = formatDec(worthOf(ctx, coin.id) ?? 0n)
  const { kinds } = coin
  return {
    id: coin.id,
    name: coin.name,
    logo: coin.logo,
    sort: coin.sort,
    type: coin.chain,
    decimal_scale: coin.scale,
    is_display: coin.isDisplayed,
    is_legal: kinds.includes('legal'),
    is_match: kinds.includes('change'),
    is_lever: kinds.includes('lever'),
    is_micro: kinds.includes('micro'),
    min_number: coin.minNumber,
    max_number: coin.maxNumber,
    rate: coin.rate,
    chain_fee: coin.chainFee,
    deposit_min: coin.depositMin,
    networks: networksOf(coin),
    price,
    to_pb_price: price,
    micro_trade_fee: coin.microFee,
    micro_min: coin.microMin,
    micro_max: coin.microMax,
    micro_holdtrade_max: coin.microHold,
    create_time: timeOf(coin.createdAt),
  }
}
export const networksOf = ({ networks }: Coin) =>
  networks.map(({ name, depositMin, minNumber, rate, feeMin, confirmations, isEnabled }) => ({
    name,
    deposit_min: depositMin,
    min_number: minNumber,
    rate,
    fee_min: feeMin,
    confirmations,
    enabled: isEnabled,
  }))

/** A pair with its rules and its last 24 hours, in wire form. */
export function pairOf({ tables, settings }: ViewContext, market: Market): PairView {
  const { pair } = market
  const base = tables.coins.need(pair.base)
  const quote = tables.coins.need(pair.quote)
  const { last, high, low, volume, amount, change, at_ms } = market.tickerRow()
  return {
    id: pair.id,
    legal_id: pair.quote,
    currency_id: pair.base,
    legal_name: quote.name,
    currency_name: base.name,
    symbol: symbolOf(pair.market),
    logo: base.logo,
    sort: pair.sort,
    is_display: pair.isDisplayed,
    market_from_name: settings.appName,
    open_transaction: isPairOpen({ tables }, pair),
    open_lever: pair.isLever,
    open_microtrade: pair.isMicro,
    open_coin_trade: pair.isSpot,
    price_scale: pair.priceScale,
    amount_scale: pair.amountScale,
    coin_min_amount: pair.minAmount,
    coin_max_amount: pair.maxAmount,
    coin_min_total: pair.minTotal,
    coin_price_band: settings.market.priceBand,
    lever_share_num: pair.leverShare,
    lever_min_share: pair.leverMin,
    lever_max_share: pair.leverMax,
    spread: pair.spread,
    overnight: pair.overnight,
    lever_trade_fee: pair.leverFee,
    micro_trade_fee: pair.microFee,
    change,
    volume,
    amount,
    now_price: last,
    high,
    low,
    rmb_relation: settings.market.cnyPerUsdt,
    at_ms,
    stale: market.isStale(),
    create_time: timeOf(pair.createdAt),
  }
}
/** An amount of the base coin converted to the display fiat (CNY), with two decimals. */
export const cnyOf = (usdt: bigint, cnyPerUsdt: bigint) =>
  fixedDec((usdt * cnyPerUsdt) / 10n ** BigInt(SCALE) / 10n ** BigInt(SCALE - 2), 2)
