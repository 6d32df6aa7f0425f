import { createHmac } from 'node:crypto'
import { differencesPage } from '#server/box/binance/differences.ts'
import { createWeights, weightLimit } from '#server/box/binance/weights.ts'
import { textOf } from '#tests/support/files.ts'
import { boxStartMs } from '#server/box/box.ts'
import { calm } from '#server/box/faults.ts'
import { serveBox } from '#server/box/serve.ts'
import { beforeAll, expect, test } from 'vitest'

type Served = Awaited<ReturnType<typeof serveBox>>
let box: Served
beforeAll(async () => {
  box = await serveBox(
    { seed: 7, start: boxStartMs, accounts: 2, funds: { USDT: '10000', BTC: '1' }, maker: true, markets: ['BTC-USDT'] },
    { port: 0, bind: '127.0.0.1', speed: 0, weather: calm, rates: 1_000_000, app: null, wire: 'binance' },
  )
  return box.stop
})

/** One call as a bot of that exchange signs it; answers the status with what was said. */
async function ask(method: string, path: string, fields: Readonly<Record<string, string>> = {}, secret?: string) {
  const { url, keys } = box.wire ?? { url: '', keys: [] }
  const [key] = keys
  const query = new URLSearchParams({ ...fields, timestamp: String(box.now()) }).toString()
  const signature = createHmac('sha256', secret ?? key?.secret ?? '')
    .update(query)
    .digest('hex')
  const answer = await fetch(`${url}/${path}?${query}&signature=${signature}`, {
    method,
    headers: { 'X-MBX-APIKEY': key?.apiKey ?? '' },
  })
  const said: unknown = await answer.json()
  return { status: answer.status, said: Object(said), weight: answer.headers.get('X-MBX-USED-WEIGHT-1M') }
}
const codeOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).said.code
const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', quantity: '0.001', price: '90000.00' }

test('BOX-16 anybody reads the markets of the foreign wire in its words', async () => {
  const { said: info } = await ask('GET', 'exchangeInfo')
  expect(info.symbols.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['BTCUSDT'])
  expect(info.symbols[0].filters).toContainEqual(
    expect.objectContaining({ filterType: 'PRICE_FILTER', tickSize: '0.01' }),
  )
  const { said: depth } = await ask('GET', 'depth', { symbol: 'BTCUSDT', limit: '5' })
  expect([depth.bids.length, depth.asks.length]).toEqual([5, 5])
  const { said: klines } = await ask('GET', 'klines', { symbol: 'BTCUSDT', interval: '1m', limit: '2' })
  expect(klines.map((row: unknown[]) => row.length)).toEqual([12])
  const { said: ticker } = await ask('GET', 'ticker/24hr', { symbol: 'BTCUSDT' })
  expect(Number(ticker.bidPrice)).toBeLessThan(Number(ticker.askPrice))
  expect(await codeOf('GET', 'depth', { symbol: 'NONE' })).toBe(-1121)
  expect(await codeOf('GET', 'klines', { symbol: 'BTCUSDT', interval: '7m' })).toBe(-1120)
})

test('BOX-16 the same client id is the same order; it is read, cancelled and told as there', async () => {
  const named = { ...order, newClientOrderId: 'mine-1' }
  const [{ said: one }, { said: same }] = [await ask('POST', 'order', named), await ask('POST', 'order', named)]
  expect(one).toMatchObject({ clientOrderId: 'mine-1', status: 'NEW', origQty: '0.001000', executedQty: '0.000000' })
  expect(same.orderId).toBe(one.orderId)
  const by = { symbol: 'BTCUSDT', origClientOrderId: 'mine-1' }
  expect((await ask('GET', 'order', by)).said).toMatchObject({ orderId: one.orderId, status: 'NEW' })
  expect((await ask('GET', 'openOrders')).said).toHaveLength(1)
  expect((await ask('DELETE', 'order', by)).said).toMatchObject({ status: 'CANCELED' })
  expect(await codeOf('DELETE', 'order', by)).toBe(-2011)
  const { said: bought } = await ask('POST', 'order', { ...order, type: 'MARKET', quantity: '0.002' })
  expect(bought).toMatchObject({ status: 'FILLED', executedQty: '0.002000', fills: [{ commissionAsset: 'BTC' }] })
  const { said: trades } = await ask('GET', 'myTrades', { symbol: 'BTCUSDT' })
  expect(trades).toMatchObject([{ orderId: bought.orderId, isBuyer: true, isMaker: false }])
  const { said: account } = await ask('GET', 'account')
  const held = account.balances.find(({ asset }: { asset: string }) => asset === 'USDT')
  expect(Number(held.free)).toBeCloseTo(10_000 - Number(bought.cummulativeQuoteQty), 6)
})

