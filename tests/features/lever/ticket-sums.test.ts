import { aPriceRow } from '#tests/support/builders/price-row.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { RiskAccount } from '#contract/lever/lever-risk.ts'
import { noStop } from '#src/parts/lever/stops.ts'
import type { LeverTicket } from '#src/features/lever/ticket-sums.ts'
import { accountOf, entriesOf, netSum, standingOf, termsOf, viewOf } from '#src/parts/lever/account.ts'
import { seenMarket } from '#src/parts/lever/seen-market.ts'
import { respell, stopPrice, stopView } from '#src/parts/lever/stops.ts'
import { exitsOf, guardsOf, legFaults, problemsOf, riskOf, trailStart } from '#src/features/lever/ticket-guards.ts'
import { basisOf, heldOf, marketFor, mostLots, previewOf } from '#src/features/lever/ticket-sums.ts'
import { aPosition } from '#tests/support/builders/position.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { expect, test } from 'vitest'

const pair = aPair({ lever_share_num: '0.01', spread: '5', lever_trade_fee: '0.05', lever_max_share: 500 })
const terms = termsOf(pair)
const ticket: LeverTicket = {
  side: 'long',
  entry: 'market',
  lots: '1',
  multiple: '10',
  target: '',
  takeProfit: noStop,
  stopLoss: noStop,
  share: '100',
  more: [],
  trail: null,
  waits: null,
}
const empty: RiskAccount = { free: parseDec('1000'), legs: [] }
const burst = parseDec('50')
const known = (some: Partial<LeverTicket> = {}, account = empty) => ({
  ticket: { ...ticket, ...some },
  terms,
  market: seenMarket({ mark: '100000' }, null),
  account,
  burst,
})
const multiples = [5, 10, 20, 50, 100]
const reasonOf = (some: Partial<LeverTicket>, account = empty) =>
  problemsOf(known(some, account), multiples)[0]?.reason ?? null

