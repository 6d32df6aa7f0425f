import { openBox } from '#server/box/testing.ts'
import { dial, type Frame } from '#tests/support/gateway.ts'
import { readOf, replayed, restingBuy, sendOrder } from '#tests/support/box/orders.ts'
import { expect, onTestFinished, test } from 'vitest'

type Wish = Parameters<typeof openBox>[0]
const open = async (wish: Wish = {}) => {
  const box = await openBox({ seed: 5, accounts: 2, funds: { USDT: '5000', BTC: '1' }, ...wish })
  onTestFinished(box.stop)
  return box
}
type Opened = Awaited<ReturnType<typeof open>>
const market = { ...restingBuy, kind: 'market', target_price: undefined }
const keyOf = (no: number) => `00000000-0000-4000-8000-${String(no).padStart(12, '0')}`
/** What a test does: two trades and some time. */
const trade = async (box: Opened) => {
  await sendOrder(box, market, { key: keyOf(1) })
  await box.advance(1500)
  await sendOrder(box, { ...market, type: 2 }, { user: 1, key: keyOf(2) })
  await box.advance(500)
  return box.hash()
}

test('BOX-28 a hundred tests with an exchange each come to the same journal, and the record of the last one replays', async () => {
  const box = await open()
  await sendOrder(box, restingBuy, { key: keyOf(0) })
  await box.advance(5000)
  const start = await box.snapshot()
  const restored = new Set<string>()
  for (let n = 0; n < 100; n += 1) {
    await box.restore(start)
    restored.add(await trade(box))
  }
  const opened = new Set<string>()
  for (let n = 0; n < 5; n += 1) {
    const other = await openBox({ from: start })
    opened.add(await trade(other))
    await other.stop()
  }
  expect([restored.size, opened]).toEqual([1, restored])
  const { was, is } = await replayed(await box.record())
  expect(is).toEqual(was)
  expect([...restored]).toEqual([is.journal])
}, 180_000)

test('BOX-28 a box that is restored is what it was: clock, orders, faults that are to come, and steps of a scenario', async () => {
  const box = await open()
  await sendOrder(box)
  box.fault('answer_lost', 'coin/trade')
  box.play([
    { at: '+1s', halt: 'BTC-USDT' },
    { at: '+9s', resume: 'BTC-USDT' },
  ])
  await box.advance(2000)
  const start = await box.snapshot()
  const run = async () => {
    await expect(sendOrder(box)).rejects.toThrow('fetch failed')
    const halted = await (await sendOrder(box, market)).json()
    await box.advance(8000)
    const done = await (await sendOrder(box, market)).json()
    const { orders } = await readOf(box, 'coin/orders')
    return { halted: halted.reason, done: done.type, orders: Array(orders).flat().length, faults: box.faults() }
  }
  const first = await run()
  expect(first).toEqual({
    halted: 'market_closed',
    done: 'ok',
    orders: 2,
    faults: { answer_lost: 1, halt: 1, resume: 1 },
  })
  await box.restore(start)
  expect([box.now(), box.faults()]).toEqual([start.now, { halt: 1 }])
  expect(await run()).toEqual(first)
  await expect(box.restore({ now: 0 })).rejects.toThrow('no snapshot')
})

test('BOX-28 the files of a box, a tape and what was done to a price are taken back as well', async () => {
  const csv = Array.from({ length: 4 }, (_, no) =>
    [1_767_571_200_000 + no * 60_000, 90_000 + no, 90_100, 89_000, 90_050, 5].join(','),
  ).join('\n')
  const box = await open({ tape: { market: 'BTC-USDT', csv } })
  await box.advance(70_000)
  const start = await box.snapshot()
  const run = async () => {
    await box.advance(60_000)
    return Object(await readOf(box, 'market/candles?symbol=BTC-USDT&period=1min&count=3')).candles
  }
  const first = await run()
  await box.act({ act: 'jump', market: 'BTC-USDT', percent: 3 })
  await box.restore(start)
  expect(await run()).toEqual(first)
  const { was, is } = await replayed(await box.record())
  expect(is).toEqual(was)
})

const enter = async ({ url, accounts }: Opened, cursor: object = {}) => {
  const line = await dial(url)
  await line.wait(({ k }) => k === 'hello')
  await line.ask('auth', { token: accounts[0]?.key, lang: 'en', device: 'd', tab: 't', v: 1 })
  const { r } = await line.ask('sub', { c: 'u:me', ...cursor })
  return { line, reply: Object(r) }
}
const lastOf = (frames: readonly Frame[]) => frames.findLast(({ k }) => k === 'event')

test('BOX-29 a venue that dies starts again on what it has stored: lines are gone, events go on, and the record replays', async () => {
  const box = await open()
  const { line } = await enter(box)
  await sendOrder(box)
  const told = await line.wait(({ c, k }) => c === 'u:me' && k === 'event')
  await box.restart()
  expect(await line.closed).toBe(1006)
  const { e, s } = lastOf(line.frames) ?? told
  const again = await enter(box, { e, s })
  expect(again.reply).toMatchObject({ mode: 'resumed' })
  await sendOrder(box, market)
  await box.advance(2000)
  expect(Number(lastOf(again.line.frames)?.['s'])).toBeGreaterThan(Number(s))
  again.line.end()
  const { was, is } = await replayed(await box.record())
  expect([is, box.faults()]).toEqual([was, { restart: 1 }])
})
test('BOX-29 who comes back to a box that was taken back reads everything again', async () => {
  const box = await open()
  const start = await box.snapshot()
  const { line } = await enter(box)
  await sendOrder(box)
  const { e, s } = await line.wait(({ c, k }) => c === 'u:me' && k === 'event')
  await box.restore(start)
  await sendOrder(box, market)
  await sendOrder(box)
  const again = await enter(box, { e, s })
  expect(again.reply).toMatchObject({ mode: 'fresh', why: 'epoch' })
  again.line.end()
})
test.each([
  ['killed_before', 0],
  ['killed_after', 1],
] as const)('BOX-29 of a change whose venue has died (%s) its key tells what became of it', async (fault, orders) => {
  const box = await open()
  box.fault(fault, 'coin/trade')
  await expect(sendOrder(box, restingBuy, { key: keyOf(1) })).rejects.toThrow('fetch failed')
  const before = await readOf(box, 'coin/orders')
  expect(Object(before).orders).toHaveLength(orders)
  const again = await sendOrder(box, restingBuy, { key: keyOf(1) })
  expect(again.headers.get('Idempotency-Replayed')).toBe(orders === 1 ? 'true' : null)
  expect(Object(await readOf(box, 'coin/orders')).orders).toHaveLength(1)
  await box.advance(3000)
  const { was, is } = await replayed(await box.record())
  expect([is, box.faults()]).toEqual([was, { [fault]: 1 }])
})
test('BOX-29 who asks while the venue starts again is answered by the one that is open then, or has lost the line', async () => {
  const box = await open()
  const start = await box.snapshot()
  const ask = () => readOf(box, 'coin/orders').then(Boolean, () => false)
  const asked: Promise<boolean>[] = []
  const askAll = async (work: Promise<unknown>) => {
    const left = new Set([work])
    void work.finally(() => left.clear())
    while (left.size > 0) {
      asked.push(ask())
      await asked.at(-1)
    }
  }
  for (const work of [box.restart, box.restart, () => box.restore(start)])
    await Promise.all(Array.from({ length: 5 }, () => askAll(work())))
  expect((await Promise.all(asked)).length).toBeGreaterThan(10)
  expect(await ask()).toBe(true)
})
