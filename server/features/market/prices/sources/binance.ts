import { fieldsOf, saidOf } from './fields.ts'
import { alive, allCoins, pricesOf, refused, symbolsOf, type Source } from './source.ts'

/**
 * Binance spot, market data only. `<symbol>@ticker` comes once a second with best bid `b`, best ask `a`, last price `c`
 * and event time `E`. The server pings on the level of frames, which the socket answers by itself; five messages a
 * second may be sent, so all streams are asked for in one.
 */
export const binance: Source = {
  name: 'binance',
  base: 'wss://data-stream.binance.vision',
  path: '/ws',
  symbols: symbolsOf(allCoins, (coin) => `${coin}USDT`),
  rate: null,
  subscribe: (symbols) => [
    JSON.stringify({ method: 'SUBSCRIBE', params: symbols.map((symbol) => `${symbol.toLowerCase()}@ticker`), id: 1 }),
  ],
  read: (message) => {
    const it = fieldsOf(message)
    if (it['e'] === '24hrTicker')
      return pricesOf([saidOf({ symbol: it['s'], bid: it['b'], ask: it['a'], last: it['c'], at: it['E'] })])
    if (it['e'] === 'serverShutdown' || it['result'] === null) return alive
    if (it['error'] !== undefined) return refused(fieldsOf(it['error'])['msg'])
    return it['code'] === undefined ? null : refused(it['msg'])
  },
  ping: null,
}
