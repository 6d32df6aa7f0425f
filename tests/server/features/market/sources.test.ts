import { believedAfter, judge, type Believed } from '#server/features/market/prices/judge.ts'
import {
  createConnection,
  maxUnreadable,
  maxWaitMs,
  pricelessMs,
  silentMs,
  urgentWaitMs,
  type LineEvents,
  type Spoken,
} from '#server/features/market/prices/sources/connection.ts'
import { allSources, readPriceFeeds } from '#server/features/market/prices/sources/list.ts'
import { speeches } from '#tests/support/price-sources.ts'
import { expect, test } from 'vitest'

const start = Date.UTC(2026, 0, 5)

/** One source on a line that the test holds, with clocks that it moves. */
const lineTo = (name: string, chance = 1, isUrgent = () => false) => {
  const [named] = readPriceFeeds(name)
  const speech = speeches[name]
  if (!named || !speech) throw new Error(name)
  const clock = { wall: start, steady: 1000 }
  const dialled: LineEvents[] = []
  const sent: string[] = []
  const told: unknown[] = []
  let ended = 0
  const connection = createConnection(named, {
    dial: (_, events) => {
      dialled.push(events)
      return { send: (text) => sent.push(text), end: () => (ended += 1) }
    },
    now: () => clock.wall,
    steadyMs: () => clock.steady,
    random: { unit: () => chance },
    isUrgent,
    onLost: (_, why, waitMs) => told.push([why, waitMs]),
    onRefused: (_, why) => told.push(why),
  })
  const pass = (ms: number) => {
    clock.wall += ms
    clock.steady += ms
    connection.step()
  }
  const hear = (text: string | null) => dialled.at(-1)?.message(text)
  return {
    connection,
    clock,
    dialled,
    sent,
    told,
    pass,
    hear,
    speech,
    ended: () => ended,
    open: () => {
      connection.step()
      dialled.at(-1)?.open()
    },
    tell: (price: number, atMs = clock.wall) => {
      if (speech.rate !== null) hear(speech.tick(speech.rate, 1, atMs))
      hear(speech.tick(speech.symbol, price, atMs))
    },
    btc: () => connection.spoken('BTC-USDT'),
  }
}
const zero = { lost: 0, unreadable: 0, refused: 0, late: 0, ahead: 0 }

