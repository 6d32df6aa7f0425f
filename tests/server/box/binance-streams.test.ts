import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { boxStartMs } from '#server/box/box.ts'
import { calm } from '#server/box/faults.ts'
import { serveBox } from '#server/box/serve.ts'
import { expect, onTestFinished, test } from 'vitest'

type Row = Readonly<Record<string, unknown>>
/** An update of the book, with its numbers. */
const updatesIn = (told: readonly Row[]) =>
  told.map(({ U, u, b }) => ({ U: Number(U), u: Number(u), bids: Array.isArray(b) ? b.map(pairOf) : [] }))
const pairOf = (level: unknown): [string, string] => {
  const [price, amount] = Array.isArray(level) ? level : []
  return [String(price), String(amount)]
}
const stand = async () => {
  const box = await serveBox(
    { seed: 7, start: boxStartMs, accounts: 1, funds: { USDT: '10000', BTC: '1' }, maker: true, markets: ['BTC-USDT'] },
    { port: 0, bind: '127.0.0.1', speed: 0, weather: calm, rates: 1_000_000, app: null, wire: 'binance' },
  )
  onTestFinished(box.stop)
  const { url, ws, keys } = box.wire ?? { url: '', ws: '', keys: [] }
  const { apiKey = '', secret = '' } = keys[0] ?? {}
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  const ask = async (method: string, path: string, fields: Readonly<Record<string, string>> = {}) => {
    const query = new URLSearchParams({ ...fields, timestamp: String(box.now()) }).toString()
    const answer = await fetch(`${url}/${path}?${query}&signature=${sign(query)}`, {
      method,
      headers: { 'X-MBX-APIKEY': apiKey },
    })
    return Object(await answer.json())
  }
  /** A socket below `/wire`, with what it has been told. */
  const dial = async (path: string) => {
    const socket = new WebSocket(`${ws}/${path}`)
    const told: Row[] = []
    const waiting: (() => void)[] = []
    socket.on('message', (data) => {
      told.push(JSON.parse(String(data)))
      for (const look of waiting) look()
    })
    await once(socket, 'open')
    const until = async (isIt: (row: Row) => boolean) => {
      const found = new Promise<Row>((done) => {
        const look = () => {
          const row = told.find(isIt)
          if (row) done(row)
        }
        waiting.push(look)
        look()
      })
      return Object(await found)
    }
    const say = async (message: Row) => {
      socket.send(JSON.stringify(message))
      return until(({ id }) => id === message['id'])
    }
    return { socket, told, until, say }
  }
  const pass = (ms: number) => box.controls.advanceTo(box.now() + ms)
  return { box, ask, dial, pass, sign, apiKey }
}
const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', quantity: '0.001', price: '90000.00' }

