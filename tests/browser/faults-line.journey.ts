import { eachPart, type Reshape, type Wire } from '#tests/support/proxy-frames.ts'
import type { Fate } from '#tests/support/proxy-http.ts'
import { fieldOf } from '#tests/support/venue-client.ts'
import { banner, buy, faultyTrade, lost, wake } from './faults.ts'
import { expect, test } from './kit.ts'
import { expectTrueBook, shownBook } from './story.ts'

const book = 'depth:BTC-USDT'
type Frame = { readonly i?: number; readonly m?: string; readonly p?: { readonly c?: string; readonly s?: number } }
const sentBy = (wire: Wire) => wire.sent.map((frame): Frame => JSON.parse(frame))
const subsTo = (wire: Wire, channel: string) => sentBy(wire).filter(({ m, p }) => m === 'sub' && p?.c === channel)
/** Drops everything from the server. */
const silence: Reshape = () => []
const without = (isLost: (part: Record<string, unknown>) => boolean) => eachPart((part) => (isLost(part) ? null : part))
const isBook = ({ c, k }: Record<string, unknown>) => c === book && k === 'delta'

const best = 5
const levelsText = ({ bids, asks }: Awaited<ReturnType<typeof shownBook>>) =>
  [...bids.slice(0, best), ...asks.slice(0, best)].join(' ')
const textOf = (rows: unknown): readonly string[] =>
  Array.isArray(rows)
    ? rows.map((row: unknown) => (Array.isArray(row) ? `${Number(row[0])} ${Number(row[1])}` : ''))
    : []
/** Forwarded unchanged and recorded. */
const listenTo = (told: string[]): Fate => ({
  headers: { 'accept-encoding': 'identity' },
  rewrite: (answer) => {
    const book: unknown = fieldOf(JSON.parse(String(answer.body)), 'message')
    told.push(levelsText({ bids: textOf(fieldOf(book, 'bids')), asks: textOf(fieldOf(book, 'asks')) }))
    return answer
  },
})

test('CF1 the socket is lost in each of its states: the data is correct again each time', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  await using story = await faultyTrade(page, app.url)
  const { proxy, trade, old, member } = story
  const { frames } = proxy
  let made = 0
  const isLiveAgain = async () => {
    proxy.restore()
    await wake(page)
    await expect(old).toHaveCount(0)
    await expect(banner(page)).toHaveCount(0)
    made += 1
    await member.venue.post('api/coin/trade', buy(String(61_000 + made)))
    await expect(trade.order('BTC/USDT Limit')).toHaveCount(made)
    // An order is listed by the answer to its call too, so that the line may still be on its way.
    await expect.poll(() => frames.last().isOpen() && subsTo(frames.last(), 'u:me').length > 0).toBe(true)
    // Nothing was queued: the connection starts with auth and resumes at its cursors.
    const [proof, ...rest] = sentBy(frames.last())
    expect(proof).toMatchObject({ i: 1, m: 'auth' })
    expect(rest.some(({ m }) => m === 'auth')).toBe(false)
    expect(subsTo(frames.last(), 'u:me')[0]?.p?.s).toEqual(expect.any(Number))
  }
  const lostIn = async (name: string, stall: () => void, isThere: () => boolean, lose: () => void) =>
    test.step(name, async () => {
      const before = frames.last()
      stall()
      if (name === 'probing') await wake(page)
      else before.cut()
      await expect.poll(isThere, { timeout: 20_000, intervals: [50] }).toBe(true)
      lose()
      await isLiveAgain()
    })

  let count = frames.wires.length
  await lostIn(
    'live',
    () => {},
    () => frames.wires.length > count,
    () => {},
  )
  let release = () => {}
  await lostIn(
    'opening',
    () =>
      proxy.judge((call) =>
        call.path.startsWith('/ws') ? new Promise((settle) => (release = () => settle('lostBefore'))) : 'pass',
      ),
    () =>
      proxy.calls.at(-1) !== undefined &&
      proxy.calls.filter(({ path }) => path.startsWith('/ws')).length > frames.wires.length,
    () => release(),
  )
  count = frames.wires.length
  await lostIn(
    'greeting',
    () => frames.reshape(silence),
    () => frames.wires.length > count,
    () => frames.last().cut(),
  )
  count = frames.wires.length
  await lostIn(
    'proving',
    () => frames.reshape(without(({ i }) => i === 1)),
    () => frames.wires.length > count && sentBy(frames.last()).some(({ m }) => m === 'auth'),
    () => frames.last().cut(),
  )
  await lostIn(
    'probing',
    () => frames.reshape(silence),
    () => sentBy(frames.last()).some(({ m }) => m === 'ping'),
    () => frames.last().cut(),
  )

  await test.step('waiting: prices are old, told after three seconds and no sooner', async () => {
    proxy.judge(() => 'lostBefore')
    const cutAt = Date.now()
    frames.last().cut()
    await expect(banner(page)).toBeVisible()
    expect(Date.now() - cutAt).toBeGreaterThan(2900)
    // A pending reply may have confirmed them for at most five more seconds.
    await expect(old).toBeVisible({ timeout: 6000 })
    await isLiveAgain()
  })
  await expectTrueBook(page, app.url)
})

