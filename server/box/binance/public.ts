import { weightLimit } from './weights.ts'
import { symbolOf } from '#contract/market/market.ts'
import type { Venue } from '#server/venue.ts'
import {
  fieldOf,
  numberOf,
  rowsOf,
  visitor,
  WireError,
  type Ask,
  type Fields,
  type Said,
  type Symbols,
} from './ports.ts'

type Market = ReturnType<Symbols['of']>
const stepOf = (scale: number) => (10 ** -scale).toFixed(scale)
/** Whole steps as a decimal of so many places. */
export const unscaled = (steps: number, scale: number) => (steps / 10 ** scale).toFixed(scale)

const filtersOf = ({ pair: { priceScale, amountScale, minAmount, maxAmount, minTotal } }: Market) => [
  { filterType: 'PRICE_FILTER', minPrice: stepOf(priceScale), maxPrice: '1000000.00', tickSize: stepOf(priceScale) },
  { filterType: 'LOT_SIZE', minQty: minAmount, maxQty: maxAmount, stepSize: stepOf(amountScale) },
  {
    filterType: 'NOTIONAL',
    minNotional: minTotal,
    applyMinToMarket: true,
    maxNotional: '9000000.00',
    applyMaxToMarket: false,
    avgPriceMins: 0,
  },
]
const symbolInfo = (symbol: string, market: Market) => {
  const [baseAsset, quoteAsset] = market.pair.market.split('-')
  return {
    symbol,
    status: 'TRADING',
    baseAsset,
    baseAssetPrecision: 8,
    quoteAsset,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET'],
    icebergAllowed: false,
    ocoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: false,
    cancelReplaceAllowed: true,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filtersOf(market),
    permissions: ['SPOT'],
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: 'EXPIRE_TAKER',
    allowedSelfTradePreventionModes: ['EXPIRE_TAKER'],
  }
}
const periods: Readonly<Record<string, readonly [period: string, ms: number]>> = {
  '1m': ['1min', 60_000],
  '3m': ['3min', 180_000],
  '5m': ['5min', 300_000],
  '15m': ['15min', 900_000],
  '30m': ['30min', 1_800_000],
  '1h': ['60min', 3_600_000],
  '4h': ['4hour', 14_400_000],
  '1d': ['1day', 86_400_000],
  '1w': ['1week', 604_800_000],
}
/** The interval over there, and its length, of a period of ours. */
export const intervalOf = (period: string): readonly [interval: string, ms: number] | undefined => {
  const found = Object.entries(periods).find(([, [ours]]) => ours === period)
  return found && [found[0], found[1][1]]
}
/** Trades have numbers there. */
export const tradeIdOf = (id: unknown) => Number(String(id).replaceAll(/\D/g, ''))
const mostCandles = 1000

/** What the tables of that wire are made of. */
function createReads(ask: Ask, now: () => number) {
  const bookOf = async (market: Market, limit: number) => {
    const said = await ask('GET /api/market/depth', { symbol: symbolOf(market.pair.market), limit }, visitor)
    const [bids, asks, seq] = [Object(said).bids, Object(said).asks, Number(Object(said).seq)]
    const sideOf = (side: unknown): readonly (readonly [string, string])[] =>
      Array.isArray(side) ? side.map(([price, amount]) => [String(price), String(amount)]) : []
    return { lastUpdateId: seq, bids: sideOf(bids), asks: sideOf(asks) }
  }
  const tradesOf = async (market: Market, limit: number) => {
    const said = await ask('GET /api/market/deals', { symbol: symbolOf(market.pair.market) }, visitor)
    return rowsOf(said, 'deals')
      .slice(0, limit)
      .toReversed()
      .map(({ id, price, amount, at_ms, side }) => ({
        id: tradeIdOf(id),
        price: String(price),
        qty: String(amount),
        quoteQty: (Number(price) * Number(amount)).toFixed(8),
        time: Number(at_ms),
        isBuyerMaker: side === 'sell',
        isBestMatch: true,
      }))
  }
  return { ask, now, bookOf, tradesOf }
}
type Reads = ReturnType<typeof createReads>

