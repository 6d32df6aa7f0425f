import type { LiveCandle } from '#contract/market/market.ts'
import type { Change } from '#server/core/feature.ts'
import type { Box } from '../box.ts'
import type { Symbols } from './ports.ts'
import { intervalOf, tradeIdOf } from './public.ts'

type Row = Readonly<Record<string, unknown>>
/** What is told on a stream, by its name there: `btcusdt@trade`. */
type Told = readonly [stream: string, payload: Row]
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list: unknown = isRow(value) ? value[name] : undefined
  return Array.isArray(list) ? list : []
}

function tradesTold(symbol: string, at: number, d: unknown): readonly Told[] {
  const stream = symbol.toLowerCase()
  return listIn(d, 'deals')
    .filter(isRow)
    .toReversed()
    .flatMap((deal): readonly Told[] => {
      const { price: p, amount: q, at_ms: T, side } = deal
      const [id, base] = [tradeIdOf(deal['id']), { E: at, s: symbol, p, q, T, m: side === 'sell', M: true }]
      return [
        [`${stream}@trade`, { e: 'trade', ...base, t: id }],
        [`${stream}@aggTrade`, { e: 'aggTrade', ...base, a: id, f: id, l: id }],
      ]
    })
}
const isCandle = (value: unknown): value is LiveCandle => isRow(value) && 'open' in value && 'closed' in value
function candleTold(symbol: string, period: string, at: number, d: unknown): readonly Told[] {
  const bar = isRow(d) ? d['bar'] : undefined
  const interval = intervalOf(period)
  if (!isCandle(bar) || !interval) return []
  const [i, ms] = interval
  const { time: t, open: o, high: h, low: l, close: c, amount: v, volume: q, closed: x } = bar
  const unknown = { f: -1, L: -1, n: 0, V: '0', Q: '0', B: '0' }
  const k = { t, T: t + ms - 1, s: symbol, i, o, c, h, l, v, x, q, ...unknown }
  return [[`${symbol.toLowerCase()}@kline_${i}`, { e: 'kline', E: at, s: symbol, k }]]
}
/** The streams of markets, each told to who follows it. */
export function createStreams(box: Pick<Box, 'venue'>, symbols: Symbols) {
  const now = () => box.venue.now()
  const followers = new Map<string, Set<(stream: string, payload: Row) => void>>()
  const best = new Map<string, string>()
  const bookTold = (market: string, symbol: string): readonly Told[] => {
    const { bids, asks, seq } = box.venue.ctx.markets.depth(market)
    const [[b, B] = ['0', '0'], [a, A] = ['0', '0']] = [bids[0], asks[0]]
    const top = [b, B, a, A].join()
    if (best.get(market) === top) return []
    best.set(market, top)
    return [[`${symbol.toLowerCase()}@bookTicker`, { u: seq, s: symbol, b, B, a, A }]]
  }
  const toldBy = ({ c, s, b, d }: Change): readonly Told[] => {
    const [family, market = '', period = ''] = c.split(':')
    const symbol = market.replace('-', '')
    if (family === 'deals') return tradesTold(symbol, now(), d)
    if (family === 'kline') return candleTold(symbol, period, now(), d)
    if (family !== 'depth') return []
    const [bids, asks] = [listIn(d, 'bids'), listIn(d, 'asks')]
    const update = { e: 'depthUpdate', E: now(), s: symbol, U: (b ?? s - 1) + 1, u: s, b: bids, a: asks }
    const stream = symbol.toLowerCase()
    return [[`${stream}@depth`, update], [`${stream}@depth@100ms`, update], ...bookTold(market, symbol)]
  }
  const names = () => new Set(symbols.all().map(({ symbol }) => symbol.toLowerCase()))
  const kinds = /^(?:trade|aggTrade|bookTicker|depth(?:@100ms)?|kline_\d+[mhdw])$/
  return {
    /** Whether there is such a stream. */
    has: (stream: string) => {
      const [symbol = '', ...kind] = stream.split('@')
      return names().has(symbol) && kinds.test(kind.join('@'))
    },
    follow: (stream: string, tell: (stream: string, payload: Row) => void) => {
      const all = followers.get(stream) ?? new Set()
      followers.set(stream, all.add(tell))
      return () => void all.delete(tell)
    },
    take: (changes: readonly Change[]) => {
      for (const change of changes)
        for (const [stream, payload] of toldBy(change))
          for (const tell of followers.get(stream) ?? []) tell(stream, payload)
    },
  }
}
export type Streams = ReturnType<typeof createStreams>
