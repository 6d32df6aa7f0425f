import { fieldsOf, saidOf } from './fields.ts'
import { alive, allCoins, pricesOf, refused, symbolsOf, type Source } from './source.ts'

const everyMs = 20_000

/**
 * Bybit v5, spot. `tickers.<symbol>` is always a snapshot there and bears the last price and `ts`, but no bid and ask.
 * A topic it does not know spoils the whole request, so each is asked for by itself.
 */
export const bybit: Source = {
  name: 'bybit',
  base: 'wss://stream.bybit.com',
  path: '/v5/public/spot',
  symbols: symbolsOf(allCoins, (coin) => `${coin}USDT`),
  rate: null,
  subscribe: (symbols) => symbols.map((symbol) => JSON.stringify({ op: 'subscribe', args: [`tickers.${symbol}`] })),
  read: (message) => {
    const it = fieldsOf(message)
    if (typeof it['topic'] === 'string' && it['topic'].startsWith('tickers.')) {
      const row = fieldsOf(it['data'])
      return pricesOf([saidOf({ symbol: row['symbol'], last: row['lastPrice'], at: it['ts'] })])
    }
    if (it['success'] === false) return refused(it['ret_msg'])
    return it['op'] === 'subscribe' || it['op'] === 'ping' || it['op'] === 'pong' ? alive : null
  },
  ping: { everyMs, text: () => JSON.stringify({ op: 'ping' }) },
}
