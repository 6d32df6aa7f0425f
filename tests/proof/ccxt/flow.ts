import { isDeepStrictEqual } from 'node:util'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openBox } from '#server/box/testing.ts'
import { fixtureFile, readFixtures, type Fixture, type Kind } from './fixtures.ts'

/** The release of ccxt in which the class was written; it is not among the packages of this tree, being 60 MB. */
const wanted = 'ccxt@4.5.84'
type Class = new (config: object) => { readonly urls: { api: object } }
type Asked = { readonly folder: string | null; readonly isWriting: boolean }

/** Puts the class among those of ccxt, as it would stand there, and loads it. */
async function loadClass(folder: string) {
  const source = join(folder, 'node_modules/ccxt/js/src')
  const code = stripTypeScriptTypes(readFileSync('clients/ccxt/kontor.ts', 'utf8'))
  writeFileSync(join(source, 'kontor.js'), code)
  const base = "import { Exchange as Base } from '../base/Exchange.js'\nexport default class Exchange extends Base {}\n"
  writeFileSync(join(source, 'abstract/kontor.js'), base)
  const url = (file: string) => pathToFileURL(join(source, file)).href
  const [{ default: Kontor }, errors] = await Promise.all([import(url('kontor.js')), import(url('base/errors.js'))])
  return { Kontor, errors }
}
const install = () => {
  const folder = mkdtempSync(join(tmpdir(), 'ccxt-'))
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, wanted], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return folder
}

const key = '0190a000-0000-4000-8000-0000000000cc'
/** What a user calls, in the order of one bot's life. */
const calls: readonly (readonly [method: string, input: readonly unknown[], about: string])[] = [
  ['fetchTime', [], 'the clock'],
  ['fetchMarkets', [], 'all markets'],
  ['fetchTicker', ['BTC/USDT'], 'one ticker'],
  ['fetchTickers', [['BTC/USDT']], 'tickers by symbol'],
  ['fetchOrderBook', ['BTC/USDT', 5], 'the best five'],
  ['fetchOHLCV', ['BTC/USDT', '1m', null, 3], 'three candles'],
  ['fetchTradingFees', [], 'fees'],
  ['createOrder', ['BTC/USDT', 'limit', 'buy', 0.001, 90_000, { clientOrderId: 'my-1' }], 'a limit order with a name'],
  ['createOrder', ['BTC/USDT', 'limit', 'buy', 0.001, 90_000, { postOnly: true }], 'post only'],
  ['createOrder', ['BTC/USDT', 'market', 'sell', 0.001], 'at the market'],
  ['createMarketBuyOrderWithCost', ['BTC/USDT', 100], 'by its cost'],
  ['fetchBalance', [], 'the spot wallet'],
  ['fetchOrder', ['1', 'BTC/USDT'], 'by id'],
  ['fetchOrder', [null, 'BTC/USDT', { clientOrderId: 'my-1' }], 'by its name'],
  ['fetchOpenOrders', ['BTC/USDT'], 'open ones'],
  ['fetchClosedOrders', ['BTC/USDT'], 'filled ones'],
  ['fetchMyTrades', ['BTC/USDT'], 'own trades'],
  ['fetchTrades', ['BTC/USDT', null, 2], 'trades of all'],
  ['editOrder', ['1', 'BTC/USDT', 'limit', 'buy', null, 90_001], 'another price'],
  ['cancelOrder', ['2', 'BTC/USDT'], 'one order'],
  [
    'createOrders',
    [
      [
        { symbol: 'BTC/USDT', type: 'limit', side: 'buy', amount: 0.001, price: 90_000 },
        { symbol: 'BTC/USDT', type: 'limit', side: 'buy', amount: 0.001, price: 1 },
      ],
    ],
    'two orders, of which one is refused',
  ],
  ['cancelAllOrders', ['BTC/USDT'], 'all of a market'],
  ['fetchCanceledOrders', ['BTC/USDT'], 'cancelled ones'],
  ['fetchOrders', ['BTC/USDT'], 'all of them'],
]
const refusals: readonly (readonly [error: string, method: string, input: readonly unknown[]])[] = [
  ['InsufficientFunds', 'createOrder', ['BTC/USDT', 'limit', 'buy', 50, 90_000]],
  ['InvalidOrder', 'createOrder', ['BTC/USDT', 'limit', 'buy', 0.001, 1]],
  ['OrderImmediatelyFillable', 'createOrder', ['BTC/USDT', 'limit', 'buy', 0.001, 120_000, { postOnly: true }]],
  ['OrderNotFound', 'cancelOrder', ['999', 'BTC/USDT']],
  ['OrderNotFound', 'fetchOrder', ['999', 'BTC/USDT']],
  ['BadSymbol', 'fetchTicker', ['NO/USDT']],
]
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
/** The answer of one account in a box of its own changes nothing else: ids and instants are the same each time. */
async function inBox<T>(work: (box: Awaited<ReturnType<typeof openBox>>) => Promise<T>): Promise<T> {
  const box = await openBox({ seed: 7, funds: { USDT: '10000', BTC: '1' } })
  try {
    return await work(box)
  } finally {
    await box.stop()
  }
}

/** Runs all calls against a box, and keeps what was sent, what was answered, and what ccxt made of it. */
const live = (Kontor: Class) =>
  inBox(async (box) => {
    const kept: { [K in Kind]: Fixture[] } = { request: [], response: [] }
    const exchange = exchangeAt(Kontor, box.url, box.accounts[0]?.key ?? '')
    await exchange.call('loadMarkets')
    for (const [method, input, description] of calls) {
      const given = input.map((each) => each ?? undefined)
      const result = await exchange.call(method, ...given)
      const { url, body, answer } = exchange.last()
      const path = url.replace(box.url, 'http://localhost:8080/')
      kept.request.push({ method, description, url: path, input, ...(body !== null && { output: body }) })
      kept.response.push({ method, description, input, httpResponse: answer, parsedResponse: plain(result) })
    }
    return kept
  })
