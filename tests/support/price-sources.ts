import { WebSocketServer, type WebSocket } from 'ws'

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const fieldsIn = (text: string): Fields => {
  const value: unknown = JSON.parse(text)
  return isFields(value) ? value : {}
}
const isText = (value: unknown): value is string => typeof value === 'string'
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What one public source writes and understands, after its documentation. */
export type Speech = {
  /** The symbols a request asks for; null when it is no such request. */
  readonly asked: (text: string) => readonly string[] | null
  readonly confirmed: (symbols: readonly string[]) => string
  readonly refused: string
  readonly alive: string
  readonly tick: (symbol: string, price: number, atMs: number) => string
  readonly symbol: string
  /** USDT in dollars, for a source that quotes in dollars. */
  readonly rate: string | null
}
const around = (price: number) => ({ bid: String(price * 0.9999), ask: String(price * 1.0001) })
const iso = (atMs: number) => new Date(atMs).toISOString()

export const speeches: Readonly<Record<string, Speech>> = {
  binance: {
    asked: (text) =>
      fieldsIn(text)['method'] === 'SUBSCRIBE'
        ? listOf(fieldsIn(text)['params'])
            .filter(isText)
            .map((name) => name.split('@')[0]?.toUpperCase() ?? '')
        : null,
    confirmed: () => '{"result":null,"id":1}',
    refused: '{"error":{"code":2,"msg":"Invalid request: unknown variant"},"id":1}',
    alive: '{"e":"serverShutdown","E":1770123456789}',
    tick: (s, price, E) =>
      JSON.stringify({
        e: '24hrTicker',
        E,
        s,
        p: '1.0',
        c: String(price),
        b: around(price).bid,
        a: around(price).ask,
        v: '100.0',
      }),
    symbol: 'BTCUSDT',
    rate: null,
  },
  coinbase: {
    asked: (text) =>
      fieldsIn(text)['type'] === 'subscribe' ? listOf(fieldsIn(text)['product_ids']).filter(isText) : null,
    confirmed: (symbols) =>
      JSON.stringify({ type: 'subscriptions', channels: [{ name: 'ticker', product_ids: symbols }] }),
    refused: '{"type":"error","message":"Failed to subscribe","reason":"XYZ-USD is not a valid product"}',
    alive:
      '{"type":"heartbeat","last_trade_id":0,"product_id":"BTC-USD","sequence":90,"time":"2026-01-05T00:00:00.000000Z"}',
    tick: (product_id, price, at) =>
      JSON.stringify({
        type: 'ticker',
        sequence: 1,
        product_id,
        price: String(price),
        best_bid: around(price).bid,
        best_ask: around(price).ask,
        side: 'buy',
        time: iso(at),
      }),
    symbol: 'BTC-USD',
    rate: 'USDT-USD',
  },
  kraken: {
    asked: (text) => {
      const params = fieldsIn(text)['params']
      return fieldsIn(text)['method'] === 'subscribe' && isFields(params)
        ? listOf(params['symbol']).filter(isText)
        : null
    },
    confirmed: (symbols) =>
      JSON.stringify({
        method: 'subscribe',
        result: { channel: 'ticker', symbol: symbols[0] },
        success: true,
        time_in: iso(0),
        time_out: iso(0),
      }),
    refused: '{"error":"Currency pair not supported XYZ/USD","method":"subscribe","success":false,"symbol":"XYZ/USD"}',
    alive: '{"channel":"heartbeat"}',
    tick: (symbol, price, at) =>
      JSON.stringify({
        channel: 'ticker',
        type: 'update',
        data: [{ symbol, bid: price * 0.9999, ask: price * 1.0001, last: price, volume: 1, timestamp: iso(at) }],
      }),
    symbol: 'BTC/USD',
    rate: 'USDT/USD',
  },
  okx: {
    asked: (text) =>
      text !== 'ping' && fieldsIn(text)['op'] === 'subscribe'
        ? listOf(fieldsIn(text)['args'])
            .filter(isFields)
            .map((arg) => String(arg['instId']))
        : null,
    confirmed: (symbols) =>
      JSON.stringify({ event: 'subscribe', arg: { channel: 'tickers', instId: symbols[0] }, connId: 'a4d3ae55' }),
    refused: `{"event":"error","code":"60018","msg":"Wrong URL or channel:tickers,instId:XYZ-USDT doesn't exist.","connId":"a4d3ae55"}`,
    alive: 'pong',
    tick: (instId, price, at) =>
      JSON.stringify({
        arg: { channel: 'tickers', instId },
        data: [
          {
            instType: 'SPOT',
            instId,
            last: String(price),
            bidPx: around(price).bid,
            askPx: around(price).ask,
            ts: String(at),
          },
        ],
      }),
    symbol: 'BTC-USDT',
    rate: null,
  },
  bybit: {
    asked: (text) =>
      fieldsIn(text)['op'] === 'subscribe'
        ? listOf(fieldsIn(text)['args'])
            .filter(isText)
            .map((name) => name.split('.')[1] ?? '')
        : null,
    confirmed: () => '{"success":true,"ret_msg":"subscribe","conn_id":"2324d924","op":"subscribe"}',
    refused: '{"success":false,"ret_msg":"Invalid symbol :[tickers.XYZUSDT]","conn_id":"2324d924","op":"subscribe"}',
    alive: '{"success":true,"ret_msg":"pong","conn_id":"2324d924","op":"ping"}',
    tick: (symbol, price, ts) =>
      JSON.stringify({
        topic: `tickers.${symbol}`,
        ts,
        type: 'snapshot',
        cs: 1,
        data: { symbol, lastPrice: String(price), volume24h: '1' },
      }),
    symbol: 'BTCUSDT',
    rate: null,
  },
  gate: {
    asked: (text) =>
      fieldsIn(text)['event'] === 'subscribe' ? listOf(fieldsIn(text)['payload']).filter(isText) : null,
    confirmed: () =>
      '{"time":1767571200,"channel":"spot.book_ticker","event":"subscribe","result":{"status":"success"},"error":null}',
    refused:
      '{"time":1767571200,"channel":"spot.book_ticker","event":"subscribe","error":{"code":2,"message":"unknown currency pair: XYZ_USDT"},"result":null}',
    alive: '{"time":1767571200,"channel":"spot.pong","event":"","error":null,"result":null}',
    tick: (s, price, t) =>
      JSON.stringify({
        time: Math.floor(t / 1000),
        channel: 'spot.book_ticker',
        event: 'update',
        result: { t, u: 1, s, b: around(price).bid, B: '1', a: around(price).ask, A: '1' },
      }),
    symbol: 'BTC_USDT',
    rate: null,
  },
}

