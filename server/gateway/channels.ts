import { payloads, channelClass, type ChannelFamily } from '#contract/wire/down.ts'
import { period as periodSchema } from '#contract/market.ts'
import { decode } from '#contract/wire/coded.ts'

/** A channel's name, read: `depth:BTC-USDT`, `kline:BTC-USDT:1min`, `round:BTC-USDT:60`, `ticker:*`, `quotes`, `u:me`. */
export type Channel = { name: string; family: ChannelFamily | 'u'; market: string | null }

const isFamily = (text: string): text is ChannelFamily => Object.hasOwn(payloads, text)

type Known = { hasMarket: (market: string) => boolean; hasRounds: (market: string, seconds: string) => boolean }
/** Reads a channel's name; null when there is no such channel. */
export function readChannel(name: string, { hasMarket, hasRounds }: Known): Channel | null {
  if (name === 'u:me') return { name, family: 'u', market: null }
  const [family = '', market = '', period, more] = name.split(':')
  if (!isFamily(family) || more !== undefined) return null
  if (family === 'quotes') return name === family ? { name, family, market: null } : null
  if (family === 'round') return period !== undefined && hasRounds(market, period) ? { name, family, market } : null
  const isAll = family === 'ticker' && market === '*'
  if (!isAll && !hasMarket(market)) return null
  const hasPeriod = period !== undefined && decode(periodSchema, period).success
  if ((family === 'kline') !== hasPeriod || (family !== 'kline' && period !== undefined)) return null
  return { name, family, market: isAll ? null : market }
}

export const classOf = ({ family }: Channel) => channelClass[family]
