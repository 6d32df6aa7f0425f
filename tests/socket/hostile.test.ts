import { aPriceRow } from '#tests/support/builders/price-row.ts'
import { bookChecksum } from '#contract/wire/checksum.ts'
import { createClient, soon, type Client } from './client.ts'
import { transports } from './harness.ts'
import { stages, type Script } from '#tests/kit/scripts.ts'
import { tellOver } from './story.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** Frames up that are none: [name, text, what the venue answers it with, or nothing]. */
const upward: readonly (readonly [string, string, string | null])[] = [
  ['no JSON', 'not json', null],
  ['half a JSON', '{"i":50,"m":"pi', null],
  ['nothing', '', null],
  ['a number', '7', null],
  ['null', 'null', null],
  ['an array', '[{"i":50,"m":"ping"}]', null],
  ['no number', '{"m":"ping"}', null],
  ['a number as text', '{"i":"50","m":"ping"}', null],
  ['number zero', '{"i":0,"m":"ping"}', null],
  ['half a number', '{"i":50.5,"m":"ping"}', null],
  ['a number twice', '{"i":50,"i":51,"m":"ping"}', null],
  ['a prototype', '{"__proto__":{"i":50,"m":"ping"}}', null],
  ['a thousand brackets', `${'['.repeat(1000)}${']'.repeat(1000)}`, null],
  ['a word we do not know', '{"i":50,"m":"order","p":{}}', 'method_unknown'],
  ['a word of every object', '{"i":50,"m":"constructor","p":{}}', 'method_unknown'],
  ['a channel that is a number', '{"i":50,"m":"sub","p":{"c":7}}', 'frame_bad'],
  ['a channel nobody has', '{"i":50,"m":"sub","p":{"c":"depth:NO-SUCH"}}', 'channel_unknown'],
  ['a channel of every object', '{"i":50,"m":"sub","p":{"c":"constructor:BTC-USDT"}}', 'channel_unknown'],
  ['a long channel', `{"i":50,"m":"sub","p":{"c":"${'d'.repeat(5000)}"}}`, 'frame_bad'],
  ['a sequence below zero', '{"i":50,"m":"sub","p":{"c":"u:me","e":"x","s":-1}}', 'frame_bad'],
  ['a sequence beyond numbers', '{"i":50,"m":"sub","p":{"c":"u:me","e":"x","s":1e400}}', 'frame_bad'],
  ['a pace we do not offer', '{"i":50,"m":"rate","p":{"c":"quotes","ms":1}}', 'frame_bad'],
  ['no fields', '{"i":50,"m":"sub"}', 'frame_bad'],
]
describe.each(transports)('up over $name', (transport) => {
  const { harness, enter, speak } = tellOver(transport)
  test('RT-21 what is no frame is dropped or answered, each as it deserves, and the line lives', async () => {
    const { token } = await enter()
    for (const [name, text, answer] of upward) {
      const line = await speak(token)
      line.send(text)
      // What follows is answered as well; nothing else was, for answers keep their order.
      line.send('{"i":60,"m":"ping","p":{}}')
      await line.wait(({ i }) => i === 60)
      const told = line.heard.flatMap(({ i, x }) =>
        i === 50 ? [JSON.stringify(x).match(/"reason":"(\w+)"/)?.[1]] : [],
      )
      expect([name, line.code(), told]).toEqual([name, null, answer === null ? [] : [answer]])
      harness().cut()
      await soon(() => expect(harness().count()).toBe(0))
    }
    expect(harness().bugs).toEqual([])
  })
  test('RT-21 a number that was used is not used again', async () => {
    const { token } = await enter()
    const line = await speak(token)
    line.send('{"i":60,"m":"ping","p":{}}')
    await line.wait(({ i }) => i === 60)
    line.send('{"i":60,"m":"sub","p":{"c":"quotes"}}')
    line.send('{"i":59,"m":"sub","p":{"c":"quotes"}}')
    await line.wait(({ i }) => i === 59)
    expect(line.heard.filter(({ i }) => i === 59 || i === 60).map((frame) => 'x' in frame)).toEqual([false, true, true])
  })
  test('AT45 whoever speaks before the login is sent away, and so is who proves nothing in ten seconds', async () => {
    for (const text of ['{"i":1,"m":"ping","p":{}}', '{"i":1,"m":"sub","p":{"c":"quotes"}}', 'not json']) {
      const early = await speak()
      early.send(text)
      await soon(() => expect(early.code()).toBe(4400))
      expect(early.heard.filter((frame) => 'c' in frame || 'r' in frame)).toEqual([])
    }
    const silent = await speak()
    harness().pass(9999)
    expect(silent.code()).toBeNull()
    harness().pass(1)
    await soon(() => expect(silent.code()).toBe(4408))
  })
})

