// A bot in plain Node 22 without packages: follows an order book over the socket, places a limit order below it,
// cancels it, and
// finds out what became of a change whose answer was lost.
//
//   KONTOR_URL=http://localhost:8080/ KONTOR_KEY=kak_… node examples/bot.mjs BTC-USDT
//
// The key needs the scope `trade`; it is made in the app under Security centre, API keys.
import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'

const url = process.env.KONTOR_URL ?? 'http://localhost:8080/'
const apiKey = process.env.KONTOR_KEY ?? ''
const market = process.argv[2] ?? 'BTC-USDT'
const timeoutMs = 5000
/** One line of JSON for each thing that happened. */
const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`)

// --- Money: decimal strings on the wire, whole numbers of 10^-8 inside, never floats.
const scale = 8
const toUnits = (text) => {
  const [whole, part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(scale, '0'))
}
const toText = (units, decimals) => {
  const digits = units.toString().padStart(scale + 1, '0')
  const part = digits.slice(-scale).slice(0, decimals).replace(/0+$/, '')
  return digits.slice(0, -scale) + (part === '' ? '' : `.${part}`)
}
/** Rounded up to a multiple of 10^-decimals. */
const roundUp = (units, decimals) => {
  const step = 10n ** BigInt(scale - decimals)
  return ((units + step - 1n) / step) * step
}

// --- Calls.
class Refused extends Error {
  constructor({ reason, message, params }) {
    super(`${reason}: ${message}`)
    this.reason = reason
    this.params = params ?? {}
  }
}
const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
const headers = { Authorization: apiKey, 'Content-Type': 'application/json', 'language-mark': 'en' }

/** One request. Throws `Refused` for a refusal (nothing was done), anything else if the outcome is not known. */
async function send(method, path, body, key) {
  const answer = await fetch(new URL(`api/${path}`, url), {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    headers: { ...headers, ...(key && { 'Idempotency-Key': key }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const value = await answer.json()
  if (answer.status >= 500) throw new Error(`the venue failed: ${answer.status}`)
  return valueOf(value)
}
const valueOf = (value) => {
  if (value.type === 'ok') return value.data ?? value.message
  throw new Refused(value)
}
/** A read is repeated until it is answered. */
async function read(path, query = {}) {
  for (;;) {
    try {
      return await send('GET', `${path}?${new URLSearchParams(query)}`)
    } catch (thrown) {
      if (thrown instanceof Refused && thrown.reason !== 'too_many') throw thrown
      await sleep(1000)
    }
  }
}
/**
 * A change is sent once, under a key of its own. If its answer is lost it is never sent again blindly: the venue is
 * asked what became
 * of the key. `burn` makes sure that a request which is still on its way is refused when it arrives, so `burnt` is
 * final, too.
 */
async function change(path, body) {
  const key = randomUUID()
  try {
    return await send('POST', path, body, key)
  } catch (thrown) {
    if (thrown instanceof Refused) throw thrown
    say({ unknown: path, key })
  }
  for (;;) {
    try {
      const { state, answer } = await send('POST', 'key/status', { key, burn: 1 })
      say({ settled: path, state })
      if (state === 'done') return valueOf(answer)
      if (state === 'burnt') return await change(path, body)
    } catch (thrown) {
      // A refusal kept under the key is final; a refused question is asked again.
      if (thrown instanceof Refused && thrown.reason !== 'too_many') throw thrown
    }
    await sleep(500)
  }
}

// --- The socket.
function openSocket() {
  const socket = new WebSocket(new URL('ws', url.replace(/^http/, 'ws')), 'x1.json')
  const replies = new Map()
  const channels = new Map()
  const opened = Promise.withResolvers()
  let number = 0
  const ask = (m, p) => {
    number += 1
    const reply = Promise.withResolvers()
    replies.set(number, reply)
    socket.send(JSON.stringify({ i: number, m, p }))
    return reply.promise
  }
  const take = (frame) => {
    if (frame.i !== undefined) {
      const reply = replies.get(frame.i)
      replies.delete(frame.i)
      if (frame.x) reply?.reject(new Refused({ reason: frame.x.reason, message: frame.x.msg }))
      else reply?.resolve(frame.r)
    } else if (frame.k === 'hello') opened.resolve(frame)
    // Answering heartbeats keeps the socket open; `h.u` is the head of the own channel, to notice a lost last event.
    else if (frame.k === 'hb') socket.send(JSON.stringify({ m: 'hb', p: { now: Date.now() } }))
    else if (frame.k === 'bye') say({ bye: frame.code, why: frame.msg })
    else if (frame.c) channels.get(frame.c)?.(frame)
  }
  socket.addEventListener('message', ({ data }) => {
    const frames = JSON.parse(data)
    for (const frame of Array.isArray(frames) ? frames : [frames]) take(frame)
  })
  socket.addEventListener('error', () => opened.reject(new Error('the socket did not open')))
  return {
    opened: opened.promise,
    ask,
    on: (channel, listener) => channels.set(channel, listener),
    close: () => socket.close(),
  }
}

/**
 * Follows a book: a snapshot, then deltas that must continue what is held. On a gap or a wrong checksum it subscribes
 * again.
 */
function followBook(socket, name) {
  const channel = `depth:${name}`
  const sides = { bids: new Map(), asks: new Map() }
  const ready = Promise.withResolvers()
  let held = null
  const sorted = (side) =>
    [...sides[side]].toSorted(([a], [b]) => (toUnits(a) < toUnits(b) ? -1 : 1) * (side === 'asks' ? 1 : -1))
  const checksum = () =>
    crc32(
      ['bids', 'asks']
        .flatMap((side) =>
          sorted(side)
            .slice(0, 10)
            .map(([price, amount]) => `${price}:${amount}`),
        )
        .join(','),
    )
  const again = () => {
    held = null
    return socket.ask('sub', { c: channel })
  }
  socket.on(channel, ({ k, s, b, d }) => {
    if (k === 'gap') return
    if (k === 'delta' && held === null) return
    if (k === 'delta' && s <= held) return
    if (k === 'delta' && b !== held) return void again()
    for (const side of ['bids', 'asks']) {
      if (k === 'snap') sides[side].clear()
      for (const [price, amount] of d[side]) {
        if (amount === '0') sides[side].delete(price)
        else sides[side].set(price, amount)
      }
    }
    held = s
    // The checksum is a signed or an unsigned number of the same 32 bits.
    if (checksum() >>> 0 !== d.cs >>> 0) return void again()
    ready.resolve()
  })
  return { ready: ready.promise, subscribe: again, best: (side) => sorted(side)[0]?.[0] ?? null }
}

// --- The run.
const coins = await read('currency/quotation_new')
const pair = coins.flatMap(({ quotation }) => quotation).find(({ symbol }) => symbol === market.replace('-', '/'))
if (!pair) throw new Error(`no market ${market}`)

const socket = openSocket()
await socket.opened
const me = await socket.ask('auth', { token: apiKey, lang: 'en', device: 'example-bot', tab: randomUUID(), v: 1 })
say({ account: me.uid })

const orders = new Map()
const waiting = new Map()
const settle = (order) => {
  const known = orders.get(order.id)
  // The copy with the greater revision is the newer one, whether it came by an answer or by the socket.
  if (known && known.rev >= order.rev) return
  orders.set(order.id, order)
  if (order.status !== 1) waiting.get(order.id)?.(order)
}
socket.on('u:me', ({ k, d }) => {
  if (k === 'event' && d.ev === 'spot.orderChanged') settle(d.v)
})
await socket.ask('sub', { c: 'u:me' })
const book = followBook(socket, market)
await book.subscribe()
await book.ready
say({ book: market, bid: book.best('bids'), ask: book.best('asks') })

// Ten per cent below the best bid: in the book, and far from being filled.
const price = toUnits(toText((toUnits(book.best('bids') ?? pair.now_price) * 9n) / 10n, pair.price_scale))
const least = (toUnits(pair.coin_min_total) * 10n ** BigInt(scale)) / price
const amount = roundUp(least > toUnits(pair.coin_min_amount) ? least : toUnits(pair.coin_min_amount), pair.amount_scale)
const placed = await change('coin/trade', {
  currency_id: pair.currency_id,
  legal_id: pair.legal_id,
  type: 1,
  kind: 'limit',
  amount: toText(amount, pair.amount_scale),
  target_price: toText(price, pair.price_scale),
})
settle(placed)
say({ placed: placed.id, price: toText(price, pair.price_scale), amount: toText(amount, pair.amount_scale) })

const ended = new Promise((done) => waiting.set(placed.id, done))
try {
  settle(await change('coin/cancel', { id: placed.id }))
} catch (thrown) {
  // It may have been filled in between: then the event has told so.
  if (!(thrown instanceof Refused && thrown.reason === 'step_refused')) throw thrown
}
const last = await ended
say({ ended: last.id, status: last.status === 3 ? 'cancelled' : 'filled' })
socket.close()
