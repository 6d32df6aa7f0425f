import { parseDec } from '#contract/wire/money.ts'
import { payoutOf } from '#contract/option/option-outcome.ts'
import { resultsOf, shapeOf } from '#src/features/option/chart-shape.ts'
import { limitsOf, mostOf, problemOf, sumsOf } from '#src/features/option/stake-sums.ts'
import { statsOf } from '#src/features/option/stats.ts'
import { aRound } from '#tests/support/builders/round.ts'
import { aStake } from '#tests/support/builders/stake.ts'
import { expect, test } from 'vitest'

const coin = { name: 'USDT', micro_min: '5', micro_max: '800', micro_trade_fee: '1', decimal_scale: 2 }
const period = { min_num: '10', max_num: '0', profit_ratio: '80' }

test('OPT-21 what is promised is what the venue pays, to the last digit', () => {
  for (const number of ['10', '33.33', '0.01', '799.99']) {
    const sums = sumsOf(number, '80', coin)
    const fee = sums?.fee ?? 0n
    expect(sums?.back).toBe(payoutOf({ type: 'call', stake: parseDec(number), fee, ratio: parseDec('80') }, 'call'))
    expect(parseDec(number) + fee).toBe(sums?.pay)
  }
  expect(sumsOf('50', '80', coin)).toEqual({
    fee: parseDec('0.5'),
    pay: parseDec('50.5'),
    back: parseDec('90'),
    gain: parseDec('39.5'),
  })
  expect(sumsOf('', '80', coin)).toBeNull()
  expect(sumsOf('0', '80', coin)).toBeNull()
})
test.each([
  ['10', null, '100', 'period_required'],
  ['', period, '100', 'amount_required'],
  ['10.001', period, '100', 'amount_step'],
  ['9.99', period, '100', 'amount_below_min'],
  ['800.01', period, '1000', 'amount_above_max'],
  ['100', period, '100', 'insufficient_balance'],
] as const)('OPT-21 %s is refused before it leaves', (number, of, free, reason) =>
  expect(problemOf(number, of, coin, free)?.reason).toBe(reason),
)
test('OPT-21 the greater minimum and the lesser maximum hold; 0 is no maximum', () => {
  expect(limitsOf(period, coin)).toEqual({ min: '10', max: '800' })
  expect(limitsOf({ ...period, max_num: '500' }, coin)).toEqual({ min: '10', max: '500' })
  expect(limitsOf(period, { ...coin, micro_min: '20', micro_max: '0' })).toEqual({ min: '20', max: null })
})
test('OPT-21 the most leaves room for the fee and never exceeds the balance', () => {
  for (const free of ['0', '10', '99.99', '100', '777.77']) {
    const most = mostOf(free, null, coin)
    expect((sumsOf(most, '80', coin)?.pay ?? 0n) <= parseDec(free)).toBe(true)
  }
  expect(mostOf('5000', '800', coin)).toBe('800')
})
test('OPT-25 what was lost and paid is counted as plainly as what was won', () => {
  const end = { status: 'closed' } as const
  const stats = statsOf([
    aStake(1, 3, { ...end, profit_result: 'win', fact_profits: '40' }),
    aStake(2, 3, { ...end, profit_result: 'loss', fact_profits: '-50' }),
    aStake(3, 3, { ...end, profit_result: 'loss', fact_profits: '-50' }),
    aStake(4, 3, { ...end, profit_result: 'draw' }),
    aStake(5, 3, { ...end, void_reason: 'stale' }),
  ])
  expect(stats).toEqual({
    count: 5,
    won: 1,
    lost: 2,
    drawn: 1,
    given: 1,
    winShare: '33.33',
    net: '-62',
    staked: '200',
    fees: '2',
    breakEven: '56.12',
  })
  expect(statsOf([])).toMatchObject({ count: 0, winShare: null, breakEven: null, net: '0' })
})
test('OPT-25 a result stands beside the last settled price before it; a void round has none', () => {
  const rounds = [
    aRound(1, 'settled', { delivery_price: '100.00' }),
    aRound(2, 'settled', { delivery_price: '99.50' }),
    aRound(3, 'void'),
    aRound(4, 'settled', { delivery_price: '99.50' }),
    aRound(5, 'settled', { delivery_price: '1000.00' }),
    aRound(6, 'open'),
  ]
  expect(resultsOf(rounds).map(({ no, way }) => [no, way])).toEqual([
    [1, 'unknown'],
    [2, 'fall'],
    [3, 'void'],
    [4, 'flat'],
    [5, 'rise'],
  ])
  expect(resultsOf(Array.from({ length: 13 }, (_, at) => aRound(at + 1, 'settled')))).toHaveLength(10)
})
test('OPT-20 the drawing stays in its frame, ends at the close, and marks an entry at the tick that bears its price', () => {
  const round = aRound(5, 'open')
  const rounds = [aRound(3, 'settled'), aRound(4, 'settled', { delivery_price: '101.00' }), round]
  const ticks = [
    [241_000, '102.00'],
    [250_400, '100.00'],
    [260_000, '103.00'],
    [310_000, '500.00'],
  ].map(([at, price]) => ({ at: Number(at), price: String(price) }))
  const shape = shapeOf(round, rounds, ticks, [aStake(1, 2), aStake(2, 2, { round_no: 6 })])
  expect(shape?.lines.flat().every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1)).toBe(true)
  expect(shape?.last?.price).toBe('103.00')
  expect(shape?.entries.map(({ id, x }) => [id, Math.round(x * 75)])).toEqual([[1, 25]])
  expect(shapeOf(round, [round], [], [])).toBeNull()
})
test('OPT-20 entries at one price have one tag, and no tag lies over another', () => {
  const round = aRound(5, 'open')
  const ticks = [
    { at: 245_000, price: '90.00' },
    { at: 250_400, price: '100.00' },
  ]
  const stakes = [
    aStake(1, 2),
    aStake(2, 2, { type: 'put' }),
    aStake(3, 2, { type: 'put' }),
    aStake(4, 2, { type: 'even', open_price: '99.99' }),
  ]
  const { tags = [], entries = [] } = shapeOf(round, [round], ticks, stakes) ?? {}
  expect(entries).toHaveLength(4)
  expect(tags.map(({ price, types }) => [price, types])).toEqual([
    ['100.00', ['call', 'put']],
    ['99.99', ['even']],
  ])
  const [above, below] = tags.map(({ y }) => y)
  expect((below ?? 0) - (above ?? 0)).toBeCloseTo(0.11)
})
test('OPT-33 the drawing has the locked part and the seconds of the mean at their true instants, and the recorded price once there is one', () => {
  const round = aRound(5, 'open')
  const ticks = [240_000, 250_000, 292_000, 293_000, 294_000].map((at) => ({ at, price: `${at / 1000 - 200}.00` }))
  const at = (x: number | undefined) => Math.round(225 + (x ?? 0) * 75)
  const early = shapeOf(round, [round], ticks.slice(0, 2), [])
  expect([early?.lockX, early?.meanX, early?.closeX].map(at)).toEqual([280, 290, 300])
  expect(early?.mean).toBeNull()
  expect(shapeOf(round, [round], ticks, [])?.mean).toMatchObject({ price: '93.00', from: early?.meanX })
  expect(shapeOf(aRound(5, 'settled', { delivery_price: '92.50' }), [round], ticks, [])?.mean?.price).toBe('92.50')
})
test('OPT-30 no line is drawn where no tick came: there the drawing has a hole, from the last known point to the next', () => {
  const round = aRound(5, 'open')
  const ticks = [240_000, 241_000, 242_000, 260_000, 261_000].map((at, each) => ({ at, price: `${100 + each}.00` }))
  const shape = shapeOf(round, [aRound(4, 'settled', { delivery_price: '99.00', close_ms: 236_000 }), round], ticks, [])
  const at = (x: number) => Math.round(225 + x * 75)
  expect(shape?.lines.map((line) => line.map(({ x }) => at(x)))).toEqual([[236], [240, 241, 242], [260, 261]])
  expect(shape?.holes.map(({ from, to }) => [at(from.x), at(to.x)])).toEqual([
    [236, 240],
    [242, 260],
  ])
})
