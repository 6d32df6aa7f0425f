import { openBox } from '#server/box/testing.ts'
import { readOf, replayed, restingBuy, sendOrder } from '#tests/support/box/orders.ts'
import { expect, onTestFinished, test } from 'vitest'

type Wish = Parameters<typeof openBox>[0]
type Opened = Awaited<ReturnType<typeof openBox>>
const open = async (wish: Wish = {}) => {
  const box = await openBox({ funds: { USDT: '5000', BTC: '1' }, ...wish })
  onTestFinished(box.stop)
  return box
}
type Said = Readonly<Record<string, unknown>>
const order = async (box: Opened, more: object = {}): Promise<Said> =>
  JSON.parse(await (await sendOrder(box, { ...restingBuy, kind: 'market', target_price: undefined, ...more })).text())
const bookOf = async (box: Opened) => {
  const { bids, asks } = Object(await readOf(box, 'market/depth?symbol=BTC-USDT'))
  return [Array(bids).flat().length > 0, Array(asks).flat().length > 0]
}
const modeOf = async (box: Opened) => (await readOf(box, 'currency/deal?currency_id=1&legal_id=3'))['mode'] ?? 'open'
const market = 'BTC-USDT'

/** What a market or an account meets, by how it is done, and what a bot sees of it. */
const met: readonly (readonly [
  string,
  (box: Opened) => Promise<unknown>,
  (box: Opened) => Promise<unknown>,
  unknown,
])[] = [
  [
    'a book that is empty, because the house is gone',
    (box) => box.act({ act: 'quotes', market, sides: 'none' }),
    async (box) => [await bookOf(box), (await order(box))['reason']],
    [[false, false], 'no_liquidity'],
  ],
  [
    'a book with one side',
    (box) => box.act({ act: 'quotes', market, sides: 'buy' }),
    async (box) => [await bookOf(box), (await order(box))['reason'], (await order(box, { type: 2 }))['type']],
    [[true, false], 'no_liquidity', 'ok'],
  ],
  [
    'a key that is deleted',
    (box) => box.act({ act: 'end_key', account: 0 }),
    async (box) => [(await order(box))['reason'], (await order(box))['reason']],
    ['not_logged_in', 'not_logged_in'],
  ],
  [
    'a price that has leapt: one source is not believed, however long it says so',
    async (box) => {
      await box.act({ act: 'jump', market, percent: 30 })
      await box.advance(6000)
    },
    async (box) => {
      const held = (await order(box))['reason']
      await box.advance(6000)
      return [held, await modeOf(box)]
    },
    ['no_liquidity', 'cancel_only'],
  ],
  [
    'a price that does not come',
    async (box) => {
      await box.act({ act: 'stale', market, ms: 60_000 })
      await box.advance(10_000)
    },
    async (box) => (await order(box))['reason'],
    'no_liquidity',
  ],
  [
    'a clock that jumps',
    (box) => box.act({ act: 'clock', ms: 3_600_000 }),
    async (box) => box.now(),
    Date.UTC(2026, 0, 5, 1, 0, 2),
  ],
]
test.each(met)('BOX-30 a bot meets %s, counted, and the record replays', async (_, act, seen, expected) => {
  const box = await open()
  await box.advance(2000)
  await act(box)
  expect(await seen(box)).toEqual(expected)
  await box.advance(2000)
  const [name] = Object.keys(box.faults())
  expect(box.faults()).toEqual({ [name ?? '']: 1 })
  const { was, is } = await replayed(await box.record())
  expect(is).toEqual(was)
})
test('BOX-30 the house comes back to a book that it has left', async () => {
  const box = await open()
  await box.act({ act: 'quotes', market, sides: 'none' })
  await box.act({ act: 'quotes', market, sides: 'both' })
  await box.advance(1000)
  expect(await bookOf(box)).toEqual([true, true])
})
test('BOX-30 where markets open by and by, one that was halted does so again', async () => {
  const box = await open({ arming: true })
  const modes: unknown[] = []
  const pass = async (ms: number) => {
    await box.advance(ms)
    modes.push(await modeOf(box))
  }
  await pass(0)
  await pass(20_000)
  await box.act({ act: 'halt', market })
  await pass(1000)
  await box.act({ act: 'resume', market })
  await pass(500)
  await pass(3000)
  await pass(20_000)
  expect(modes).toEqual(['cancel_only', 'open', 'halted', 'cancel_only', 'reduce_only', 'open'])
  const { was, is } = await replayed(await box.record())
  expect(is).toEqual(was)
})
test('BOX-30 what makes no sense is refused with a sentence', async () => {
  const box = await open()
  await expect(async () => box.act({ act: 'halt', market: 'X' })).rejects.toThrow('no market X')
  await expect(async () => box.act({ act: 'end_key', account: 9 })).rejects.toThrow('from 0 on')
})
