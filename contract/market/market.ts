import * as z from 'zod/mini'
import { appendRows, channel, mergeLevels, mergeRowsBy, replaceSame } from '#contract/wire/channels.ts'
import { read } from '#contract/wire/endpoint.ts'
import { flag, id, ms, sid, time, whole } from '#contract/wire/fields.ts'
import { dec, sdec, signedChange } from '#contract/wire/money.ts'
import { spec } from '#contract/wire/spec.ts'
import { marketMode, modeReason } from './market-mode.ts'

/** A blockchain network on which a coin can be deposited and withdrawn. */
export const network = z.object({
  name: z.string(),
  deposit_min: dec,
  min_number: dec,
  rate: dec,
  fee_min: dec,
  confirmations: z.int(),
  enabled: flag,
})

export const currency = z.object({
  id,
  name: z.string(),
  logo: z.string(),
  sort: z.int(),
  type: z.string(),
  decimal_scale: z.int(),
  is_display: flag,
  is_legal: flag,
  is_match: flag,
  is_lever: flag,
  is_micro: flag,
  min_number: dec,
  max_number: dec,
  rate: dec,
  chain_fee: dec,
  deposit_min: dec,
  networks: z.array(network),
  price: dec,
  to_pb_price: dec,
  micro_trade_fee: dec,
  micro_min: dec,
  micro_max: dec,
  micro_holdtrade_max: z.int(),
  create_time: time,
})
export type Currency = z.output<typeof currency>

/** A trading pair with its rules and its last 24 hours. */
export const pair = z.object({
  id,
  legal_id: id,
  currency_id: id,
  legal_name: z.string(),
  currency_name: z.string(),
  symbol: z.string(),
  logo: z.string(),
  sort: z.int(),
  is_display: flag,
  market_from_name: z.string(),
  open_transaction: flag,
  open_lever: flag,
  open_microtrade: flag,
  open_coin_trade: flag,
  price_scale: z.int(),
  amount_scale: z.int(),
  coin_min_amount: dec,
  coin_max_amount: dec,
  coin_min_total: dec,
  /** How far a limit price may be from the last price, as a fraction of it. */
  coin_price_band: dec,
  lever_share_num: dec,
  lever_min_share: z.int(),
  lever_max_share: z.int(),
  spread: dec,
  overnight: dec,
  lever_trade_fee: dec,
  micro_trade_fee: dec,
  change: signedChange,
  volume: dec,
  amount: dec,
  now_price: dec,
  high: dec,
  low: dec,
  rmb_relation: dec,
  at_ms: ms,
  stale: flag,
  create_time: time,
})
export type Pair = z.output<typeof pair>

/** A public trade; `side` is the taker's. */
export const deal = z.object({ id: sid, at_ms: ms, side: z.enum(['buy', 'sell']), price: dec, amount: dec })
export type Deal = z.output<typeof deal>

/** A price level: price and absolute amount. */
export const level = z.tuple([dec, dec])
export type Level = z.output<typeof level>

export const period = z.enum(['1min', '3min', '5min', '15min', '30min', '60min', '4hour', '1day', '1week', '1mon'])
export type Period = z.output<typeof period>
export const periodSeconds = {
  '1min': 60,
  '3min': 180,
  '5min': 300,
  '15min': 900,
  '30min': 1800,
  '60min': 3600,
  '4hour': 14_400,
  '1day': 86_400,
  '1week': 604_800,
  '1mon': 2_592_000,
} as const satisfies Record<Period, number>
/** Other accepted names of periods. */
export const periodAliases: Readonly<Record<string, Period>> = {
  '1H': '60min',
  '4H': '4hour',
  '1D': '1day',
  '1W': '1week',
  '1M': '1mon',
}