test('BOX-50 an order is replaced in one call: both halves tell what became of them, and no second order is made by a repetition', async () => {
  const { said: held } = await ask('POST', 'order', { ...order, newClientOrderId: 'old-1' })
  const wish = { ...order, price: '90001.00', newClientOrderId: 'new-1', cancelReplaceMode: 'STOP_ON_FAILURE' }
  const { status, said } = await ask('POST', 'order/cancelReplace', { ...wish, cancelOrigClientOrderId: 'old-1' })
  expect([status, said]).toMatchObject([
    200,
    {
      cancelResult: 'SUCCESS',
      newOrderResult: 'SUCCESS',
      cancelResponse: { orderId: held.orderId, status: 'CANCELED' },
      newOrderResponse: { clientOrderId: 'new-1', price: '90001.00', status: 'NEW' },
    },
  ])
  const again = await ask('POST', 'order/cancelReplace', { ...wish, cancelOrderId: String(held.orderId) })
  expect(again).toMatchObject({
    status: 400,
    said: { code: -2022, data: { cancelResult: 'FAILURE', newOrderResult: 'NOT_ATTEMPTED', newOrderResponse: null } },
  })
  const half = { ...wish, cancelReplaceMode: 'ALLOW_FAILURE', cancelOrderId: '999' }
  expect(await ask('POST', 'order/cancelReplace', half)).toMatchObject({
    status: 409,
    said: { code: -2021, data: { cancelResponse: { code: -2011 }, newOrderResponse: { clientOrderId: 'new-1' } } },
  })
  const poor = { ...wish, quantity: '90', newClientOrderId: 'new-2', cancelOrigClientOrderId: 'new-1' }
  expect(await ask('POST', 'order/cancelReplace', poor)).toMatchObject({
    said: { code: -2021, data: { cancelResult: 'SUCCESS', newOrderResponse: { code: -2010 } } },
  })
  expect((await ask('GET', 'openOrders', { symbol: 'BTCUSDT' })).said).toEqual([])
  const senseless = { ...wish, type: 'STOP_LOSS', cancelOrigClientOrderId: 'new-1' }
  expect(await codeOf('POST', 'order/cancelReplace', senseless)).toBe(-1116)
  expect(await codeOf('POST', 'order/cancelReplace', { ...wish, cancelReplaceMode: 'MAYBE' })).toBe(-1102)
})
test('BOX-51 every answer tells the weight of the minute, which begins anew by the time of the box', async () => {
  await box.controls.advanceTo(box.now() + 60_000)
  const one = await ask('GET', 'exchangeInfo')
  const two = await ask('GET', 'depth', { symbol: 'BTCUSDT', limit: '50' })
  const wrong = await ask('GET', 'depth', { symbol: 'NONE' })
  expect([one, two, wrong].map(({ weight }) => weight)).toEqual(['20', '25', '30'])
  expect(one.said.rateLimits).toEqual([
    { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: weightLimit },
  ])
  await box.controls.advanceTo(box.now() + 60_000)
  expect((await ask('GET', 'time')).weight).toBe('1')
  const small = createWeights(() => 0, 1)
  for (let n = 0; n < weightLimit / 20; n += 1) small.take('GET account', {})
  expect(() => small.take('GET time', {})).toThrow('Too much request weight used.')
})
test('BOX-52 the page of differences is the one that its table makes: npm run docs', () => {
  expect(textOf('docs/binance.md')).toBe(differencesPage())
})

test.each([
  ['a wrong secret', 'GET', 'account', {}, -1022],
  ['more than there is', 'POST', 'order', { ...order, quantity: '90' }, -2010],
  ['a price off the tick', 'POST', 'order', { ...order, price: '90000.001' }, -1013],
  ['too little', 'POST', 'order', { ...order, quantity: '0.000001' }, -1013],
  ['a post-only that would take', 'POST', 'order', { ...order, type: 'LIMIT_MAKER', price: '120000' }, -2010],
  ['no quantity', 'POST', 'order', { ...order, quantity: '' }, -1102],
  ['a form that is not there', 'POST', 'order', { ...order, type: 'STOP_LOSS' }, -1116],
  ['an order that is not there', 'GET', 'order', { symbol: 'BTCUSDT', orderId: '99' }, -2013],
  ['a call that is not there', 'GET', 'sor/order', {}, -1],
] as const)('BOX-16 the foreign wire refuses %s with its own code', async (_, method, path, fields, code) => {
  expect(await codeOf(method, path, fields, code === -1022 ? 'other' : undefined)).toBe(code)
})
