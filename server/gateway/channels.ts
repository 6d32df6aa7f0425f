import { channels } from '#contract/endpoints.ts'
import { period as periodSchema } from '#contract/market.ts'
import { decode } from '#contract/wire/coded.ts'
import { neverMerge, type ChannelClass, type Merge } from '#contract/wire/channels.ts'

/** A channel's name, read: `depth:BTC-USDT`, `kline:BTC-USDT:1min`, `round:BTC-USDT:60`, `ticker:*`, `quotes`, `u:me`. */
export type Channel = { name: string; family: string; market: string | null }

type Known = { hasMarket: (market: string) => boolean; hasRounds: (market: string, seconds: string) => boolean }
/** Reads a channel's name; null when there is no such channel. */
export function readChannel(name: string, { hasMarket, hasRounds }: Known): Channel | null {
  if (name === 'u:me') return { name, family: 'u', market: null }
  const [family = '', market = '', period, more] = name.split(':')
  if (!Object.hasOwn(channels, family) || more !== undefined) return null
  if (family === 'quotes') return name === family ? { name, family, market: null } : null
  if (family === 'round') return period !== undefined && hasRounds(market, period) ? { name, family, market } : null
  const isAll = family === 'ticker' && market === '*'
  if (!isAll && !hasMarket(market)) return null
  const hasPeriod = period !== undefined && decode(periodSchema, period).success
  if ((family === 'kline') !== hasPeriod || (family !== 'kline' && period !== undefined)) return null
  return { name, family, market: isAll ? null : market }
}

/** How waiting deltas of a channel are merged. */
export const mergeOf = (name: string): Merge => channels[name.split(':')[0] ?? '']?.merge ?? neverMerge

export const classOf = ({ family }: Channel): ChannelClass => channels[family]?.class ?? 'stream'
