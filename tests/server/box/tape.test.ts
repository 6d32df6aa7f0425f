import { boxStartMs, createBox } from '#server/box/box.ts'
import { readRecord, type BoxPlan } from '#server/box/record.ts'
import { replay } from '#server/box/replay.ts'
import { readTape, tapeStart, TapeError } from '#server/box/tape.ts'
import { textOf as shown } from '#server/features/market/units.ts'
import { seededRandom } from '#server/core/random.ts'
import { ownFolder } from '#tests/support/folders.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const minuteMs = 60_000
const plan: Omit<BoxPlan, 'tape' | 'start'> = {
  seed: 7,
  accounts: 1,
  funds: { USDT: '100000', BTC: '1' },
  maker: true,
  markets: ['BTC-USDT'],
}
/** Candles of a storm, as a public file has them. */
const candles = (count: number) => {
  const chance = seededRandom(5)
  let close = 9_500_000
  return Array.from({ length: count }, (_, no) => {
    const open = close
    close = Math.max(5_000_000, Math.round(open * (1 + (chance.unit() - 0.5) * 0.02)))
    const high = Math.max(open, close) + chance.int(20_000)
    const low = Math.min(open, close) - chance.int(20_000)
    const at = boxStartMs + no * minuteMs
    const prices = [open, high, low, close].map((ticks) => shown(ticks, 2))
    return { at, prices, volume: shown(1_000_000 + chance.int(9_000_000), 6) }
  })
}
const csvOf = (rows: ReturnType<typeof candles>) =>
  [
    'open_time,open,high,low,close,volume',
    ...rows.map(({ at, prices, volume }) => [at, ...prices, volume].join(',')),
  ].join('\n')
const openTape = async (csv: string) => {
  const tape = readTape(csv, 'BTC-USDT')
  const box = await createBox({ ...plan, start: tapeStart(tape), tape })
  const pass = (ms: number) => box.timeline.turn(() => box.timeline.advance(box.timeline.now() + ms))
  return { box, pass, market: box.venue.ctx.markets.need('BTC-USDT') }
}

test('BOX-21 a market that plays candles has the same candles, to the tick and the step', async () => {
  const rows = candles(120)
  const { box, pass, market } = await openTape(csvOf(rows))
  await pass(rows.length * minuteMs)
  const from = boxStartMs / 1000
  const found = market.chart.range('1min', from, from + (rows.length - 1) * 60)
  const told = found.map(([at, open, high, low, close, amount]) => ({
    at: at * 1000,
    prices: [open, high, low, close].map((ticks) => shown(ticks, 2)),
    volume: shown(amount, 6),
  }))
  expect(told).toEqual(rows)
  await box.stop()
}, 60_000)
test('BOX-22 a tape of trades prints each at its price, size and side, and who rests in its way is filled at that price', async () => {
  const at = boxStartMs
  const csv = [
    `1,95000.00,0.5,47500,${at},False,True`,
    `2,94900.00,0.2,18980,${at + 1000},True,True`,
    `3,94800.50,0.3,28440,${at + 2000},true,True`,
  ].join('\n')
  const { box, pass, market } = await openTape(csv)
  const [account] = box.accounts
  const route = box.venue.routes.find(({ feature, name }) => feature === 'spot' && name === 'submit')
  if (!route || !account) throw new Error('no order')
  const caller = {
    user: account.id,
    session: '',
    lang: 'en',
    device: 'd',
    address: '127.0.0.1',
    appVersion: null,
  } as const
  const body = { currency_id: 1, legal_id: 3, type: 1, kind: 'limit', amount: '0.1', target_price: '94850' }
  await box.execute({ route, caller, body, key: null })
  await pass(1500)
  expect(market.deals().map(({ price, amount, side }) => [price, amount, side])).toEqual([
    ['94900.00', '0.200000', 'sell'],
    ['95000.00', '0.500000', 'buy'],
  ])
  await pass(1500)
  expect(
    market
      .deals()
      .slice(0, 2)
      .map(({ price, amount }) => [price, amount]),
  ).toEqual([
    ['94800.50', '0.200000'],
    ['94850.00', '0.100000'],
  ])
  expect(box.venue.audit()).toEqual([])
  const file = join(ownFolder('box'), 'tape.jsonl')
  writeFileSync(file, await box.record())
  await box.stop()
  const { plan: same, lines } = readRecord(file)
  const { was, is } = await replay(same, lines)
  expect(is).toEqual(was)
})
test.each([
  ['no line', ''],
  ['a line that is neither', 'open_time,open\n1,2,x'],
  ['candles after trades', `1,95000,0.5,47500,${boxStartMs},False,True\n${boxStartMs + 1},1,1,1,1,1`],
  ['a line older than the one before', `${boxStartMs},1,1,1,1,1\n${boxStartMs - 1},1,1,1,1,1`],
])('BOX-23 a tape with %s is refused', (_, csv) => expect(() => readTape(csv, 'BTC-USDT')).toThrow(TapeError))
test('BOX-23 instants in microseconds are understood', () => {
  expect(tapeStart(readTape(`${boxStartMs * 1000},1,1,1,1,1`, 'BTC-USDT'))).toBe(boxStartMs)
})