/** A candle of the history call, with floating point numbers. */
export const bar = z.object({
  id: z.int(),
  time: ms,
  period: z.string(),
  symbol: z.string(),
  'base-currency': z.string(),
  'quote-currency': z.string(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  amount: z.number(),
  vol: z.number(),
  volume: z.number(),
})
export type Bar = z.output<typeof bar>

/**
 * What a market lets people do and why, left out while it is open; the cost of moving its mark by 0.1 %, left out while
 * unknown; and the net value (long less short) of all contracts in it with its cap, in whole quote coins, from which a
 * client computes the skew charge; and the base amount of contracts bought (negative: sold) net in the last seconds,
 * which counts as taken from the book, left out if none.
 */
const standing = {
  mode: z.optional(marketMode),
  mode_why: z.optional(modeReason),
  move_cost: z.optional(dec),
  net: z.optional(sdec),
  net_cap: z.optional(dec),
  flow: z.optional(sdec),
}
export const pairBook = z.extend(pair, {
  bids: z.array(level),
  asks: z.array(level),
  seq: whole,
  deals: z.array(deal),
  index: dec,
  mark: dec,
  sources: whole,
  as_of_ms: ms,
  server_now_ms: ms,
  ...standing,
})
export type PairBook = z.output<typeof pairBook>

/** An outside source of a market's price: what it says last, how old that is, whether it counts. */
export const marketSource = z.object({
  name: z.string(),
  state: z.enum(['fresh', 'stale', 'doubted', 'disconnected']),
  price: z.nullable(dec),
  age_ms: z.nullable(ms),
})
/**
 * Where the price of a market comes from. `live`: enough sources agree; `few`: too few are fresh; `apart`: they
 * disagree; `held`: the
 * price leapt and must last before it counts; `simulated`: made up, in the demo; `unset`: no source is named.
 */
export const marketSources = z.object({
  m: z.string(),
  symbol: z.string(),
  price_scale: z.int(),
  status: z.enum(['live', 'few', 'apart', 'held', 'simulated', 'unset']),
  index: z.nullable(dec),
  age_ms: z.nullable(ms),
  needed: z.int(),
  sources: z.array(marketSource),
})
export type MarketSources = z.output<typeof marketSources>

/**
 * The last 24 hours of a market for a small line: closing prices of half hours, oldest first, the last one of the half
 * hour that runs.
 */
export const marketSpark = z.object({ m: z.string(), closes: z.array(dec) })
export type MarketSpark = z.output<typeof marketSpark>

export const quoteCoin = z.extend(currency, { quotation: z.array(pair) })
export type QuoteCoin = z.output<typeof quoteCoin>

/** A market by its name, with either separator: `BTC/USDT` or `BTC-USDT`. */
const symbol = z.string().check(z.maxLength(20))

export const market = {
  tickers: read({
    description: 'List the markets with their rules and the last 24 hours, by quote coin.',
    method: 'GET',
    path: 'currency/quotation_new',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.array(quoteCoin),
    refusals: [],
  }),
  pair: read({
    description: 'Read one market with its rules, its order book, recent trades, index and mark price.',
    method: 'GET',
    path: 'currency/deal',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({ currency_id: id, legal_id: id }),
    output: pairBook,
    refusals: ['not_found'],
  }),
  depth: read({
    description: 'Read the order book of a market; deltas of the channel `depth:<market>` continue it.',
    method: 'GET',
    path: 'market/depth',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({ symbol, limit: z.optional(whole.check(z.minimum(1), z.maximum(50))) }),
    /**
     * `seq` counts as in the channel `depth:<market>`, so that its deltas apply; `cs` is the checksum of the whole book
     * of the channel.
     */
    output: z.object({
      symbol,
      bids: z.array(level),
      asks: z.array(level),
      seq: whole,
      cs: z.int(),
      server_now_ms: ms,
    }),
    refusals: ['symbol_unknown'],
  }),
  deals: read({
    description: 'Read the recent trades of a market, newest first.',
    method: 'GET',
    path: 'market/deals',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({ symbol }),
    output: z.object({ symbol, deals: z.array(deal), server_now_ms: ms }),
    refusals: ['symbol_unknown'],
  }),
  candles: read({
    description: 'Read candles of a market between two instants.',
    method: 'GET',
    path: 'currency/new_timeshar',
    who: 'any',
    wrap: 'msg',
    input: z.strictObject({ symbol, period: z.string().check(z.maxLength(8)), from: whole, to: whole }),
    output: z.array(bar),
    refusals: ['symbol_unknown', 'period_unknown'],
  }),
  sparks: read({
    method: 'GET',
    path: 'market/sparks',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.array(marketSpark),
    refusals: [],
  }),
  sources: read({
    description: 'Read where the prices of each market come from, and how old each source is.',
    method: 'GET',
    path: 'currency/sources',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.array(marketSources),
    refusals: [],
  }),
}

export const tickerRow = z.object({
  m: z.string(),
  match_id: z.int(),
  last: dec,
  open: dec,
  high: dec,
  low: dec,
  volume: dec,
  amount: dec,
  change: signedChange,
  at_ms: z.int(),
})
export type TickerRow = z.output<typeof tickerRow>
/** Index price, on which option rounds settle, and mark price, at which leveraged positions are valued. */
export const priceRow = z.object({
  m: z.string(),
  match_id: z.int(),
  tick: z.string(),
  index: dec,
  mark: dec,
  /** How many outside sources stand behind it; one when it is simulated. */
  sources: z.int(),
  /** When the tick was made, and when the oldest source it needs spoke. */
  at_ms: z.int(),
  as_of_ms: z.int(),
  stale: z.boolean(),
  ...standing,
})
export type PriceRow = z.output<typeof priceRow>
/** The fields of the standing that a row of a market has. */
export const standingIn = ({
  mode,
  mode_why,
  move_cost,
  net,
  net_cap,
  flow,
}: Pick<PriceRow, keyof typeof standing>) => ({
  ...(mode && { mode, mode_why }),
  ...(move_cost !== undefined && { move_cost }),
  ...(net !== undefined && { net, net_cap }),
  ...(flow !== undefined && { flow }),
})
/** A candle of the live channel, with exact decimals. */
export const liveCandle = z.object({
  id: z.int(),
  time: z.int(),
  open: dec,
  high: dec,
  low: dec,
  close: dec,
  amount: dec,
  volume: dec,
  closed: z.boolean(),
})
export type LiveCandle = z.output<typeof liveCandle>

const tickerRows = z.object({ rows: z.array(tickerRow) })
const priceRows = z.object({ rows: z.array(priceRow) })
const levels = z.object({ bids: z.array(level), asks: z.array(level), cs: z.int() })
/** Number of the newest deals in the snapshot of the channel. */
export const maxDeals = 30

/** `ticker:*` carries every market. */
export const ticker = channel({
  parts: ['market'],
  class: 'latest',
  snap: tickerRows,
  delta: tickerRows,
  merge: mergeRowsBy('rows', 'm'),
})
export const quotes = channel({
  parts: [],
  class: 'latest',
  snap: priceRows,
  delta: priceRows,
  merge: mergeRowsBy('rows', 'm'),
})
export const depth = channel({ parts: ['market'], class: 'state', snap: levels, delta: levels, merge: mergeLevels })
export const deals = channel({
  parts: ['market'],
  class: 'state',
  snap: z.object({ deals: z.array(deal) }),
  delta: z.object({ deals: z.array(deal) }),
  merge: appendRows('deals', maxDeals),
})
export const kline = channel({
  parts: ['market', 'period'],
  class: 'state',
  snap: z.object({ bars: z.array(liveCandle) }),
  delta: z.object({ bar: liveCandle }),
  merge: replaceSame('bar', 'id'),
})
export const marketSpec = spec({
  about: 'Markets, order books, trades and candles. Open to anyone.',
  calls: market,
  events: [],
  channels: { ticker, quotes, depth, deals, kline },
})

/** `<market>` in channels is `BTC-USDT`, `symbol` in fields is `BTC/USDT`. */
export const marketOf = (symbol: string) => symbol.replace('/', '-')
export const symbolOf = (name: string) => name.replace('-', '/')
/** The coin and its quote coin, of `BTC/USDT` or `BTC-USDT`. */
export const baseOf = (name: string) => name.split(/[-/]/)[0] ?? ''
export const quoteOf = (name: string) => name.split(/[-/]/)[1] ?? ''
/** True if a text, for example from a URL, has the form of a market name. */
export const isMarket = (text: string | undefined): text is string =>
  text !== undefined && /^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/.test(text)
