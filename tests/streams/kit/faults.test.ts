import { bookChecksum } from '#contract/wire/checksum.ts'
import type { Push } from '#contract/wire/down.ts'
import type { Level } from '#contract/market/market.ts'
import { channel$ } from '#streams/kit/channel.ts'
import { orderBook$ } from '#streams/market/depth.ts'
import type { Live } from '#streams/kit/live.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import { aReady, fakeConnection } from '#tests/support/fake-connection.ts'
import fc from 'fast-check'
import { NEVER, of, VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'

/** What happens to a push on its way; `reset` gives the server a new epoch, `reconnect` the client a new socket. */
const fates = ['pass', 'pass', 'pass', 'drop', 'repeat', 'hold', 'reconnect', 'wait', 'reset'] as const
const step = fc.record({
  fate: fc.constantFrom(...fates),
  side: fc.boolean(),
  price: fc.integer({ min: 1, max: 30 }),
  amount: fc.integer({ min: 0, max: 4 }),
})
const steps = fc.array(step, { minLength: 1, maxLength: 120 })
type Steps = typeof steps extends fc.Arbitrary<infer T> ? T : never
/** A failing run prints its seed; SEED=… replays it. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

const createTime = () => {
  const time = new VirtualTimeScheduler()
  const pass = (ms: number) => {
    time.maxFrames = time.now() + ms
    time.flush()
    time.frame = time.maxFrames
  }
  return { time, pass }
}
type Cursor = { e?: string; s?: number }
type Served = { r: object; pushes: Push[] }
/** A transport that may lose, double or delay frames; `serve` answers each `sub` request as soon as it was sent. */
function createTransport(
  fake: ReturnType<typeof fakeConnection>,
  pass: (ms: number) => void,
  serve: (cursor: Cursor) => Served,
) {
  const late: Push[] = []
  let attempt = 1
  let served = 0
  const answer = () => {
    while (served < fake.subs().length) {
      const request = fake.subs()[served++]
      if (request?.m !== 'sub') continue
      const { e, s } = request.p
      const { r, pushes } = serve({ ...(e !== undefined && { e }), ...(s !== undefined && { s }) })
      fake.messages$.next({ i: request.i, r })
      pushes.forEach((push) => fake.messages$.next(push))
    }
  }
  const reconnect = () => {
    late.length = 0
    fake.ready$.next(null)
    fake.ready$.next(aReady({ attempt: ++attempt }))
  }
  return {
    send: (push: Push, fate: (typeof fates)[number]) => {
      if (fate === 'hold') late.push(push)
      else if (fate !== 'drop') fake.messages$.next(push)
      if (fate === 'repeat') fake.messages$.next(push)
      if (fate !== 'hold') late.splice(0).forEach((held) => fake.messages$.next(held))
      if (fate === 'reconnect') reconnect()
      if (fate === 'wait') pass(400)
      answer()
    },
    answer,
    /** Lets every repair end; `start` is what makes the client notice that its last message is missing. */
    finish: (start: () => void = reconnect) => {
      late.length = 0
      start()
      for (let round = 0; round < 10; round++) {
        answer()
        pass(500)
      }
    },
  }
}

test(`RT-7 a book whose pushes were dropped, repeated, swapped and delayed equals a fresh one (seed ${seed})`, () => {
  const run = (some: Steps) => {
    const sides = { bids: new Map<string, string>(), asks: new Map<string, string>() }
    let seq = 100
    let epoch = 1
    const levels = (side: 'bids' | 'asks'): Level[] =>
      [...sides[side]]
        .map(([price, amount]): Level => [price, amount])
        .toSorted(([a], [b]) => (side === 'bids' ? +b - +a : +a - +b))
    const checksum = () => bookChecksum(levels('bids'), levels('asks'))
    const snap = (): Push => {
      const d = { bids: levels('bids'), asks: levels('asks'), cs: checksum() }
      return { c: 'depth:A-B', k: 'snap', e: `e${epoch}`, s: seq, d, t: 0 }
    }
    const fake = fakeConnection(aReady())
    const { time, pass } = createTime()
    const shown: Live<BookSnapshot>[] = []
    const read = () => Promise.reject(new Error())
    const clock = { steadyMs: () => time.now(), time }
    const deps = { connection: fake.connection, read, visible$: of(true), pollMode$: NEVER, ...clock }
    const subscription = orderBook$('A-B', deps, () => NEVER).subscribe((live) => shown.push(live))
    const transport = createTransport(fake, pass, ({ e, s }) =>
      e === `e${epoch}` && s === seq
        ? { r: { mode: 'resumed', n: 0 }, pushes: [] }
        : { r: { mode: 'fresh', why: 'new', head: seq }, pushes: [snap()] },
    )
    transport.answer()
    for (const { fate, side, price, amount } of some) {
      if (fate === 'reset') [epoch, seq] = [epoch + 1, 100]
      const base = seq++
      const name = side ? 'bids' : 'asks'
      const level: Level = [String(side ? price : price + 100), String(amount)]
      if (amount === 0) sides[name].delete(level[0])
      else sides[name].set(...level)
      const d = { bids: side ? [level] : [], asks: side ? [] : [level], cs: checksum() }
      transport.send({ c: 'depth:A-B', k: 'delta', e: `e${epoch}`, s: seq, b: base, d, t: 0 }, fate)
    }
    transport.finish()
    expect(shown.at(-1)?.value).toEqual({ market: 'A-B', seq, bids: levels('bids'), asks: levels('asks') })
    expect(shown.at(-1)?.freshness).toBe('live')
    subscription.unsubscribe()
  }
  fc.assert(fc.property(steps, run), { seed, numRuns: 300 })
})

test.each([
  ['RT-7', 'reconnect'],
  ['RT-8', 'heartbeat'],
] as const)(`%s a stream with dropped, repeated, swapped events is complete after a %s (seed ${seed})`, (_, ending) => {
  const run = (some: Steps) => {
    let head = 0
    const eventOf = (s: number): Push => ({ c: 'u:me', k: 'event', e: 'e1', s, b: s - 1, d: s, t: 0 })
    const fake = fakeConnection(aReady())
    const { time, pass } = createTime()
    /** The model: a reader that reads everything at each fresh start and then counts events. */
    let known: number[] = []
    const options = { connection: fake.connection, kind: 'stream', time } as const
    const subscription = channel$('u:me', options).subscribe((event) => {
      if (event.type === 'fresh') known = [event.head]
      if (event.type === 'event') known = [...known, event.seq]
    })
    const transport = createTransport(fake, pass, ({ e, s }) => {
      const isMissing = e === undefined || s === undefined || s > head || head - s > 20
      if (isMissing) return { r: { mode: 'fresh', why: 'new', head }, pushes: [] }
      const missed = Array.from({ length: head - s }, (_, at) => eventOf(s + at + 1))
      return { r: { mode: 'resumed', n: missed.length }, pushes: missed }
    })
    transport.answer()
    for (const { fate } of some) {
      head++
      transport.send(eventOf(head), fate === 'reset' ? 'pass' : fate)
    }
    if (ending === 'reconnect') transport.finish()
    else transport.finish(() => fake.messages$.next({ k: 'hb', now: 0, h: { u: head } }))
    const [first = 0] = known
    expect(known).toEqual(Array.from({ length: head - first + 1 }, (_, at) => first + at))
    subscription.unsubscribe()
  }
  fc.assert(fc.property(steps, run), { seed, numRuns: 300 })
})
