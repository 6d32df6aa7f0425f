import { formatDec, parseDec } from '#contract/wire/money.ts'
import {
  mayOptionTransition,
  optionTransitions,
  roundRank,
  roundTransitions,
  type OptionOrder,
  type OptionType,
  type RoundPhase,
} from '#contract/option/option.ts'
import {
  deliveryOf,
  meanPrice,
  meanSeconds,
  optionFee,
  optionRule,
  outcomeOf,
  payoutOf,
  phaseAt,
  receiptText,
  recompute,
  resultOf,
  sealed,
  thinned,
  winOf,
  type Tick,
} from '#contract/option/option-outcome.ts'
import { sha256 } from '#contract/wire/sha256.ts'
import { seededRandom } from '#server/core/random.ts'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

const types = ['call', 'put', 'even'] as const satisfies readonly OptionType[]
const minute = { open_ms: 60_000, lock_ms: 100_000, close_ms: 120_000 }
/** A tick in the middle of each second of the minute, but those left out. */
const ticksOf = (left: readonly number[] = [], price = '100.00'): Tick[] =>
  Array.from({ length: 60 }, (_, n) => n)
    .filter((n) => !left.includes(n))
    .map((n) => ({ at: minute.open_ms + n * 1000 + 500, price, id: `t${n}` }))

test('O4 higher is call, lower is put, the same is even, at the scale of the market', () => {
  expect(outcomeOf('100.00', '100.01', 2)).toBe('call')
  expect(outcomeOf('100.01', '100.00', 2)).toBe('put')
  expect(outcomeOf('100.00', '100', 2)).toBe('even')
  expect(outcomeOf('9.99', '10.00', 2)).toBe('call')
  expect(outcomeOf('100.001', '100.009', 2)).toBe('even')
  expect(outcomeOf('100.001', '100.009', 3)).toBe('call')
})
test('O4 each type wins by one outcome; an even end is a draw for call and put, and even loses otherwise', () => {
  const table = (['call', 'put', 'even', 'void'] as const).map((outcome) =>
    types.map((type) => resultOf(type, outcome)),
  )
  expect(table).toEqual([
    ['win', 'loss', 'loss'],
    ['loss', 'win', 'loss'],
    ['draw', 'draw', 'win'],
    [null, null, null],
  ])
})
test('O5 win pays stake and yield, draw the stake, loss nothing, void also the fee', () => {
  const staked = {
    type: 'call',
    stake: parseDec('33.33333333'),
    fee: parseDec('0.5'),
    ratio: parseDec('82.5'),
  } as const
  expect(formatDec(payoutOf(staked, 'call'))).toBe('60.83333332')
  expect(formatDec(payoutOf(staked, 'even'))).toBe('33.33333333')
  expect(payoutOf(staked, 'put')).toBe(0n)
  expect(formatDec(payoutOf(staked, 'void'))).toBe('33.83333333')
})
test('L10 a win is cut, a fee is rounded up, by less than one unit, for any stake', () => {
  const seed = 71
  const { int } = seededRandom(seed)
  for (let n = 0; n < 5000; n += 1) {
    const stake = BigInt(int(2 ** 31)) * 7919n + 1n
    const ratio = BigInt(int(2 ** 31))
    const exact = stake * ratio
    const won = winOf(stake, ratio) * 10_000_000_000n
    expect(exact - won >= 0n && exact - won < 10_000_000_000n, `seed ${seed}, step ${n}`).toBe(true)
    const fee = optionFee(stake, ratio) * 10_000_000_000n
    expect(fee - exact >= 0n && fee - exact < 10_000_000_000n, `seed ${seed}, step ${n}`).toBe(true)
  }
})

test('O1 a round goes through its phases by the clock: each instant has one, and the next opens as this one closes', () => {
  expect([59_999, 60_000, 99_999, 100_000, 119_999, 120_000].map((at) => phaseAt(at, minute))).toEqual([
    'scheduled',
    'open',
    'open',
    'locked',
    'locked',
    'settling',
  ])
})
test('O1 the phases only go forward', () => {
  for (const { from, to } of Object.values<{ from: readonly RoundPhase[]; to: RoundPhase }>(roundTransitions))
    for (const phase of from) expect(roundRank[to]).toBeGreaterThan(roundRank[phase])
})
test('O6 no step leads out of a closed order', () => {
  expect((['fix', 'close', 'settle', 'void'] as const).map((step) => mayOptionTransition(step, 'closed'))).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(optionTransitions.settle.to).toBe('closed')
})