test('CF2 a silent connection is pinged and replaced within 22 seconds', async ({ page, app, complaints }) => {
  complaints.overlook = lost
  await using story = await faultyTrade(page, app.url)
  const { proxy, trade, old, member } = story
  await trade.reviewLimit('60000', '0.01')
  const zombie = proxy.frames.last()
  const pings = () => sentBy(zombie).filter(({ m }) => m === 'ping').length
  const pingsBefore = pings()
  proxy.frames.reshape((frame, wire) => (wire.number === zombie.number ? [] : [frame]))
  const silentAt = Date.now()
  await member.venue.post('api/coin/trade', buy('61000'))
  await expect(old).toBeVisible({ timeout: 8000 })
  await expect(trade.confirm).toHaveAttribute('aria-disabled', 'true')
  // Never later than this; it may be sooner, because a page whose timers stalled asks at once. The exact waits:
  // connection.actors.test.
  await expect.poll(pings, { timeout: 18_000, intervals: [100] }).toBeGreaterThan(pingsBefore)
  await expect.poll(() => proxy.frames.last().number, { timeout: 5000, intervals: [100] }).toBe(zombie.number + 1)
  expect(Date.now() - silentAt).toBeLessThan(22_000)
  await expect(old).toHaveCount(0)
  await expect(trade.confirm).not.toHaveAttribute('aria-disabled', 'true')
  await trade.review.getByRole('button', { name: 'Close' }).click()
  await expect(trade.order('BTC/USDT Limit')).toHaveCount(1)
  await expectTrueBook(page, app.url)
})

test('CF3 CF4 CF5 frames are duplicated, repeated, reordered, lost and replayed: the book stays correct', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  await using story = await faultyTrade(page, app.url)
  const { proxy, trade, old, member } = story
  const { frames } = proxy

  await test.step('twice, and some a hundred times', async () => {
    let seen = 0
    frames.reshape((frame) => Array.from({ length: (seen += 1) % 5 === 0 ? 100 : 2 }, () => frame))
    await member.venue.post('api/coin/trade', buy('61000'))
    await expect(trade.order('BTC/USDT Limit')).toHaveCount(1)
    await expect(trade.available).toHaveText('9,939.00 USDT')
    await expect.poll(() => seen, { timeout: 20_000 }).toBeGreaterThan(20)
    await expectTrueBook(page, app.url)
    expect(frames.wires).toHaveLength(1)
  })

  await test.step('swapped: put in order without asking', async () => {
    let held: string | null = null
    let swaps = 0
    frames.reshape((frame, wire) => {
      if (!frame.includes(book)) return [frame]
      if (held !== null) {
        const late = held
        held = null
        swaps += 1
        return [frame, late]
      }
      held = frame
      setTimeout(() => {
        if (held === frame) wire.tell(frame)
        held = held === frame ? null : held
      }, 200)
      return []
    })
    await expect.poll(() => swaps, { timeout: 20_000 }).toBeGreaterThan(3)
    await expectTrueBook(page, app.url)
    expect(frames.wires).toHaveLength(1)
  })

  await test.step('a hole: labelled while that channel begins anew', async () => {
    const before = subsTo(frames.last(), book).length
    const late: string[] = []
    let isLost = false
    frames.reshape((frame) => {
      const isAbout = frame.includes(book)
      if (isAbout && !isLost) {
        isLost = true
        return []
      }
      if (subsTo(frames.last(), book).length === before) return [frame]
      late.push(frame)
      return []
    })
    await expect(trade.book.getByText('Syncing')).toBeVisible()
    expect(subsTo(frames.last(), book).length).toBe(before + 1)
    frames.reshape(null)
    for (const frame of late) frames.last().tell(frame)
    await expect(trade.book.getByText('Syncing')).toHaveCount(0)
    await expectTrueBook(page, app.url)
    expect(frames.wires).toHaveLength(1)
  })

  await test.step('from another epoch, and answers nobody waits for', async () => {
    const level = [['99999999', '1']]
    const lie = { bids: level, asks: level, cs: 0 }
    frames
      .last()
      .tell(JSON.stringify({ c: book, k: 'delta', e: 'another', s: 9_999_999, b: 9_999_998, d: lie, t: Date.now() }))
    frames.last().tell(JSON.stringify({ c: book, k: 'snap', e: 'another', s: 1, d: lie, t: 1 }))
    frames.last().tell(JSON.stringify({ i: 1, r: { uid: '0', e: 'another', heads: { u: 0 }, now: 0 } }))
    frames.last().tell(JSON.stringify({ i: 99_999, r: { mode: 'fresh', why: 'new', head: 1 } }))
    await expectTrueBook(page, app.url)
    await expect(page.getByText(/99,?999,?999/)).toHaveCount(0)
    await expect(old).toHaveCount(0)
    await expect(trade.order('BTC/USDT Limit')).toHaveCount(1)
  })
})