/** Errors have the class of ccxt that they should have, and a lost answer is settled by the same key. */
const hard = (Kontor: Class, errors: Readonly<Record<string, new () => Error>>) =>
  inBox(async (box) => {
    const exchange = exchangeAt(Kontor, box.url, box.accounts[0]?.key ?? '')
    const wrong: string[] = []
    for (const [error, method, input] of refusals) {
      const thrown = await exchange.call(method, ...input).then(
        () => null,
        (fault: unknown) => fault,
      )
      const type = errors[error]
      if (!type || !(thrown instanceof type)) wrong.push(`${method} gave ${String(thrown)} in place of ${error}`)
    }
    const nobody = exchangeAt(Kontor, box.url, 'kak_none')
    const out = await nobody.call('fetchBalance').catch((fault: unknown) => fault)
    const auth = errors['AuthenticationError']
    if (!auth || !(out instanceof auth)) wrong.push(`a wrong key gave ${String(out)}`)
    box.fault('answer_lost', 'coin/trade')
    const place = () => exchange.call('createOrder', 'BTC/USDT', 'limit', 'buy', 0.001, 90_000, { idempotencyKey: key })
    const lost = await place().catch((fault: unknown) => fault)
    const network = errors['NetworkError']
    if (!network || !(lost instanceof network)) wrong.push(`a lost answer gave ${String(lost)}`)
    await place()
    const open = await exchange.call('fetchOpenOrders', 'BTC/USDT')
    if (!Array.isArray(open) || open.length !== 1) wrong.push(`after a lost answer there are ${JSON.stringify(open)}`)
    return wrong
  })
/** Plays the kept fixtures without any venue: each request is sent as it was, each answer read as it was. */
async function still(Kontor: Class) {
  const wrong: string[] = []
  const [requests, responses] = [readFixtures('request'), readFixtures('response')]
  const markets = responses.find(({ method }) => method === 'fetchMarkets')
  for (const [n, { method, input, url, output, description }] of requests.entries()) {
    const exchange = exchangeAt(Kontor, 'http://localhost:8080/', 'kak_test', (asked) =>
      asked.endsWith('market/rules') ? markets?.httpResponse : responses[n]?.httpResponse,
    )
    const result = await exchange.call(method, ...input.map((each) => each ?? undefined))
    const sent = exchange.last()
    if (sent.url !== url || !isDeepStrictEqual(sent.body, output ?? null))
      wrong.push(`${method} (${description}) asks ${sent.url} ${sent.body}`)
    if (!isDeepStrictEqual(plain(result), responses[n]?.parsedResponse))
      wrong.push(`${method} (${description}) is read as ${JSON.stringify(result)}`)
  }
  return { wrong, count: requests.length }
}

/** An exchange of ccxt at an address, by its methods; `answer` stands in place of the network. */
function exchangeAt(Kontor: Class, url: string, apiKey: string, answer?: (url: string) => unknown) {
  const exchange = new Kontor({ apiKey, enableRateLimit: false })
  exchange.urls.api = { public: `${url}api`, private: `${url}api` }
  const seen: { url: string; body: string | null; answer: unknown } = { url: '', body: null, answer: null }
  const ask = async (asked: string, init: RequestInit) => {
    Object.assign(seen, { url: asked, body: init.body ?? null })
    const response = answer ? Response.json(answer(asked)) : await fetch(asked, init)
    seen.answer = await response
      .clone()
      .json()
      .catch(() => null)
    return response
  }
  Reflect.set(exchange, 'fetchImplementation', ask)
  Reflect.set(exchange, 'FetchError', Error)
  Reflect.set(exchange, 'AbortError', Error)
  const call = async (method: string, ...input: readonly unknown[]): Promise<unknown> => {
    const run: unknown = Reflect.get(exchange, method)
    if (typeof run !== 'function') throw new Error(`there is no ${method}`)
    return Reflect.apply(run, exchange, input)
  }
  return { call, last: () => ({ ...seen }) }
}

/** The class in ccxt itself: against a box, over refusals and a lost answer, and by its kept fixtures. */
export async function proveCcxt({ folder, isWriting }: Asked) {
  const at = folder ?? install()
  try {
    const { Kontor, errors } = await loadClass(at)
    const kept = await live(Kontor)
    if (isWriting)
      for (const kind of ['request', 'response'] as const) {
        mkdirSync(`clients/ccxt/static/${kind}`, { recursive: true })
        writeFileSync(fixtureFile(kind), `${JSON.stringify(inForm(kind, kept[kind]), null, 2)}\n`)
      }
    const wrong = await hard(Kontor, errors)
    const { wrong: stale, count } = await still(Kontor)
    const lines = [
      `${kept.request.length} calls against a box, ${refusals.length + 2} errors of the right class, ${count} fixtures`,
      ...wrong,
      ...stale,
    ]
    return { lines, isRight: wrong.length + stale.length === 0 }
  } finally {
    if (folder === null) rmSync(at, { recursive: true })
  }
}
/** As ccxt has fixtures: by method. */
function inForm(kind: Kind, fixtures: readonly Fixture[]) {
  const methods = Object.groupBy(fixtures, ({ method }) => method)
  return {
    exchange: 'kontor',
    skipKeys: [],
    ...(kind === 'request' ? { outputType: 'json' } : { options: {} }),
    methods,
  }
}