/** A source on a local port that speaks like the public one of that name. */
export async function openSource(name: string) {
  const speech = speeches[name]
  if (!speech) throw new Error(name)
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.on('listening', resolve))
  const asked = new Set<string>()
  let dials = 0
  let sockets: WebSocket[] = []
  server.on('connection', (socket) => {
    dials += 1
    sockets.push(socket)
    socket.on('message', (frame) => {
      const symbols = speech.asked(String(frame))
      if (!symbols) return
      symbols.forEach((symbol) => asked.add(symbol))
      socket.send(speech.confirmed(symbols))
    })
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const say = (text: string) => sockets.forEach((socket) => socket.send(text))
  return {
    name,
    named: `${name}=ws://127.0.0.1:${port}`,
    dials: () => dials,
    isAsked: () => asked.has(speech.symbol) && (speech.rate === null || asked.has(speech.rate)),
    say,
    /** Bitcoin in USDT; in dollars, with the rate, for a source that quotes in those. */
    tell: (price: number, atMs: number) => {
      if (speech.rate !== null) say(speech.tick(speech.rate, 1, atMs))
      say(speech.tick(speech.symbol, price, atMs))
    },
    drop: () => {
      sockets.forEach((socket) => socket.terminate())
      sockets = []
      asked.clear()
    },
    stop: () =>
      new Promise<void>((resolve) => {
        sockets.forEach((socket) => socket.terminate())
        server.close(() => resolve())
      }),
  }
}
export type LocalSource = Awaited<ReturnType<typeof openSource>>