test('CF6 a book with a wrong checksum is resubscribed once, and is polled after three mismatches', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  await using story = await faultyTrade(page, app.url)
  const { proxy, old } = story
  const { frames } = proxy
  const spoil = eachPart((part) => (isBook(part) ? { ...part, d: { ...Object(part['d']), cs: 1 } } : part))
  const before = subsTo(frames.last(), book).length
  let left = 1
  frames.reshape((frame, wire) =>
    left > 0 && frame.includes(`"${book}","k":"delta"`) && (left -= 1) === 0 ? spoil(frame, wire) : [frame],
  )
  await expect.poll(() => subsTo(frames.last(), book).length).toBe(before + 1)
  frames.reshape(null)
  await expectTrueBook(page, app.url)

  frames.reshape(spoil)
  await expect
    .poll(() => sentBy(frames.last()).some(({ m, p }) => m === 'unsub' && p?.c === book), { timeout: 30_000 })
    .toBe(true)
  const polls = () => proxy.calls.filter(({ path }) => path.startsWith('/api/currency/deal')).length
  const asked = polls()
  const subs = subsTo(frames.last(), book).length
  await expect.poll(() => polls() - asked, { timeout: 15_000 }).toBeGreaterThanOrEqual(2)
  expect(subsTo(frames.last(), book).length).toBe(subs)
  expect(frames.wires).toHaveLength(1)
  // The server continues between two polls: the page shows the last poll.
  const told: string[] = []
  proxy.judge(({ path }) => (path.startsWith('/api/currency/deal') ? listenTo(told) : 'pass'))
  await expect
    .poll(async () => told.includes(levelsText(await shownBook(page))), { timeout: 15_000, intervals: [100] })
    .toBe(true)
  await expect(old).toHaveCount(0)
})

test('CF7 invalid frames are dropped and the stream continues; too many close the connection', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  await using story = await faultyTrade(page, app.url)
  const { proxy, trade, old, member } = story
  const { frames } = proxy
  const invalidFrames = [
    'no json',
    '',
    '{"c":',
    `"${'x'.repeat(1_000_000)}"`,
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    JSON.stringify({ c: 1, k: 'delta', s: 'two', e: null, t: {} }),
    '{"__proto__":{"k":"bye"},"constructor":1}',
  ]
  const wire = frames.last()
  for (const invalidFrame of invalidFrames) wire.tell(invalidFrame)
  await member.venue.post('api/coin/trade', buy('61000'))
  await expect(trade.order('BTC/USDT Limit')).toHaveCount(1)
  await expectTrueBook(page, app.url)
  expect(frames.wires).toHaveLength(1)
  for (const invalidFrame of [...invalidFrames, ...invalidFrames]) wire.tell(invalidFrame)
  await expect.poll(() => frames.wires.length).toBe(2)
  await expect(old).toHaveCount(0)
  await member.venue.post('api/coin/trade', buy('61001'))
  await expect(trade.order('BTC/USDT Limit')).toHaveCount(2)
  await expectTrueBook(page, app.url)
})
