import { fieldsOf, saidOf } from './fields.ts'
import { alive, allCoins, pricesOf, refused, symbolsOf, type Source } from './source.ts'

const everyMs = 20_000
const secondsOf = (atMs: number) => Math.floor(atMs / 1000)

/**
 * Gate spot, WebSocket v4. `spot.book_ticker` comes with each change of best bid `b` or ask `a`, `t` is its time in
 * milliseconds. Each
 * request bears the time in seconds. A pair it does not know spoils the whole request, so each is asked for by itself.
 */
export const gate: Source = {
  name: 'gate',
  base: 'wss://api.gateio.ws',
  path: '/ws/v4/',
  symbols: symbolsOf(allCoins, (coin) => `${coin}_USDT`),
  rate: null,
  subscribe: (symbols, atMs) =>
    symbols.map((symbol) =>
      JSON.stringify({ time: secondsOf(atMs), channel: 'spot.book_ticker', event: 'subscribe', payload: [symbol] }),
    ),
  read: (message) => {
    const it = fieldsOf(message)
    if (it['channel'] === 'spot.pong') return alive
    if (it['channel'] !== 'spot.book_ticker') return null
    if (it['error'] !== undefined && it['error'] !== null) return refused(fieldsOf(it['error'])['message'])
    if (it['event'] === 'subscribe') return alive
    const row = fieldsOf(it['result'])
    return pricesOf([saidOf({ symbol: row['s'], bid: row['b'], ask: row['a'], at: row['t'] })])
  },
  ping: { everyMs, text: (atMs) => JSON.stringify({ time: secondsOf(atMs), channel: 'spot.ping' }) },
}
