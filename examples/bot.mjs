// A bot in plain Node 22 without packages: follows an order book over a socket that it opens again if the line goes,
// places a limit order below it, cancels it, and finds out what became of a change whose answer was lost.
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
/** Nothing was done, and the same will be right later. */
const isLater = (thrown) =>
  thrown instanceof Refused && ['too_many', 'key_running', 'read_only'].includes(thrown.reason)
/**
 * A change is sent once, under a key of its own. If its answer is lost it is never sent again blindly: the venue is
 * asked what became of the key. `burn` makes sure that a request which is still on its way is refused when it arrives,
 * so `burnt` is final, too.
 */
async function change(path, body) {
  const key = randomUUID()
  try {
    return await send('POST', path, body, key)
  } catch (thrown) {
    if (thrown instanceof Refused && !isLater(thrown)) throw thrown
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
      if (thrown instanceof Refused && !isLater(thrown)) throw thrown
    }
    await sleep(500)
  }
}

// --- The socket.
const silenceMs = 45_000
/** One line to the venue, until it is gone. Heartbeats that are answered keep it; a line without any is dead. */
function dial(listen) {
  const socket = new WebSocket(new URL('ws', url.replace(/^http/, 'ws')), 'x1.json')
  const replies = new Map()
  const [opened, gone] = [Promise.withResolvers(), Promise.withResolvers()]
  let [number, after, timer] = [0, 0, null]
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(end, silenceMs)
  }
  const end = () => {
    clearTimeout(timer)
    socket.close()
    for (const reply of [opened, ...replies.values()]) reply.reject(new Error('the line is gone'))
    gone.resolve(after)
  }
  const ask = (m, p) => {
    number += 1
    const reply = Promise.withResolvers()
    // Nobody may be waiting for it when the line goes.
    reply.promise.catch(() => undefined)
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
    // `h.u` is the head of the own channel, to notice a lost last event.
    else if (frame.k === 'hb') socket.send(JSON.stringify({ m: 'hb', p: { now: Date.now() } }))
    else if (frame.k === 'bye') {
      say({ bye: frame.code, why: frame.msg })
      after = frame.after ?? 0
    } else if (frame.c) listen(frame)
  }
  socket.addEventListener('message', ({ data }) => {
    heard()
    const frames = JSON.parse(data)
    for (const frame of Array.isArray(frames) ? frames : [frames]) take(frame)
  })
  socket.addEventListener('close', end)
  socket.addEventListener('error', end)
  opened.promise.catch(() => undefined)
  heard()
  return { opened: opened.promise, gone: gone.promise, ask, end }
}
/** Dials again whenever the line is gone, and subscribes to what was followed; a cursor goes on where it was. */
function openLine() {
  const channels = new Map()
  const closing = new AbortController()
  const isOver = () => closing.signal.aborted
  let line = null
  const first = Promise.withResolvers()
  const listen = (frame) => channels.get(frame.c)?.listen(frame)
  const subscribe = async (c) => {
    try {
      await line?.ask('sub', { c, ...channels.get(c)?.cursor() })
    } catch (thrown) {
      // What the line has swallowed is asked for again on the next one.
      if (thrown instanceof Refused && !isLater(thrown)) throw thrown
    }
  }
  const live = async () => {
    for (let failures = 0; !isOver(); failures += 1) {
      line = dial(listen)
      try {
        await line.opened
        first.resolve(
          await line.ask('auth', { token: apiKey, lang: 'en', device: 'example-bot', tab: randomUUID(), v: 1 }),
        )
        await Promise.all([...channels.keys()].map(subscribe))
        failures = 0
      } catch (thrown) {
        if (thrown instanceof Refused && !isLater(thrown)) first.reject(thrown)
      }
      const after = await line.gone
      if (!isOver()) await sleep(Math.max(after, Math.min(5000, 250 * 2 ** failures)))
    }
  }
  void live()
  return {
    entered: first.promise,
    follow: (channel, listener, cursor = () => ({})) => {
      channels.set(channel, { listen: listener, cursor })
      return subscribe(channel)
    },
    again: subscribe,
    close: () => {
      closing.abort()
      line?.end()
    },
  }
}

/**
 * Follows a book: a snapshot, then deltas that must continue what is held. On a gap or a wrong checksum it subscribes
 * again.
 */
function followBook(line, name) {
  const channel = `depth:${name}`
  const sides = { bids: new Map(), asks: new Map() }
  const ready = Promise.withResolvers()
  let held = null
  let askedAt = Date.now()
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
    askedAt = Date.now()
    return line.again(channel)
  }
  const take = ({ k, s, b, d }) => {
    if (k === 'gap') return
    // A snapshot that does not come is asked for again.
    if (k === 'delta' && held === null) return void (Date.now() - askedAt > 2000 && again())
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
  }
  void line.follow(channel, take)
  return { ready: ready.promise, best: (side) => sorted(side)[0]?.[0] ?? null }
}

// --- The run.
const coins = await read('currency/quotation_new')
const pair = coins.flatMap(({ quotation }) => quotation).find(({ symbol }) => symbol === market.replace('-', '/'))
if (!pair) throw new Error(`no market ${market}`)

const line = openLine()
const me = await line.entered
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
let cursor = {}
const takeEvent = ({ k, e, s, d }) => {
  if (k !== 'event') return
  cursor = { e, s }
  if (d.ev === 'spot.orderChanged') settle(d.v)
}
await line.follow('u:me', takeEvent, () => cursor)
const book = followBook(line, market)
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

/** By its event; and by a question now and then, because the last event may be lost. */
async function endOf(id) {
  const told = new Promise((done) => waiting.set(id, done))
  while (orders.get(id)?.status === 1) {
    await Promise.race([told, sleep(2000)])
    if (orders.get(id)?.status === 1) settle(await read('coin/order', { id }))
  }
  return orders.get(id)
}
try {
  settle(await change('coin/cancel', { id: placed.id }))
} catch (thrown) {
  // It may have been filled in between: then the event has told so.
  if (!(thrown instanceof Refused && thrown.reason === 'step_refused')) throw thrown
}
const last = await endOf(placed.id)
say({ ended: last.id, status: last.status === 3 ? 'cancelled' : 'filled' })
line.close()