test('LEV-21 the preview is the worked example of docs/lever.md, with the account before and after', () => {
  expect(previewOf(known())).toEqual({
    price: '100005',
    number: '0.01',
    value: '1000.05',
    margin: '100.005',
    fee: '0.500025',
    cost: '100.505025',
    liquidation: '5055.25',
    net: { side: 'long', number: '0.01' },
    freeAfter: '899.494975',
    rateBefore: null,
    rateAfter: '999.40000499',
    fill: { worst: null, isEnough: true, percent: '0.005', money: '0.05' },
  })
  expect(previewOf(known({ side: 'short', lots: '2' }))).toMatchObject({
    price: '99995',
    margin: '199.99',
    fee: '0.99995',
  })
})
test('LEV-21 a waiting entry costs its own price and is shown as it will stand when it opens', () => {
  const waiting = previewOf(known({ entry: 'limit', target: '90000' }))
  expect(waiting).toMatchObject({ price: '90000', value: '900', margin: '90', fee: '0.45', freeAfter: '909.55' })
  const open = accountOf([aPosition({ price: '100005', caution_money: '100.005' })], null, '1000', 3)
  expect(previewOf(known({ entry: 'limit', target: '90000' }, open)).liquidation).not.toBeNull()
})
test('LEV-21 without a mark or a size nothing is promised', () => {
  expect(previewOf({ ...known(), market: null })).toMatchObject({ price: null, margin: null, cost: null })
  expect(previewOf(known({ lots: '' }))).toMatchObject({ price: '100005', margin: null, freeAfter: null })
})
test('LEV-21 profit and percent run with the mark; the account is told with them', () => {
  const position = aPosition({ price: '100005', origin_caution_money: '100.005', caution_money: '100.005' })
  const marks = new Map([['BTC-USDT', aPriceRow('101000')]])
  expect(standingOf(position, marks)).toEqual({ mark: '101000', gross: '9.95', profit: '9.65', percent: '9.64951752' })
  expect(standingOf(aPosition({ update_price: '60100' }), null)).toMatchObject({
    mark: '60100',
    gross: '1',
    profit: '0.7',
  })
  expect(standingOf(aPosition({ status: 'closed', fact_profits: '-6', update_price: '59400' }), marks)).toEqual({
    mark: '59400',
    gross: '-6',
    profit: '-6.3',
    percent: '-10.5',
  })
  const positions = [position, aPosition({ id: 2, status: 'pending' }), aPosition({ id: 3, legal: 9 })]
  const account = accountOf(positions, marks, '800', 3)
  expect(
    viewOf(account, { warn: parseDec('80'), burst }, { profit: netSum(positions, marks, 3), entries: 0n }),
  ).toEqual({ free: '800', margin: '100.005', profit: '9.65', equity: '909.955', rate: '909.90950452', tenth: null })
})
test('EQ-1 a pending entry changes equity by nothing: what left the free balance is what the entry holds', () => {
  const rates = { warn: parseDec('80'), burst }
  const waiting = aPosition({ id: 2, status: 'pending', caution_money: '191.04', trade_fee: '1.92' })
  const equity = (positions: Parameters<typeof accountOf>[0], free: string) =>
    viewOf(accountOf(positions, null, free, 3), rates, { profit: 0n, entries: entriesOf(positions, 3) }).equity
  expect([equity([], '995.09'), equity([waiting], '802.13')]).toEqual(['995.09', '995.09'])
})
test('LEV-22 price, percent and profit of a stop are one thing', () => {
  const basis = basisOf(known())
  const view = { price: '101055.06', percent: '10.00007499', profit: '10.000575' }
  expect(stopView({ by: 'percent', text: '10' }, 'takeProfit', basis)).toEqual(view)
  expect(stopView({ by: 'profit', text: '10.0005' }, 'takeProfit', basis)).toEqual(view)
  expect(stopView({ by: 'price', text: '101055.06' }, 'takeProfit', basis)).toEqual(view)
  expect(stopView({ by: 'percent', text: '10' }, 'stopLoss', basis)).toEqual({
    price: '99054.96',
    percent: '-9.99992501',
    profit: '-10.000425',
  })
  expect(stopView({ by: 'profit', text: '10' }, 'stopLoss', basisOf(known({ side: 'short' })))).toMatchObject({
    price: '100945.00',
    profit: '-9.999975',
  })
})
test.each(['takeProfit', 'stopLoss'] as const)(
  'LEV-22 %s: switching the spelling keeps the price, for both sides',
  (kind) => {
    for (const side of ['long', 'short'] as const) {
      const basis = basisOf(known({ side, lots: '7' }))
      const first = { by: 'percent', text: '12.34' } as const
      const price = stopPrice(first, kind, basis)
      const asPrice = respell(first, 'price', kind, basis)
      expect(parseDec(asPrice.text)).toBe(parseDec(price))
      expect(stopPrice(respell(asPrice, 'profit', kind, basis), kind, basis)).toBe(price)
      expect(respell(asPrice, 'percent', kind, basis).text).toMatch(/^12\.3[345]$/)
    }
  },
)
test('LEV-22 nothing typed is no stop; a loss of more than there is has no price', () => {
  expect(stopPrice(noStop, 'stopLoss', basisOf(known()))).toBe('')
  expect(stopPrice({ by: 'percent', text: '2000' }, 'stopLoss', basisOf(known()))).toBe('')
  expect(respell({ by: 'price', text: '' }, 'profit', 'stopLoss', null)).toEqual({ by: 'profit', text: '' })
})
test('LEV-23 what the venue would refuse is said before', () => {
  expect(reasonOf({})).toBeNull()
  expect(reasonOf({ lots: '' })).toBe('lots_required')
  expect(reasonOf({ lots: '501' })).toBe('lots_out_of_range')
  expect(reasonOf({ multiple: '7' })).toBe('multiple_unknown')
  expect(reasonOf({ entry: 'limit' })).toBe('price_required')
  expect(reasonOf({ entry: 'limit', target: '99000.123' })).toBe('price_step')
  expect(reasonOf({ entry: 'limit', target: '100001' })).toBe('limit_wrong_side')
  expect(reasonOf({ entry: 'limit', target: '99999', side: 'short' })).toBe('limit_wrong_side')
  expect(reasonOf({ takeProfit: { by: 'price', text: '100000' } })).toBe('lever:stopFaults.takeProfitAbove')
  expect(reasonOf({ stopLoss: { by: 'price', text: '100002' } })).toBe('lever:stopFaults.stopLossBelow')
  expect(reasonOf({ stopLoss: { by: 'percent', text: '2000' } })).toBe('lever:stopFaults.stopLossBeyond')
  expect(reasonOf({ takeProfit: { by: 'percent', text: '10' }, stopLoss: { by: 'profit', text: '10' } })).toBeNull()
  expect(reasonOf({ lots: '10' })).toBe('insufficient_balance')
})
test('LEV-23 an opening that would burst at once is refused as money missing', () => {
  const deep = accountOf(
    [aPosition({ price: '190000', caution_money: '500', number: '0.01' })],
    new Map([['BTC-USDT', aPriceRow('100000')]]),
    '600',
    3,
  )
  expect(reasonOf({ lots: '5' }, deep)).toBe('insufficient_balance')
})
test('LEV-23 "max" is what the money covers, fee and all, and not one lot more', () => {
  const most = mostLots(known())
  expect(most).toBe(9)
  expect([reasonOf({ lots: String(most) }), reasonOf({ lots: String(most + 1) })]).toEqual([
    null,
    'insufficient_balance',
  ])
  expect(mostLots(known({}, { free: 0n, legs: [] }))).toBe(0)
})
test('LEV-23 each stop is judged by itself, and told the price it has to keep to', () => {
  const both = known({ takeProfit: { by: 'price', text: '90000' }, stopLoss: { by: 'price', text: '150000' } })
  expect(problemsOf(both, multiples)).toEqual([
    { field: 'takeProfit', reason: 'lever:stopFaults.takeProfitAbove', params: { price: '100000' } },
    { field: 'stopLoss', reason: 'lever:stopFaults.stopLossBelow', params: { price: '100000' } },
  ])
  const short = known({
    side: 'short',
    takeProfit: { by: 'price', text: '150000' },
    stopLoss: { by: 'price', text: '90000' },
  })
  expect(problemsOf(short, multiples).map(({ reason, params }) => [reason, params])).toEqual([
    ['lever:stopFaults.takeProfitBelow', { price: '100000' }],
    ['lever:stopFaults.stopLossAbove', { price: '100000' }],
  ])
  expect(reasonOf({ stopLoss: { by: 'price', text: '?1,5' } })).toBe('ui:number.malformed')
  expect(reasonOf({ takeProfit: { by: 'profit', text: '9'.repeat(18) } })).toBe('lever:stopFaults.takeProfitBeyond')
})
test('LEV-40 the liquidation price comes with what the account then has in this pair, which may be the other side', () => {
  const mark = new Map([['BTC-USDT', aPriceRow('100000')]])
  const long = accountOf([aPosition({ price: '100000', number: '0.05', caution_money: '500' })], mark, '1000', 3)
  const after = previewOf(known({ side: 'short', lots: '1' }, long))
  expect(after.net).toEqual({ side: 'long', number: '0.04' })
  expect(Number(after.liquidation)).toBeLessThan(100_000)
  expect(previewOf(known({ side: 'short', lots: '5' }, long)).net).toEqual({ side: 'even', number: '0' })
  expect(previewOf(known({ side: 'short', lots: '6' }, long)).net).toEqual({ side: 'short', number: '0.01' })
})