test('BOX-24 the book by its updates is the book that is asked for, without a gap', async () => {
  const { ask, dial, pass } = await stand()
  const { told } = await dial('ws/btcusdt@depth@100ms')
  await pass(1000)
  const start = await ask('GET', 'depth', { symbol: 'BTCUSDT', limit: '50' })
  await pass(5000)
  const end = await ask('GET', 'depth', { symbol: 'BTCUSDT', limit: '50' })
  const later = updatesIn(told).filter(({ u }) => u > start.lastUpdateId && u <= end.lastUpdateId)
  expect(later.length).toBeGreaterThan(10)
  expect(later[0]?.U).toBeLessThanOrEqual(start.lastUpdateId + 1)
  expect(later.slice(1).filter(({ U }, at) => U !== (later[at]?.u ?? 0) + 1)).toEqual([])
  const bids = new Map<string, string>(start.bids)
  for (const [price, amount] of later.flatMap((each) => each.bids)) {
    if (Number(amount) === 0) bids.delete(price)
    else bids.set(price, amount)
  }
  const best = [...bids].toSorted(([one], [other]) => Number(other) - Number(one)).slice(0, 20)
  expect(best).toEqual(end.bids.slice(0, 20))
})
test('BOX-24 trades, candles and best prices are told by name, also to who subscribes later, and to nobody who has left', async () => {
  const { dial, pass } = await stand()
  const { told, say, until } = await dial('stream?streams=btcusdt@trade/btcusdt@bookTicker')
  expect(await say({ method: 'SUBSCRIBE', params: ['btcusdt@kline_1m'], id: 1 })).toEqual({ result: null, id: 1 })
  expect(await say({ method: 'SUBSCRIBE', params: ['btcusdt@moon'], id: 2 })).toMatchObject({ error: { code: -1 } })
  await pass(10_000)
  const trade = await until(({ stream }) => stream === 'btcusdt@trade')
  expect(trade['data']).toMatchObject({ e: 'trade', s: 'BTCUSDT', t: expect.any(Number), m: expect.any(Boolean) })
  expect((await until(({ stream }) => stream === 'btcusdt@kline_1m'))['data'].k).toMatchObject({ i: '1m', x: false })
  const best = (await until(({ stream }) => stream === 'btcusdt@bookTicker'))['data']
  expect(Number(best.b)).toBeLessThan(Number(best.a))
  await say({ method: 'UNSUBSCRIBE', params: ['btcusdt@trade'], id: 3 })
  expect(await say({ method: 'LIST_SUBSCRIPTIONS', id: 4 })).toEqual({
    result: ['btcusdt@bookTicker', 'btcusdt@kline_1m'],
    id: 4,
  })
  const count = told.filter(({ stream }) => stream === 'btcusdt@trade').length
  await pass(10_000)
  await say({ method: 'LIST_SUBSCRIPTIONS', id: 5 })
  expect(told.filter(({ stream }) => stream === 'btcusdt@trade')).toHaveLength(count)
})
test('BOX-25 the own stream tells of each order: new, traded and ended, with sums that add up, and of balances', async () => {
  const { ask, dial } = await stand()
  const { listenKey } = await ask('POST', 'userDataStream')
  expect(await ask('PUT', 'userDataStream', { listenKey })).toEqual({})
  expect(await ask('PUT', 'userDataStream', { listenKey: 'other' })).toMatchObject({ code: -1125 })
  const { told, until } = await dial(`ws/${listenKey}`)
  const placed = await ask('POST', 'order', { ...order, newClientOrderId: 'mine' })
  await ask('DELETE', 'order', { symbol: 'BTCUSDT', orderId: String(placed['orderId']) })
  await until(({ x }) => x === 'CANCELED')
  const bought = await ask('POST', 'order', { ...order, type: 'MARKET', quantity: '0.05', newClientOrderId: 'big' })
  await until(({ X }) => X === 'FILLED')
  const reports = told.filter(({ e }) => e === 'executionReport')
  expect(reports.slice(0, 2)).toMatchObject([
    { c: 'mine', x: 'NEW', X: 'NEW', S: 'BUY', o: 'LIMIT', f: 'GTC', q: '0.001', p: '90000.00', i: placed['orderId'] },
    { c: 'mine', x: 'CANCELED', X: 'CANCELED', w: false },
  ])
  const big = reports.filter(({ c }) => c === 'big')
  expect(big.map(({ x }) => x)).toEqual(['NEW', ...bought['fills'].map(() => 'TRADE')])
  expect(big.at(-1)).toMatchObject({ z: '0.05', Z: bought['cummulativeQuoteQty'], N: 'BTC', m: false })
  const position = await until((row) => row['e'] === 'outboundAccountPosition' && JSON.stringify(row).includes('"BTC"'))
  expect(position['B']).toContainEqual({ a: 'BTC', f: expect.any(String), l: '0' })
})
test('BOX-26 the WebSocket API places, tells and cancels an order, and refuses with the codes of the REST', async () => {
  const { dial, sign, apiKey, box } = await stand()
  const { say, until } = await dial('ws-api/v3')
  const call = (id: number, method: string, fields: Readonly<Record<string, string>>) => {
    const params: Record<string, string> = { ...fields, apiKey, timestamp: String(box.now()) }
    const names = Object.keys(params).toSorted()
    const signature = sign(names.map((name) => `${name}=${params[name]}`).join('&'))
    return say({ id, method, params: { ...params, signature } })
  }
  expect(await say({ id: 1, method: 'time' })).toMatchObject({ status: 200, result: { serverTime: box.now() } })
  const placed = await call(2, 'order.place', { ...order, newClientOrderId: 'api' })
  expect(placed).toMatchObject({ status: 200, result: { clientOrderId: 'api', status: 'NEW' } })
  const same = await call(3, 'order.place', { ...order, newClientOrderId: 'api' })
  expect(same['result'].orderId).toBe(placed['result'].orderId)
  const by = { symbol: 'BTCUSDT', origClientOrderId: 'api' }
  expect(await call(4, 'order.status', by)).toMatchObject({ result: { status: 'NEW' } })
  expect(await call(5, 'order.cancel', by)).toMatchObject({ result: { status: 'CANCELED' } })
  expect(await call(6, 'order.cancel', by)).toMatchObject({ status: 400, error: { code: -2011 } })
  expect(await say({ id: 7, method: 'order.place', params: { ...order, apiKey } })).toMatchObject({
    error: { code: -1022 },
  })
  const { result } = await call(9, 'userDataStream.subscribe.signature', {})
  expect(result).toEqual({ subscriptionId: 0 })
  await call(10, 'order.place', { ...order, price: '80000' })
  expect(await until((row) => row['subscriptionId'] === 0)).toMatchObject({ event: { e: 'executionReport', x: 'NEW' } })
  expect(await say({ id: 8, method: 'moon' })).toMatchObject({ error: { code: -1 } })
})
test('BOX-27 a push of the other wire can be lost: its client finds the gap by the numbers', async () => {
  const { box, dial, pass } = await stand()
  const { told } = await dial('ws/btcusdt@depth')
  await pass(1000)
  box.controls.once('push_lost', 'depthUpdate')
  await pass(2000)
  expect(box.controls.faults()).toEqual({ push_lost: 1 })
  const updates = updatesIn(told)
  expect(updates.slice(1).filter(({ U }, at) => U !== (updates[at]?.u ?? 0) + 1)).toHaveLength(1)
})