async function klinesOf({ ask, now }: Reads, symbols: Symbols, fields: Fields) {
  const [period, ms] = periods[fieldOf(fields, 'interval')] ?? []
  if (period === undefined || ms === undefined) throw new WireError(-1120, 'Invalid interval.')
  const { pair } = symbols.of(fields)
  const limit = Math.min(mostCandles, numberOf(fields, 'limit', 500))
  const end = numberOf(fields, 'endTime', now())
  const begin = numberOf(fields, 'startTime', Math.floor(end / ms) * ms - (limit - 1) * ms)
  // The exchange counts seconds there.
  const [from, to] = [Math.floor(begin / 1000), Math.floor(end / 1000)]
  const asked = { symbol: symbolOf(pair.market), period, from, to }
  const bars = rowsOf(await ask('GET /api/currency/new_timeshar', asked, visitor)).slice(0, limit)
  return bars.map(({ time, open, high, low, close, amount, volume }) => {
    const fixed = (value: unknown) => Number(value).toFixed(pair.priceScale)
    const [base, quote] = [Number(amount).toFixed(8), Number(volume).toFixed(8)]
    const at = Number(time)
    return [at, fixed(open), fixed(high), fixed(low), fixed(close), base, at + ms - 1, quote, 0, '0', '0', '0']
  })
}
/** The last 24 hours of a market. */
async function dayOf({ ask, bookOf, now }: Reads, symbol: string, market: Market) {
  const { base, quote } = market.pair
  const said: Said = Object(await ask('GET /api/currency/deal', { currency_id: base, legal_id: quote }, visitor))
  const { bids, asks } = await bookOf(market, 1)
  const last = Number(said['now_price'])
  const open = last / (1 + Number(said['change']) / 100)
  return {
    symbol,
    priceChange: (last - open).toFixed(market.pair.priceScale),
    priceChangePercent: String(said['change']).replace('+', ''),
    weightedAvgPrice: String(said['now_price']),
    prevClosePrice: open.toFixed(market.pair.priceScale),
    lastPrice: String(said['now_price']),
    lastQty: '0',
    bidPrice: bids[0]?.[0] ?? '0',
    bidQty: bids[0]?.[1] ?? '0',
    askPrice: asks[0]?.[0] ?? '0',
    askQty: asks[0]?.[1] ?? '0',
    openPrice: open.toFixed(market.pair.priceScale),
    highPrice: String(said['high']),
    lowPrice: String(said['low']),
    volume: String(said['volume']),
    quoteVolume: String(said['amount']),
    openTime: now() - 86_400_000,
    closeTime: now(),
    firstId: 0,
    lastId: 0,
    count: 0,
  }
}
/** What anybody may ask. */
export function createPublic({ ctx }: Pick<Venue, 'ctx'>, ask: Ask, symbols: Symbols) {
  const { now } = ctx
  const reads = createReads(ask, now)
  const { bookOf, tradesOf } = reads
  /** One symbol, or a list of all where none is named. */
  const each = async <T>(fields: Fields, read: (symbol: string, market: Market) => Promise<T>) => {
    if (fields['symbol'] !== undefined) return read(fields['symbol'], symbols.of(fields))
    return Promise.all(symbols.all().map(({ symbol, market }) => read(symbol, market)))
  }
  const info = () => ({
    timezone: 'UTC',
    serverTime: now(),
    rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: weightLimit }],
    exchangeFilters: [],
    symbols: symbols.all().map(({ symbol, market }) => symbolInfo(symbol, market)),
  })
  return {
    'GET ping': async () => ({}),
    'GET time': async () => ({ serverTime: now() }),
    'GET exchangeInfo': async () => info(),
    'GET depth': (fields: Fields) => bookOf(symbols.of(fields), Math.min(50, numberOf(fields, 'limit', 50))),
    'GET trades': (fields: Fields) => tradesOf(symbols.of(fields), numberOf(fields, 'limit', 500)),
    'GET aggTrades': async (fields: Fields) =>
      (await tradesOf(symbols.of(fields), numberOf(fields, 'limit', 500))).map((trade) => ({
        a: trade.id,
        p: trade.price,
        q: trade.qty,
        f: trade.id,
        l: trade.id,
        T: trade.time,
        m: trade.isBuyerMaker,
        M: true,
      })),
    'GET klines': (fields: Fields) => klinesOf(reads, symbols, fields),
    'GET ticker/24hr': (fields: Fields) => each(fields, (symbol, market) => dayOf(reads, symbol, market)),
    'GET ticker/price': (fields: Fields) =>
      each(fields, async (symbol, market) => ({ symbol, price: unscaled(market.last(), market.pair.priceScale) })),
    'GET ticker/bookTicker': (fields: Fields) =>
      each(fields, async (symbol, market) => {
        const { bids, asks } = await bookOf(market, 1)
        const [[bidPrice, bidQty] = ['0', '0'], [askPrice, askQty] = ['0', '0']] = [bids[0], asks[0]]
        return { symbol, bidPrice, bidQty, askPrice, askQty }
      }),
  } satisfies Readonly<Record<string, (fields: Fields) => Promise<unknown>>>
}
