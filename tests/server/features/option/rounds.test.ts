import { optionOrder } from '#contract/option/option.ts'
import { recompute } from '#contract/option/option-outcome.ts'
import { decode } from '#contract/wire/coded.ts'
import { settleRounds } from '#server/features/option/deadlines.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { seededRandom } from '#server/core/random.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { units } from '#tests/support/lever-venue.ts'
import { optionActs, optionVenue, start } from '#tests/support/option-venue.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const begin = units(1000)
const rising = (ms: number) => (ms < 30_000 ? 100 : 101)

test('O1 rounds follow one another without gap or overlap: ten past ones, the current one, two future ones', async () => {
  const { until, rounds, ann } = await optionVenue(1)
  await until(12 * 60_000 + 41_000)
  const shown = await rounds(ann)
  expect(shown.map(({ no }) => no)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
  expect(shown.map(({ phase }) => phase)).toEqual([
    ...Array.from({ length: 10 }, () => 'settled'),
    'locked',
    'scheduled',
    'scheduled',
  ])
  expect(shown.slice(1).every(({ open_ms }, n) => open_ms === shown[n]?.['close_ms'])).toBe(true)
  expect(shown[0]).toMatchObject({
    id: 'BTC-USDT_60_3',
    symbol: 'BTC/USDT',
    delivery_price: '100.00',
    void_reason: null,
    open_ms: start + 120_000,
    lock_ms: start + 160_000,
    rev: 5,
  })
  expect(await rounds(ann, { match_id: 1 })).toMatchObject([
    { seconds: 60, no: 13 },
    { seconds: 120, no: 7 },
    { seconds: 300, no: 3 },
  ])
  expect(await rounds(ann, {})).toEqual([])
})
test('O1 on a server that starts in the middle of a minute the first round opens at the next minute', async () => {
  const { rounds, submit, quote, ann } = await optionVenue(1, { startMs: start + 20_000 })
  await quote(100)
  expect(await rounds(ann)).toMatchObject([
    { no: 1, phase: 'scheduled', open_ms: start + 60_000 },
    { no: 2 },
    { no: 3 },
  ])
  expect(await submit(ann)).toMatchObject({ reason: 'round_closed', params: { next: { no: 1 } } })
})

test.each([
  ['open, before the entry', 5400, 5400],
  ['open, after the entry', 6000, 6000],
  ['locked', 45_000, 45_000],
  ['settling', 60_000, 60_400],
  ['an hour ago', 60_000, 3_600_000],
])('O6 a server that restarts while a round is %s settles it on the same ticks, once', async (_, downAt, upAt) => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-'))
  try {
    const file = join(folder, 'venue.db')
    const first = await optionVenue(1, { store: openSqlite(file) })
    await first.until(5000)
    const { message } = await first.submit(first.ann)
    if (downAt > 5500) await first.until(downAt - 1, rising)
    if (downAt === 60_000) {
      first.clock.set(start + downAt)
      await first.quote(101)
    } else first.clock.set(start + downAt)
    await first.venue.stop()
    const restarted = createMemoryVenue({ store: openSqlite(file), startMs: start + upAt })
    const { until, order, money } = optionActs(restarted)
    await until(Math.max(60_500, upAt + 500), rising)
    expect(await order(first.ann, message['id'])).toMatchObject({
      status: 3,
      profit_result: 1,
      void_reason: null,
      receipt: { round_no: 1, delivery: { price: '101.00', at_ms: start + 60_000 } },
    })
    expect(money(first.ann)).toEqual({ free: begin + units(8), held: 0n })
    expect(restarted.venue.audit()).toEqual([])
    await restarted.venue.stop()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
test('O1 numbering continues after hours of downtime; missed rounds are void, and an interrupted one is refunded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-'))
  try {
    const file = join(folder, 'venue.db')
    const first = await optionVenue(1, { store: openSqlite(file) })
    await first.until(5000)
    const { message } = await first.submit(first.ann)
    await first.until(20_000, rising)
    await first.venue.stop()
    const hours = 3 * 3_600_000
    const restarted = createMemoryVenue({ store: openSqlite(file), startMs: start + hours + 500 })
    const { until, order, money, rounds } = optionActs(restarted)
    await until(hours + 61_000, 100)
    expect(await order(first.ann, message['id'])).toMatchObject({
      status: 3,
      void_reason: 'stale',
      receipt: { outcome: 'void', coverage: '33.33' },
    })
    expect(money(first.ann)).toEqual({ free: begin, held: 0n })
    const shown = await rounds(first.ann)
    expect(shown.map(({ no }) => no)).toEqual([172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184])
    expect(shown.slice(8, 11)).toMatchObject([
      { phase: 'void', void_reason: 'stale', delivery_price: null },
      { phase: 'settled' },
      { phase: 'open', open_ms: start + hours + 60_000 },
    ])
    expect(restarted.venue.audit()).toEqual([])
    await restarted.venue.stop()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.each([
  ['falls silent before the close', [[5500, 57_500]], 'stale'],
  [
    'has a gap of four seconds',
    [
      [5500, 20_000],
      [24_500, 60_000],
    ],
    'gap',
  ],
])('O3 if the source %s, the round is void and stake and fee are returned', async (_, spans, reason) => {
  const { until, silence, submit, order, rounds, money, eventsOf, ann, venue } = await optionVenue(1)
  await venue.command(({ tables }) => tables.coins.put({ ...tables.coins.need(3), microFee: '2' }))
  await until(5000)
  const houses = () => (['house', 'fee', 'external'] as const).map(money)
  const housesBefore = houses()
  const { message } = await submit(ann)
  for (const [from = 0, to = 0] of spans) {
    await silence(from - 500)
    await until(to, rising)
  }
  await silence(60_001)
  expect(await order(ann, message['id'])).toMatchObject({
    status: 3,
    profit_result: null,
    profit_result_name: 'void',
    void_reason: reason,
    end_price: null,
    receipt: { outcome: 'void', payout: '10.2' },
  })
  expect((await rounds(ann))[0]).toMatchObject({
    phase: 'void',
    void_reason: reason,
    delivery_price: null,
    delivery_tick: null,
  })
  expect(money(ann)).toEqual({ free: begin, held: 0n })
  // What comes back comes from the hold: neither the house nor the fee account has moved.
  expect(houses()).toEqual(housesBefore)
  expect(eventsOf(ann, 'option.settled')).toEqual([])
  expect(venue.audit()).toEqual([])
})
test('O9 without a price from the last two seconds no stake is accepted', async () => {
  const { until, silence, submit, ann } = await optionVenue(1)
  expect(await submit(ann)).toMatchObject({ reason: 'feed_stale' })
  await until(5000)
  await silence(7000)
  expect(await submit(ann)).toMatchObject({ type: 'ok' })
  await silence(7001)
  expect(await submit(ann)).toMatchObject({ reason: 'feed_stale' })
})
test('O6 settling late, twice, or with ticks after the close gives one result and one payout', async () => {
  const { until, submit, order, rounds, quote, clock, money, ann, venue } = await optionVenue(1)
  await until(5000)
  const { message } = await submit(ann)
  await until(59_500, rising)
  clock.set(start + 60_000)
  // A tick of this instant may still come.
  await venue.command((ctx) => settleRounds(ctx, 'BTC-USDT|60'))
  await quote(102)
  clock.advance(1)
  await quote(90)
  await venue.command((ctx) => settleRounds(ctx, 'BTC-USDT|60'))
  await venue.command((ctx) => settleRounds(ctx, 'BTC-USDT|60'))
  const settled = await order(ann, message['id'])
  expect(settled).toMatchObject({ profit_result: 1, end_price: '101.00' })
  const published = (await rounds(ann))[0]
  clock.advance(3_600_000)
  await venue.runDue()
  await venue.command((ctx) => settleRounds(ctx, 'BTC-USDT|60'))
  expect(await order(ann, message['id'])).toEqual(settled)
  expect(published).toMatchObject({ no: 1, phase: 'settled', delivery_price: '101.00' })
  expect(money(ann)).toEqual({ free: begin + units(8), held: 0n })
})
test('O6 an hour later each round is still settled on its own ticks', async () => {
  const { submit, quote, clock, order, ann, venue } = await optionVenue(1)
  const bought: unknown[] = []
  const prices = [101, 99, 100]
  for (let ms = 0; ms <= 180_000; ms += 500) {
    clock.set(start + ms)
    // The last five seconds of a minute are at its price.
    const minute = Math.ceil(ms / 60_000)
    await quote(ms > minute * 60_000 - 5000 ? (prices[minute - 1] ?? 100) : 100)
    if (ms % 60_000 === 5000 && ms < 180_000) bought.push((await submit(ann)).message['id'])
  }
  clock.advance(3_600_000)
  await venue.runDue()
  const ended = await Promise.all(bought.map((id) => order(ann, id)))
  expect(ended.map(({ profit_result_name, end_price, round_no }) => [round_no, profit_result_name, end_price])).toEqual(
    [
      [1, 'win', '100.50'],
      [2, 'loss', '99.50'],
      [3, 'draw', '100.00'],
    ],
  )
  expect(venue.audit()).toEqual([])
})
test('O6 a clock that steps back neither reopens an ended round nor changes a result', async () => {
  const { until, rounds, submit, clock, ann } = await optionVenue(1)
  await until(13 * 60_000 + 5000, rising)
  const before = (await rounds(ann)).filter(({ phase }) => phase === 'settled')
  clock.advance(-12 * 60_000 - 30_000)
  expect(await submit(ann)).toMatchObject({ reason: 'round_closed', params: { next: { no: 14 } } })
  const after = (await rounds(ann)).filter(({ phase }) => phase === 'settled' || phase === 'void')
  expect(after).toEqual([expect.objectContaining({ no: 3, phase: 'settled' }), ...before])
})
test('O1 a month of downtime is skipped in one step', async () => {
  const { until, silence, rounds, quote, ann } = await optionVenue(1)
  await until(5000)
  const month = 30 * 86_400_000
  await silence(month + 1000)
  await quote(100)
  expect((await rounds(ann)).map(({ no, phase }) => [no, phase]).slice(-4)).toEqual([
    [43_200, 'void'],
    [43_201, 'open'],
    [43_202, 'scheduled'],
    [43_203, 'scheduled'],
  ])
})
test('O7 only the order without an entry is void when its round is settled', async () => {
  const { until, submit, order, rounds, money, ann, venue } = await optionVenue(1, {
    settings: { option: { entryDelayMs: 58_000 } },
  })
  await until(5000)
  const { message } = await submit(ann)
  await until(61_000, rising)
  expect(await order(ann, message['id'])).toMatchObject({ status: 3, void_reason: 'no_entry' })
  expect((await rounds(ann))[0]).toMatchObject({ phase: 'settled' })
  expect(money(ann)).toEqual({ free: begin, held: 0n })
  expect(venue.audit()).toEqual([])
})
test('OPT-5 a price with an earlier time is not recorded', async () => {
  const { until, quote, clock, venue } = await optionVenue(1)
  const count = () => [...venue.ctx.tables.optionTicks.all()].flatMap(({ ticks }) => ticks['BTC-USDT'] ?? []).length
  await until(5000)
  expect(count()).toBe(10)
  clock.advance(-400)
  await quote(101)
  clock.advance(400)
  await quote(102)
  expect(count()).toBe(10)
  clock.advance(1)
  await quote(101)
  expect(count()).toBe(11)
})
test('OPT-5 implausible jumps of a faulty source are not recorded and settle nothing', async () => {
  const { until, submit, order, money, ann } = await optionVenue(1)
  await until(5000)
  const { message } = await submit(ann)
  await until(60_500, (ms) => (ms < 54_000 ? 100 : 1000))
  expect(await order(ann, message['id'])).toMatchObject({ void_reason: 'stale' })
  expect(money(ann)).toEqual({ free: begin, held: 0n })
  expect(await submit(ann)).toMatchObject({ reason: 'feed_stale' })
  await until(66_000, 1000)
  expect(await submit(ann)).toMatchObject({ type: 'ok' })
})
test('L16 ticks that no unsettled round needs are deleted', async () => {
  const { until, venue } = await optionVenue(1)
  await until(11 * 60_000)
  expect(venue.ctx.tables.optionTicks.count()).toBeLessThanOrEqual(5 * 12 + 14)
})

test('O5 with random stakes and prices no money is lost, every receipt can be recomputed, and no result changes', async () => {
  const seed = 20_260_105
  const { int } = seededRandom(seed)
  const { until, submit, list, order, ann, ben, money, venue, rounds } = await optionVenue(2)
  await venue.command(({ tables }) => tables.coins.put({ ...tables.coins.need(3), microFee: '0.7' }))
  const published = new Map<string, string>()
  let flips = 0
  let price = 100
  const nextPrice = () => (price = Math.max(50, price + (int(3) - 1) / 100))
  for (let ms = 4500; ms < 20 * 60_000; ms += 4500) {
    await until(ms + (ms % 180_000 === 90_000 ? 4500 : 0), nextPrice)
    for (const user of [ann, ben])
      if (int(3) === 0)
        await submit(user, {
          type: 1 + int(3),
          seconds: [60, 120, 300][int(3)],
          number: `${20 + int(40)}.${int(99_999_999)}`,
        })
    for (const round of await rounds(ann)) {
      if (round['phase'] !== 'settled' && round['phase'] !== 'void') continue
      const text = JSON.stringify(round)
      if ((published.get(String(round['id'])) ?? text) !== text) flips += 1
      published.set(String(round['id']), text)
    }
    expect(venue.audit(), `seed ${seed} at ${ms}`).toEqual([])
  }
  await until(26 * 60_000, nextPrice)
  const orders = (await Promise.all([ann, ben].map((user) => list(user, { limit: 50 })))).flatMap(({ data }) => data)
  expect(orders.length, `seed ${seed}`).toBeGreaterThan(50)
  // Only the receipt of a single order lists the values of the mean.
  const whole = await Promise.all(orders.map((row) => order(Number(row['user_id']), row['id'])))
  const wrongReceipts = whole.filter((row) => {
    const read = decode(optionOrder, row)
    return !read.success || recompute(read.data)?.isRight !== true
  })
  expect([wrongReceipts, flips, published.size >= 19], `seed ${seed}`).toEqual([[], 0, true])
  const all = [ann, ben, 'house', 'fee'] as const
  expect(
    all.reduce((sum, owner) => sum + money(owner).free + money(owner).held, 0n),
    `seed ${seed}`,
  ).toBe(2n * begin)
})