test('O3 O10 the trimmed mean of the last ten seconds delivers; a tick after the close has no part in it', () => {
  const late = { at: minute.close_ms + 1, price: '200.00', id: 'late' }
  const exact = { at: minute.close_ms, price: '150.00', id: 'exact' }
  expect(deliveryOf([...ticksOf(), late], minute)).toMatchObject({
    delivery: { price: '100.00', tick_id: 't59', at_ms: 119_500 },
    coverage: '100',
    void_reason: null,
  })
  // One of ten values is 150: a spike at the very end is among the fifth that does not count.
  expect(deliveryOf([...ticksOf(), exact, late], minute).delivery).toEqual({
    price: '100.00',
    tick_id: 'exact',
    at_ms: 120_000,
  })
  expect(meanPrice(['1.00', '2.00', '3.00', '4.00', '90.00'])).toBe('3.00')
  expect(meanPrice(['1.00', '2.00', '3.00', '4.00', '90.00'], 'rounds-2')).toBe('20.00')
})
test('O3 the tick of the opening belongs to the round before', () => {
  expect(deliveryOf([{ at: minute.open_ms, price: '1.00', id: 'old' }], minute)).toMatchObject({
    delivery: null,
    void_reason: 'stale',
    coverage: '0',
  })
})
test('O3 at least 95 % of the seconds must have a tick', () => {
  expect(deliveryOf(ticksOf([3, 20, 41]), minute)).toMatchObject({ coverage: '95', void_reason: null })
  expect(deliveryOf(ticksOf([3, 20, 41, 42]), minute)).toMatchObject({ coverage: '93.33', void_reason: 'gap' })
})
test('O3 the last tick may be two seconds old, no more', () => {
  const upTo = (at: number) => [...ticksOf([57, 58, 59]), { at, price: '100.00', id: 'last' }]
  expect(deliveryOf(upTo(minute.close_ms - 2000), minute).void_reason).toBeNull()
  expect(deliveryOf(upTo(minute.close_ms - 2001), minute).void_reason).toBe('stale')
})
test('O10 a hole of more than two seconds in the window makes the round void; the mean is rounded half up to the tick', () => {
  const from = (price: (n: number) => string) => ticksOf().map((tick, n) => ({ ...tick, price: price(n) }))
  expect(
    deliveryOf(
      from((n) => (n < 55 ? '100.00' : '100.01')),
      minute,
    ).delivery?.price,
  ).toBe('100.01')
  expect(
    deliveryOf(
      from((n) => (n < 56 ? '100.00' : '100.01')),
      minute,
    ).delivery?.price,
  ).toBe('100.00')
  expect(deliveryOf([...ticksOf([52, 53, 59]), { at: 119_500, price: '101.00', id: 'last' }], minute)).toMatchObject({
    void_reason: 'gap',
    values: [],
    delivery: { price: '101.00', tick_id: 'last' },
  })
  expect(deliveryOf(ticksOf([52]), minute)).toMatchObject({ void_reason: null })
  expect([60, 120, 300, 3600].map(meanSeconds)).toEqual([10, 20, 50, 60])
})
const order = (type: OptionType, entry: string, delivery: string): OptionOrder => {
  const outcome = outcomeOf(entry, delivery, 2)
  const staked = { type, stake: parseDec('10'), fee: parseDec('0.1'), ratio: parseDec('80') }
  const from = { price: entry, tick_id: 'a-1', at_ms: 61_000 }
  const to = { price: delivery, tick_id: 'a-9', at_ms: 119_900 }
  const values = Array.from({ length: 10 }, (_, n): [number, string, string] => [
    110_900 + n * 1000,
    delivery,
    `a-${n}`,
  ])
  const receipt = sealed({
    order_id: 7,
    round_id: 'BTC-USDT_60_2',
    round_no: 2,
    source: 'index',
    scale: 2,
    entry: from,
    delivery: to,
    coverage: '100',
    rule: optionRule,
    outcome,
    payout: formatDec(payoutOf(staked, outcome)),
    values,
  })
  return {
    id: 7,
    show_micro_id: 7,
    user_id: 1,
    match_id: 1,
    symbol_name: 'BTC/USDT',
    currency_id: 3,
    currency_name: 'USDT',
    type,
    type_name: type,
    seconds: 60,
    number: '10',
    fee: '0.1',
    profit_ratio: '80',
    open_price: entry,
    end_price: delivery,
    round_id: 'BTC-USDT_60_2',
    round_no: 2,
    close_ms: 120_000,
    handled_at: '1970-01-01 00:02:00',
    remain_milli_seconds: 0,
    status: 'closed',
    status_name: 'closed',
    profit_result: resultOf(type, outcome),
    profit_result_name: '',
    fact_profits: '0',
    void_reason: null,
    created_at: '1970-01-01 00:01:00',
    updated_at: '1970-01-01 00:02:00',
    complete_at: '1970-01-01 00:02:00',
    rev: 3,
    receipt: {
      ...receipt,
      path: [
        [61_000, entry, 'a-1'],
        [90_000, '99.00', 'a-5'],
        [119_900, delivery, 'a-9'],
      ],
    },
  }
}
test.each(types)('O4 anyone can work the receipt of a %s out again', (type) => {
  for (const end of ['100.01', '100.00', '99.99']) {
    const settled = order(type, '100.00', end)
    expect(recompute(settled)).toMatchObject({
      isRight: true,
      outcome: settled.receipt?.outcome,
      payout: settled.receipt?.payout,
      result: settled.profit_result,
    })
  }
})
test('O6 a receipt that was changed anywhere does not come out', () => {
  const whole = order('call', '100.00', '100.01')
  const { receipt } = whole
  if (!receipt?.entry || !receipt.delivery) throw new Error('no receipt')
  const { entry, delivery, path = [], values = [] } = receipt
  const bent: OptionOrder['receipt'][] = [
    { ...receipt, payout: '17.99' },
    { ...receipt, outcome: 'put' },
    { ...receipt, coverage: '99' },
    { ...receipt, round_no: 3 },
    { ...receipt, entry: { ...entry, price: '99.99' } },
    { ...receipt, entry: { ...entry, at_ms: 61_001 } },
    { ...receipt, delivery: { ...delivery, tick_id: 'a-8' } },
    { ...receipt, path: path.slice(1) },
    { ...receipt, path: path.slice(0, -1) },
    { ...receipt, path: path.toReversed() },
    { ...receipt, rule: 'rounds-0' },
    { ...receipt, values: values.slice(1) },
    sealed({
      ...receipt,
      values: values.map(([at, , id], n): [number, string, string] => [at, n > 4 ? '90.00' : '100.01', id]),
    }),
    sealed({ ...receipt, values: values.map(([at, price, id]): [number, string, string] => [at - 2500, price, id]) }),
    sealed({ ...receipt, values: [] }),
    { ...receipt, digest: receipt.digest.replace(/^./, 'x') },
  ]
  expect(bent.filter((each) => recompute({ ...whole, receipt: each })?.isRight !== false)).toEqual([])
  expect(recompute({ ...whole, number: '11' })?.agrees).toMatchObject({ payout: false, digest: true })
  expect(recompute({ ...whole, receipt: null })).toBeNull()
})
test('O3 a receipt whose path was not asked for is right, and so is one with two ticks of one millisecond', () => {
  const whole = order('call', '100.00', '100.01')
  if (!whole.receipt?.path) throw new Error('no path')
  const { path, ...short } = whole.receipt
  const [first, ...rest] = path
  if (!first) throw new Error('no entry')
  for (const receipt of [
    short,
    { ...short, path: [] },
    { ...short, path: [first, [first[0], '100.00', 'a-2'] satisfies [number, string, string], ...rest] },
  ])
    expect(recompute({ ...whole, receipt })).toMatchObject({ isRight: true, agrees: { path: true } })
})
test('O6 the digest is the SHA-256 that everybody knows', () => {
  for (const text of [
    '',
    'abc',
    'é漢字🙂',
    'x'.repeat(55),
    'x'.repeat(56),
    'x'.repeat(64),
    'x'.repeat(119),
    'y'.repeat(1000),
  ])
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
  const { receipt } = order('put', '1.00', '2.00')
  if (!receipt) throw new Error('no receipt')
  expect(receipt.digest).toBe(createHash('sha256').update(receiptText(receipt)).digest('hex'))
})
test('O3 a long path is thinned evenly and keeps its two ends', () => {
  const long = Array.from({ length: 1234 }, (_, n) => n)
  const short = thinned(long, 200)
  expect([short.length, short[0], short.at(-1), new Set(short).size]).toEqual([200, 0, 1233, 200])
  expect(thinned([1, 2, 3], 200)).toEqual([1, 2, 3])
})
