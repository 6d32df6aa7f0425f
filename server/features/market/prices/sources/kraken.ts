import { fieldsOf, rowsOf, saidOf } from './fields.ts'
import { alive, allCoins, pricesOf, refused, symbolsOf, type Source } from './source.ts'

const everyMs = 20_000

/**
 * Kraken spot, WebSocket v2. `ticker` with `event_trigger: bbo` comes with each change of best bid or ask, first as a
 * snapshot; a heartbeat about every second when there is nothing else. It quotes in dollars; numbers are JSON numbers.
 */
export const kraken: Source = {
  name: 'kraken',
  base: 'wss://ws.kraken.com',
  path: '/v2',
  symbols: symbolsOf(allCoins, (coin) => `${coin}/USD`),
  rate: 'USDT/USD',
  subscribe: (symbols) => [
    JSON.stringify({ method: 'subscribe', params: { channel: 'ticker', symbol: symbols, event_trigger: 'bbo' } }),
  ],
  read: (message) => {
    const it = fieldsOf(message)
    if (it['channel'] === 'ticker') {
      return pricesOf(
        rowsOf(it['data']).map((row) =>
          saidOf({ symbol: row['symbol'], bid: row['bid'], ask: row['ask'], last: row['last'], at: row['timestamp'] }),
        ),
      )
    }
    if (it['channel'] === 'heartbeat' || it['channel'] === 'status' || it['method'] === 'pong') return alive
    if (it['success'] === false) return refused(it['error'])
    return it['method'] === 'subscribe' ? alive : null
  },
  ping: { everyMs, text: () => JSON.stringify({ method: 'ping' }) },
}