const settings = { ev: 'platform.settingsChanged', v: { names: ['demo'] } }
const push = (more: object = {}) =>
  JSON.stringify({ c: 'u:me', k: 'event', e: 'e1', s: 5, b: 4, t: 0, d: settings, ...more })
const balance = { ev: 'assets.balanceChanged', v: { cells: {}, seq: 'many' } }
/** Frames down that are not the contract's: dropped and counted. */
const invalidFrames: readonly (readonly [string, string])[] = [
  ['no JSON', 'not json'],
  ['half a JSON', '{"k":"hel'],
  ['nothing', ''],
  ['a number', '7'],
  ['null', 'null'],
  ['an array in an array', '[[]]'],
  ['a frame of more than 256 KiB', `"${'x'.repeat(300_000)}"`],
  ['more than 64 frames', `[${Array.from({ length: 65 }, () => push()).join(',')}]`],
  ['a kind nobody knows', '{"k":"dance"}'],
  ['a beat without a time', '{"k":"hb","now":"late","h":{"u":9}}'],
  ['a beat of another head', '{"k":"hb","now":1,"h":{"u":"9"}}'],
  ['a prototype', '{"__proto__":{"k":"bye","code":4999,"msg":""}}'],
  ['a push without a sequence', '{"c":"u:me","k":"event","e":"e1","t":0}'],
  ['a sequence that is none', push({ s: 5.5 })],
  ['a sequence as text', push({ s: '5' })],
  ['a push of an unknown kind', push({ k: 'order' })],
  ['a reply without an answer', '{"i":"2"}'],
]
/** Frames down that are well formed and mean nothing here: passed over, nothing is shown of them. */
const idle: readonly (readonly [string, string])[] = [
  ['a reply to what nobody asked', '{"i":9999,"r":{"mode":"fresh","why":"new","head":99}}'],
  ['a fault for what nobody asked', '{"i":9999,"x":{"code":403,"reason":"forbidden","msg":"","retry":false}}'],
  [
    'a push of a channel nobody follows',
    push({ c: 'depth:BTC-USDT', k: 'snap', d: { bids: [['1', '1']], asks: [], cs: 0 } }),
  ],
  ['a push of somebody else’s channel', push({ c: 'u:8' })],
  ['a channel of every object', push({ c: '__proto__' })],
  [
    'a second greeting',
    '{"k":"hello","v":1,"sid":"t","now":0,"hb":1,"lim":{"frame":1,"subs":1,"inflight":1,"send_per_s":1}}',
  ],
  ['an event this client does not know', push({ d: { ev: 'chat.received', v: {} } })],
  ['an event that is none of the contract', push({ d: balance })],
  [
    'an event with a prototype',
    '{"c":"u:me","k":"event","e":"e1","s":5,"b":4,"t":0,"d":{"ev":"account.changed","__proto__":{"polluted":1},"v":{"constructor":{"prototype":{"polluted":1}}}}}',
  ],
  ['an old event', push({ s: 3, b: 2 })],
]