test.each(allSources.map(({ name }) => name))(
  'FEED-3 %s is asked, confirmed, read, refused and passed over by its documented messages',
  (name) => {
    const { open, hear, tell, btc, connection, told, sent, speech } = lineTo(name)
    open()
    const asked = sent.flatMap((text) => speech.asked(text) ?? [])
    expect(asked.slice().toSorted()).toEqual([...new Set(asked)].toSorted())
    expect(asked).toEqual(expect.arrayContaining([speech.symbol, ...(speech.rate === null ? [] : [speech.rate])]))
    hear(speech.confirmed([speech.symbol]))
    hear(speech.alive)
    expect([btc(), connection.counts()]).toEqual([{ name, isOpen: true, price: null, ageMs: null }, zero])
    tell(96_420)
    expect(btc()).toEqual({ name, isOpen: true, price: expect.closeTo(96_420, 6), ageMs: 0 })
    hear(speech.refused)
    expect([connection.counts(), told]).toEqual([{ ...zero, refused: 1 }, [expect.stringMatching(/./)]])
    const wild = [
      '{"hello":1}',
      'no json',
      '[]',
      'null',
      '7',
      null,
      speech.tick('XYZ', -1, start),
      speech.tick(speech.symbol, Number.NaN, start),
    ]
    wild.forEach(hear)
    expect(connection.counts()).toEqual({ ...zero, refused: 1, unreadable: wild.length })
    expect(btc()?.price).toBeCloseTo(96_420, 6)
  },
)
test('FEED-3 what is quoted in dollars is divided by the price of USDT, and says nothing without it', () => {
  const { open, hear, speech, btc, pass } = lineTo('kraken')
  open()
  hear(speech.tick('BTC/USD', 96_420, start))
  expect(btc()?.price).toBeNull()
  hear(speech.tick('USDT/USD', 0.96, start))
  expect(btc()?.price).toBeCloseTo(96_420 / 0.96, 6)
  pass(60_001)
  expect(btc()?.price).toBeNull()
})
test('FEED-4 a lost line is dialled again after a wait that doubles up to a minute, and starts over once it has held', () => {
  const { dialled, told, pass, tell, connection, btc } = lineTo('okx')
  connection.step()
  const waits = [1000, 2000, 4000, 8000, 16_000, 32_000, maxWaitMs, maxWaitMs]
  for (const [at, wait] of waits.entries()) {
    expect(dialled.length).toBe(at + 1)
    dialled.at(-1)?.lost('refused')
    expect(told.at(-1)).toEqual(['refused', wait])
    pass(wait - 1)
    expect(dialled.length).toBe(at + 1)
    pass(1)
  }
  dialled.at(-1)?.open()
  for (let n = 0; n < 13; n += 1) {
    tell(96_420)
    pass(5000)
  }
  expect([dialled.length, connection.counts().lost, btc()?.price]).toEqual([
    waits.length + 1,
    waits.length,
    expect.closeTo(96_420, 6),
  ])
  dialled.at(-1)?.lost('closed (1001)')
  expect([told.at(-1), btc()?.isOpen]).toEqual([['closed (1001)', 1000], false])
})
test('FEED-4 while no market has a price a lost line is dialled again after five seconds at most, also within a longer wait', () => {
  let isUrgent = false
  const { dialled, pass, connection } = lineTo('okx', 1, () => isUrgent)
  connection.step()
  for (let n = 0; n < 6; n += 1) {
    dialled.at(-1)?.lost('refused')
    pass(maxWaitMs)
  }
  const before = dialled.length
  dialled.at(-1)?.lost('refused')
  pass(urgentWaitMs)
  expect(dialled.length).toBe(before)
  isUrgent = true
  pass(0)
  expect(dialled.length).toBe(before + 1)
  dialled.at(-1)?.lost('refused')
  pass(urgentWaitMs - 1)
  expect(dialled.length).toBe(before + 1)
  pass(1)
  expect(dialled.length).toBe(before + 2)
})
test('FEED-4 the wait is random, so that not everybody comes back at once', () => {
  const waits = [0, 0.25, 0.999].map((chance) => {
    const { connection, dialled, told } = lineTo('okx', chance)
    connection.step()
    dialled.at(-1)?.lost('closed')
    return told.at(-1)
  })
  expect(waits).toEqual([
    ['closed', 0],
    ['closed', 250],
    ['closed', 999],
  ])
})
test('FEED-4 a dial without an answer, a silent line, one without prices and one of nonsense are given up; what they say later is not heard', () => {
  const unanswered = lineTo('gate')
  unanswered.connection.step()
  unanswered.pass(silentMs)
  expect(unanswered.told).toEqual([])
  unanswered.pass(1)
  expect([unanswered.told, unanswered.ended()]).toEqual([[['no answer', 1000]], 1])

  const silent = lineTo('binance')
  silent.open()
  silent.tell(96_420)
  silent.pass(silentMs)
  expect(silent.told).toEqual([])
  silent.pass(1)
  expect(silent.told).toEqual([['silent', 1000]])
  silent.tell(1)
  expect(silent.btc()).toEqual({
    name: 'binance',
    isOpen: false,
    price: expect.closeTo(96_420, 6),
    ageMs: silentMs + 1,
  })

  const priceless = lineTo('kraken')
  priceless.open()
  for (let waited = 0; waited <= pricelessMs; waited += 5000) {
    expect(priceless.told).toEqual([])
    priceless.hear(priceless.speech.alive)
    priceless.pass(5000)
  }
  expect(priceless.told).toEqual([['no prices', 1000]])

  const wild = lineTo('okx')
  wild.open()
  for (let n = 1; n < maxUnreadable; n += 1) wild.hear('{}')
  wild.tell(1)
  for (let n = 1; n < maxUnreadable; n += 1) wild.hear('{}')
  expect(wild.told).toEqual([])
  wild.hear('{}')
  expect(wild.told).toEqual([['unreadable', 1000]])
})
test('FEED-4 what has to be kept open by pings is pinged', () => {
  for (const { name, ping } of allSources) {
    const { open, sent, pass, tell } = lineTo(name)
    open()
    const before = sent.length
    for (let n = 0; n < 9; n += 1) {
      tell(1)
      pass(5000)
    }
    expect([name, sent.length - before]).toEqual([name, ping === null ? 0 : Math.floor(45_000 / ping.everyMs)])
  }
})
test('FEED-5 a price is as old as its own stamp says; a clock that stands still or lags makes it older, and it never gets younger', () => {
  const { open, tell, btc, pass, clock, connection } = lineTo('bybit')
  open()
  tell(100, start - 700)
  expect(btc()?.ageMs).toBe(700)
  pass(300)
  expect(btc()?.ageMs).toBe(1000)
  // The same stamp again and again: the source's clock stands still.
  for (let n = 1; n <= 5; n += 1) {
    pass(1000)
    tell(100, start - 700)
    expect(btc()?.ageMs).toBe(1000 + n * 1000)
  }
  // Our own clock is set back by an hour: nothing gets younger than it is.
  clock.wall -= 3_600_000
  tell(100, start + 1)
  expect([btc()?.ageMs, connection.counts()]).toEqual([6000, { ...zero, ahead: 1 }])
})
test('FEED-5 an older price never follows a newer one, and one from the future is not believed', () => {
  const { open, tell, btc, connection } = lineTo('gate')
  open()
  tell(100, start - 10)
  tell(90, start - 11)
  tell(80, start + 5001)
  expect([btc()?.price, connection.counts()]).toEqual([expect.closeTo(100, 6), { ...zero, late: 1, ahead: 1 }])
  tell(101, start)
  expect(btc()?.price).toBeCloseTo(101, 6)
})

