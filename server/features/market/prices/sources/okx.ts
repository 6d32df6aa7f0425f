import { fieldsOf, rowsOf, saidOf } from './fields.ts'
import { alive, allCoins, pricesOf, refused, symbolsOf, type Source } from './source.ts'

/** A line on which nothing came for thirty seconds is cut by the server. */
const everyMs = 20_000
const events: readonly unknown[] = ['subscribe', 'notice', 'channel-conn-count']

/**
 * OKX v5, public. `tickers` comes at most every 100 ms, with each trade or change of best bid or ask: `bidPx`, `askPx`,
 * `last`, `ts`.
 */
export const okx: Source = {
  name: 'okx',
  base: 'wss://ws.okx.com:8443',
  path: '/ws/v5/public',
  symbols: symbolsOf(allCoins, (coin) => `${coin}-USDT`),
  rate: null,
  subscribe: (symbols) => [
    JSON.stringify({ op: 'subscribe', args: symbols.map((instId) => ({ channel: 'tickers', instId })) }),
  ],
  read: (message) => {
    const it = fieldsOf(message)
    if (it['event'] === 'error') return refused(it['msg'])
    if (events.includes(it['event'])) return alive
    if (fieldsOf(it['arg'])['channel'] !== 'tickers') return null
    return pricesOf(
      rowsOf(it['data']).map((row) =>
        saidOf({ symbol: row['instId'], bid: row['bidPx'], ask: row['askPx'], last: row['last'], at: row['ts'] }),
      ),
    )
  },
  ping: { everyMs, text: () => 'ping', answer: 'pong' },
}
