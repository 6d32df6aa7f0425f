import { deals, depth, kline, symbolOf, ticker } from '#contract/market.ts'
import { decode } from '#contract/wire/coded.ts'
import type { MarketContext } from './context.ts'

/** One event of the legacy socket: prices and amounts are JSON numbers there. */
export type LegacyEvent = { name: string; payload: object }

const levelsShown = 10
const dealsShown = 20
const numbers = (side: readonly (readonly [string, string])[]) =>
  side.slice(0, levelsShown).map(([price, amount]) => [Number(price), Number(amount)])

/**
 * The public channels in the form older clients of the family understand: `daymarket`, `market_depth`, `match_trade`,
 * `kline`.
 */
export function createLegacyFeed({ markets }: Pick<MarketContext, 'markets'>) {
  const commonOf = (name: string) => {
    const pair = markets.find(name)?.pair
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
    first: () =>
      markets.all().flatMap(({ pair: { market } }) => [`ticker:${market}`, `depth:${market}`, `deals:${market}`]),
    /** The event for a channel, from its snapshot; null if there is nothing to send. */
    eventOf: (channel: string, d: unknown): LegacyEvent | null => {
      const [family, market = '', period] = channel.split(':')
      const common = commonOf(market)
      if (!common) return null
      if (family === 'ticker') {
        const row = decode(ticker.snap, d).data?.rows[0]
        return row
          ? {
              name: 'daymarket',
              payload: {
                type: 'daymarket',
                ...common,
                now_price: Number(row.last),
                open: Number(row.open),
                high: Number(row.high),
                low: Number(row.low),
                change: Number(row.change),
                volume: Number(row.volume),
                amount: Number(row.amount),
                time: row.at_ms,
              },
            }
          : null
      }
      if (family === 'depth') {
        const book = decode(depth.snap, d).data
        return book
          ? {
              name: 'market_depth',
              payload: { type: 'market_depth', ...common, bids: numbers(book.bids), asks: numbers(book.asks) },
            }
          : null
      }
      if (family === 'deals') {
        const list = decode(deals.snap, d).data?.deals
        const data = list?.slice(0, dealsShown).map(({ id, at_ms, side, price, amount }) => ({
          id,
          time: at_ms,
          direction: side,
          price: Number(price),
          amount: Number(amount),
        }))
        return data ? { name: 'match_trade', payload: { type: 'match_trade', ...common, data } } : null
      }
      const bar = decode(kline.snap, d).data?.bars.at(-1)
      return bar
        ? {
            name: 'kline',
            payload: {
              type: 'kline',
              ...common,
              period,
              id: bar.id,
              time: bar.time,
              open: Number(bar.open),
              high: Number(bar.high),
              low: Number(bar.low),
              close: Number(bar.close),
              amount: Number(bar.amount),
              volume: Number(bar.volume),
            },
          }
        : null
    },
  }
}
