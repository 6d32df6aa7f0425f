import { fieldsOf, saidOf } from './fields.ts'
import { alive, pricesOf, refused, symbolsOf, type Source } from './source.ts'

/**
 * Coinbase Exchange. `ticker` comes with each match: `price`, `best_bid`, `best_ask`, `time`; `heartbeat` every second.
 * It quotes in dollars. A product it does not know spoils the whole request, so each is asked for by itself.
 */
export const coinbase: Source = {
  name: 'coinbase',
  base: 'wss://ws-feed.exchange.coinbase.com',
  path: '/',
  symbols: symbolsOf(['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'LTC'], (coin) => `${coin}-USD`),
  rate: 'USDT-USD',
  subscribe: (symbols) =>
    symbols.map((symbol) =>
      JSON.stringify({ type: 'subscribe', product_ids: [symbol], channels: ['ticker', 'heartbeat'] }),
    ),
  read: (message) => {
    const it = fieldsOf(message)
    if (it['type'] === 'ticker') {
      return pricesOf([
        saidOf({
          symbol: it['product_id'],
          bid: it['best_bid'],
          ask: it['best_ask'],
          last: it['price'],
          at: it['time'],
        }),
      ])
    }
    if (it['type'] === 'heartbeat' || it['type'] === 'subscriptions') return alive
    return it['type'] === 'error' ? refused(it['reason'] ?? it['message']) : null
  },
  ping: null,
}