const target = (text: string, share: string) => ({ input: { by: 'price' as const, text }, share })
test('the first target of all lots and the stop go as older clients know them, all others as legs of so many lots', () => {
  const laddered = known({
    lots: '10',
    takeProfit: { by: 'price', text: '101000' },
    share: '25',
    more: [target('102000', '50'), target('103000', '100')],
    stopLoss: { by: 'price', text: '98000' },
  })
  expect(guardsOf(laddered)).toEqual({
    take: '103000',
    stop: '98000',
    legs: [
      { role: 'profit', trigger_price: '101000', share: 2 },
      { role: 'profit', trigger_price: '102000', share: 5 },
    ],
  })
  expect(guardsOf(known({ trail: '1.5' })).legs).toEqual([{ role: 'stop', trail: { by: 'percent', distance: '1.5' } }])
  expect(exitsOf(laddered).map(({ guard, lots }) => [guard, lots])).toEqual([
    [0, 2],
    [1, 5],
    [2, 3],
    ['loss', 10],
  ])
})
test('targets that close more than there is, one on the wrong side, and a distance that is too small are told at their fields', () => {
  const over = known({ takeProfit: { by: 'price', text: '101000' }, share: '50', more: [target('102000', '50')] })
  expect(legFaults(over)).toMatchObject({ take2: { reason: 'legs_over' } })
  expect(legFaults(known({ lots: '10', more: [target('102000', '50'), target('90000', '25')] }))).toMatchObject({
    take3: { reason: 'lever:stopFaults.takeProfitAbove' },
  })
  expect(legFaults(known({ trail: '0.05' }))).toEqual({
    trail: { reason: 'distance_range', params: { min: '0.1', max: '30' } },
  })
})
test('a trailing stop begins behind the price of the opening; where liquidation comes first that is told', () => {
  expect(trailStart(known({ trail: '1' }))).toBe(parseDec('99000'))
  expect(trailStart(known({ trail: '1', side: 'short' }))).toBe(parseDec('101000'))
  const rich = { free: parseDec('110'), legs: [] }
  expect(riskOf(known({ trail: '30', multiple: '10' }, rich), null).isStopBeyond).toBe(true)
  expect(riskOf(known({ trail: '1', multiple: '10' }, rich), null).isStopBeyond).toBe(false)
})
test('what waits for a price is reckoned in the market of then: its fill, its stops, and what is set aside at the worst', () => {
  const waits = { source: 'mark' as const, price: '110000' }
  const waiting = (some: Partial<LeverTicket> = {}) => {
    const plain = known({ waits, ...some })
    return { ...plain, market: marketFor(plain.ticket, plain.market), current: '100000' }
  }
  expect(previewOf(waiting()).price).toBe('110005')
  // 0.01 at 110,000 and half a percent and the spread: a tenth of it, and the fee.
  expect(heldOf(waiting())).toBe(parseDec('111.107775'))
  expect(problemsOf(waiting({ stopLoss: { by: 'price', text: '105000' } }), multiples)).toEqual([])
  expect(problemsOf(waiting({ waits: { ...waits, price: '' } }), multiples)[0]).toMatchObject({
    field: 'trigger',
    reason: 'trigger_required',
  })
  expect(problemsOf(waiting({ waits: { ...waits, price: '100000' } }), multiples)[0]?.reason).toBe('trigger_beyond')
  // With a limit beyond its trigger it fills at once when it is placed.
  expect(problemsOf(waiting({ entry: 'limit', target: '111000' }), multiples)).toEqual([])
})