describe.each(stages)('down over $name', ({ open }) => {
  let stage: Script
  let client: Client
  beforeEach(async () => {
    stage = await open()
    client = createClient(stage, 'a')
  })
  afterEach(async () => {
    client.stop()
    await stage.stop()
  })
  const enter = async () => {
    const events = client.keep(client.feeds.events$)
    await client.come()
    return { peer: stage.peers[0], events }
  }
  const reached = async () => {
    client.line.send({ m: 'ping', p: {} })
    await client.answered()
  }

  test.each(invalidFrames)('RT-21 %s is dropped and counted, and the line lives', async (_, text) => {
    const { peer, events } = await enter()
    peer?.sayRaw(text)
    await soon(() => expect(client.invalidFrames).toHaveLength(1))
    await reached()
    expect([client.ready()?.attempt, events, client.ended]).toEqual([1, [], []])
    expect(Reflect.get({}, 'code')).toBeUndefined()
  })
  test.each(idle)('RT-21 %s is passed over, and what comes behind it is heard', async (_, text) => {
    const { peer, events } = await enter()
    const books = client.keep(client.feeds.orderBook$('ETH-USDT'))
    await client.answered()
    peer?.sayRaw(text)
    await reached()
    expect([client.invalidFrames, events, client.ready()?.attempt, client.ended]).toEqual([[], [], 1, []])
    expect(books.every(({ value }) => value === null)).toBe(true)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    // The numbers go on behind whatever bore one.
    peer?.sayRaw(push({ s: 6, b: 5 }))
    peer?.sayRaw(push({ d: { ev: 'unheard.of' } }))
    await reached()
    expect([client.ready()?.attempt, events]).toEqual([1, [settings]])
  })
  test('RT-21 ten strays within ten seconds end the attempt; the next one begins afresh', async () => {
    const { peer } = await enter()
    for (let at = 0; at < 10; at += 1) peer?.sayRaw('garbage')
    await soon(() => expect(client.ready()).toBeNull())
    client.pass(500)
    await soon(() => expect(client.ready()).toMatchObject({ attempt: 2 }))
    stage.peers[1]?.sayRaw('garbage')
    await reached()
    expect(client.ready()).toMatchObject({ attempt: 2 })
  })
  test('RT-9 a channel that has to begin anew three times in a minute: the line is not believed, dropped, and dialled after a wait', async () => {
    const { peer } = await enter()
    stage.manners.isForgetful = true
    for (let hole = 1; hole <= 3; hole += 1) {
      expect(client.subsOf('u:me')).toHaveLength(hole)
      peer?.sayRaw(push({ s: 10 * hole, b: 10 * hole - 1 }))
      await soon(() => {
        client.pass(50)
        expect(peer?.asked.filter(({ m }) => m === 'sub')).toHaveLength(hole + 1)
      })
      if (hole < 3) await client.answered()
    }
    await soon(() => expect(client.ready()).toBeNull())
    expect(client.invalidFrames).toEqual(['u:me: 3 fresh'])
    client.pass(500)
    await soon(() => expect(client.ready()).toMatchObject({ attempt: 2 }))
  })
  test('RT-9 a book whose sums are wrong three times in a minute is left to the polls, and nothing else suffers', async () => {
    const { peer } = await enter()
    const c = 'depth:BTC-USDT'
    const books = client.keep(client.feeds.orderBook$('BTC-USDT'))
    await client.answered()
    const bids: [string, string][] = [['1', '1']]
    const asks: [string, string][] = [['2', '1']]
    const unsubs = () => client.sent().filter(({ m, p }) => m === 'unsub' && p?.['c'] === c)
    for (let wrong = 1; wrong <= 3; wrong += 1) {
      peer?.say({ c, k: 'snap', e: 'm1', s: 10 * wrong, t: 0, d: { bids, asks, cs: bookChecksum(bids, asks) } })
      await reached()
      client.pass(200)
      expect(books.at(-1)?.freshness).toBe('live')
      expect([client.subsOf(c).length, unsubs().length]).toEqual([wrong, 0])
      peer?.say({
        c,
        k: 'delta',
        e: 'm1',
        s: 10 * wrong + 1,
        b: 10 * wrong,
        t: 0,
        d: { bids: [['1', '2']], asks: [], cs: 1 },
      })
      await reached()
    }
    expect([client.subsOf(c).length, unsubs().length, client.ready()?.attempt]).toEqual([3, 1, 1])
    client.pass(200)
    expect(books.at(-1)?.freshness).not.toBe('live')
    expect(books.flatMap(({ value }) => value?.bids ?? []).filter(([, amount]) => amount !== '1')).toEqual([])
  })
  test('RT-20 five thousand pushes in a second: the lists are painted four times, the book ten, and the last word counts', async () => {
    const { peer } = await enter()
    const quotes = client.keep(client.feeds.prices$)
    await client.answered()
    const rowOf = (n: number) => aPriceRow(String(n), { tick: `t${n}`, at_ms: n, as_of_ms: n })
    peer?.say({ c: 'quotes', k: 'snap', e: 'm1', s: 4, t: 0, d: { rows: [rowOf(0)] } })
    await reached()
    client.pass(1000)
    const before = quotes.length
    for (let n = 1; n <= 5000; n += 50) {
      peer?.say(
        Array.from(
          { length: 50 },
          (_, at) => ({ c: 'quotes', k: 'delta', e: 'm1', s: 4 + n + at, t: 0, d: { rows: [rowOf(n + at)] } }) as const,
        ),
      )
      if (n % 250 === 1) {
        await reached()
        client.pass(50)
      }
    }
    await reached()
    client.pass(250)
    expect(quotes.length - before).toBeLessThanOrEqual(6)
    expect(quotes.at(-1)?.value?.get('BTC-USDT')?.mark).toBe('5000')
  })
})
