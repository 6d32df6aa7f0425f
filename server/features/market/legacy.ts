import { deals, depth, kline, symbolOf, ticker } from '#contract/market/market.ts'
import { decode } from '#contract/wire/coded.ts'

/** One event of the legacy socket: prices and amounts are JSON numbers there. */
type LegacyEvent = { name: string; payload: object }

const levelsShown = 10
const dealsShown = 20
const numbers = (side: readonly (readonly [string, string])[]) =>
  side.slice(0, levelsShown).map(([price, amount]) => [Number(price), Number(amount)])

const amountsOf = <K extends string>(row: Readonly<Record<K, string>>, ...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, Number(row[name])]))

/** The event of each family from its snapshot, with what all events of the market have in common; null if there is none. */
const makers: Readonly<Record<string, (common: object, d: unknown, period?: string) => LegacyEvent | null>> = {
  ticker: (common, d) => {
    const row = decode(ticker.snap, d).data?.rows[0]
    if (!row) return null
    const amounts = amountsOf(row, 'open', 'high', 'low', 'change', 'volume', 'amount')
    const payload = { type: 'daymarket', ...common, now_price: Number(row.last), ...amounts, time: row.at_ms }
    return { name: 'daymarket', payload }
  },
  depth: (common, d) => {
    const book = decode(depth.snap, d).data
    if (!book) return null
    const payload = { type: 'market_depth', ...common, bids: numbers(book.bids), asks: numbers(book.asks) }
    return { name: 'market_depth', payload }
  },
  deals: (common, d) => {
    const data = decode(deals.snap, d)
      .data?.deals.slice(0, dealsShown)
      .map(({ id, at_ms, side, price, amount }) => ({
        id,
        time: at_ms,
        direction: side,
        price: Number(price),
        amount: Number(amount),
      }))
    return data ? { name: 'match_trade', payload: { type: 'match_trade', ...common, data } } : null
  },
  kline: (common, d, period) => {
    const bar = decode(kline.snap, d).data?.bars.at(-1)
    if (!bar) return null
    const amounts = amountsOf(bar, 'open', 'high', 'low', 'close', 'amount', 'volume')
    return { name: 'kline', payload: { type: 'kline', ...common, period, id: bar.id, time: bar.time, ...amounts } }
  },
}

/**
 * The public channels in the form older clients of the family understand: `daymarket`, `market_depth`, `match_trade`,
 * `kline`.
 */
export function createLegacyFeed(pairs: readonly { market: string; id: number; base: number; quote: number }[]) {
  const commonOf = (name: string) => {
    const pair = pairs.find(({ market }) => market === name)
    const [currency_name = '', legal_name = ''] = name.split('-')
    return (
      pair && {
        match_id: pair.id,
        currency_id: pair.base,
        legal_id: pair.quote,
        symbol: symbolOf(name),
        currency_name,
        legal_name,
      }
    )
  }
  return {
    /** True for the channels that older clients are sent. Running candles are many and are sent less often. */
    isShown: (channel: string) => /^(?:ticker|depth|deals|kline):[^*]/.test(channel),
    isSlow: (channel: string) => channel.startsWith('kline:'),
    /** The channels of which a client is sent the state when it connects. */
    first: () => pairs.flatMap(({ market }) => [`ticker:${market}`, `depth:${market}`, `deals:${market}`]),
    /** The event for a channel, from its snapshot; null if there is nothing to send. */
    eventOf: (channel: string, d: unknown): LegacyEvent | null => {
      const [family = '', market = '', period] = channel.split(':')
      const common = commonOf(market)
      return common ? (makers[family]?.(common, d, period) ?? null) : null
    },
  }
}