const says = (name: string, price: number | null, ageMs: number | null = 0, isOpen = true): Spoken => ({
  name,
  price,
  ageMs,
  isOpen,
})
const statesOf = (spoken: readonly Spoken[], believed: Believed = new Map()) =>
  judge(spoken, believed).sources.map(({ state }) => state)

test('FEED-6 a price far from the rest and from its own last one is doubted until it comes near', () => {
  const calm = [says('a', 100), says('b', 100.1), says('c', 100.2)]
  const before = believedAfter(judge(calm, new Map()), new Map())
  expect(statesOf(calm)).toEqual(['fresh', 'fresh', 'fresh'])
  const wild = [says('a', 1000), says('b', 100.1), says('c', 100.2)]
  expect(statesOf(wild, before)).toEqual(['doubted', 'fresh', 'fresh'])
  expect(judge(wild, before).index).toEqual({ price: expect.closeTo(100.15, 9), ageMs: 0, sources: 2 })
  // It stays doubted however often it says so, and counts again once it is near.
  const after = believedAfter(judge(wild, before), before)
  expect(statesOf(wild, after)).toEqual(['doubted', 'fresh', 'fresh'])
  expect(statesOf([says('a', 100.3), says('b', 100.1), says('c', 100.2)], after)).toEqual(['fresh', 'fresh', 'fresh'])
  // All move together: that is the market.
  expect(statesOf([says('a', 130), says('b', 130.1), says('c', 130.2)], before)).toEqual(['fresh', 'fresh', 'fresh'])
})
test('FEED-9 what is old, silent or away does not count, and the reason is told', () => {
  const lackOf = (...spoken: readonly Spoken[]) => judge(spoken, new Map()).lack
  expect(
    statesOf([says('a', 100, 5000), says('b', 100, 5001), says('c', null, null), says('d', 100, 0, false)]),
  ).toEqual(['fresh', 'stale', 'stale', 'disconnected'])
  expect([lackOf(), lackOf(says('a', 100)), lackOf(says('a', 100), says('b', 100, 5001))]).toEqual([
    'few',
    'few',
    'few',
  ])
  expect(lackOf(says('a', 100), says('b', 100))).toBeNull()
  const believed: Believed = new Map([
    ['a', 100],
    ['b', 110],
  ])
  expect(judge([says('a', 100), says('b', 110)], believed)).toMatchObject({ index: null, lack: 'apart' })
})
test.each([
  ['', []],
  [' okx , kraken', ['okx wss://ws.okx.com:8443/ws/v5/public', 'kraken wss://ws.kraken.com/v2']],
  ['gate=ws://127.0.0.1:9000', ['gate ws://127.0.0.1:9000/ws/v4/']],
])('FEED-10 PRICE_FEEDS "%s" names its sources', (text, expected) => {
  expect(readPriceFeeds(text).map(({ source, url }) => `${source.name} ${url}`)).toEqual(expected)
})
test.each([
  ['okx,okx', 'twice'],
  ['mtgox', 'there are binance'],
  ['okx=http://a', 'no address'],
  ['okx=ws://a/path', 'no address'],
  ['okx=', 'no address'],
])('FEED-10 PRICE_FEEDS "%s" stops the start: %s', (text, why) => expect(() => readPriceFeeds(text)).toThrow(why))
