import { logTypes } from '#contract/wire/booking.ts'
import { parseDec } from '#contract/wire/money.ts'
import { coinCosts, pnlDays } from '#server/features/assets/pnl.ts'
import type { LogRow } from '#server/core/rows.ts'
import { usdt, walletVenue } from '#tests/server/features/wallet-venue.ts'
import { expect, test } from 'vitest'

const btc = 1
const dayMs = 86_400_000
const startMs = Date.UTC(2026, 0, 5)
type Line = readonly [day: number, seq: number, asset: number, type: number, value: string, kind?: LogRow['kind']]
/** The account log of some bookings, with running balances. */
const logOf = (lines: readonly Line[]): LogRow[] => {
  const cells = new Map<string, bigint>()
  return lines.map(([day, seq, asset, type, value, kind = 'change'], at) => {
    const before = cells.get(`${asset}|${kind}`) ?? 0n
    const after = before + parseDec(value.replace('-', '')) * (value.startsWith('-') ? -1n : 1n)
    cells.set(`${asset}|${kind}`, after)
    return { id: at + 1, user: 7, asset, kind, type, value: String(after - before), before: String(before), after: String(after), info: '', from: null, at: startMs + day * dayMs + at, seq }
  })
}
const btcPrices = ['100', '110', '90', '120']
const priceAt = (asset: number, day: number) => (asset === usdt ? parseDec('1') : parseDec(btcPrices[Math.min(day - startMs / dayMs, 3)] ?? '0'))
const nowMs = startMs + 3 * dayMs + 1000

const story = logOf([
  [0, 1, usdt, logTypes.deposit, '1000'],
  [0, 2, usdt, logTypes.spotGiven, '-200'], [0, 2, btc, logTypes.spotReceived, '2'],
  [0, 3, usdt, logTypes.transferOut, '-100'], [0, 3, usdt, logTypes.transferIn, '100', 'lever'],
  [1, 4, btc, logTypes.giftIn, '1'],
  [2, 5, btc, logTypes.spotGiven, '-1'], [2, 5, usdt, logTypes.spotReceived, '90'],
  [2, 6, usdt, logTypes.withdrawPassed, '-50'], [3, 7, usdt, logTypes.leverFee, '-5', 'lever'],
])
test('PNL-1 each day by hand: a deposit is no profit, a gift counts at its price, a withdrawal is no loss, a fee is', () => {
  expect(pnlDays({ rows: story, priceAt, nowMs })).toEqual([
    { day: '2026-01-05', worth: '1000', flow: '1000', pnl: '0' },
    { day: '2026-01-06', worth: '1130', flow: '110', pnl: '20' },
    { day: '2026-01-07', worth: '1020', flow: '-50', pnl: '-60' },
    { day: '2026-01-08', worth: '1075', flow: '0', pnl: '55' },
  ])
  expect(pnlDays({ rows: [], priceAt, nowMs })).toEqual([])
})
test('PNL-1 profits and flows together are the difference of worth, whatever was booked', () => {
  const types = Object.values(logTypes)
  for (let seed = 1; seed <= 30; seed += 1) {
    let state = seed
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state % below
    }
    const lines: Line[] = Array.from({ length: 40 }, (_, at) => [Math.floor(at / 10), at + 1, next(2) === 0 ? usdt : btc, types[next(types.length)] ?? 9, `${next(3) === 0 ? '-' : ''}0.0${1 + next(9)}`])
    const rows = logOf([[0, 0, usdt, logTypes.deposit, '100'], [0, 0, btc, logTypes.deposit, '100'], ...lines])
    const days = pnlDays({ rows, priceAt, nowMs })
    const signed = (text: string) => (text.startsWith('-') ? -parseDec(text.slice(1)) : parseDec(text))
    expect(days.reduce((sum, { pnl, flow }) => sum + signed(pnl) + signed(flow), 0n)).toBe(parseDec(days.at(-1)?.worth ?? '0'))
  }
})
test('PNL-1 a log that begins in the middle rests on what was there before', () => {
  const days = pnlDays({ rows: story.slice(5), priceAt, nowMs })
  expect(days.map(({ day, pnl }) => [day, pnl])).toEqual([['2026-01-06', '0'], ['2026-01-07', '-60'], ['2026-01-08', '55']])
})
test('PNL-2 two bought at 100 and one that came in at 110; the sale of one takes a third of the cost along', () => {
  expect(coinCosts({ rows: story, priceAt, nowMs })).toEqual([{ currency: btc, amount: '2', average: '103.33333333', cost: '206.66666666', pnl: '33.33333334' }])
  const sold = logOf([[0, 1, usdt, logTypes.deposit, '100'], [0, 2, usdt, logTypes.spotGiven, '-100'], [0, 2, btc, logTypes.spotReceived, '1'], [1, 3, btc, logTypes.spotGiven, '-1'], [1, 3, usdt, logTypes.spotReceived, '110']])
  expect(coinCosts({ rows: sold, priceAt, nowMs })).toEqual([])
})
test('PNL-1 over the wire: the gift of the venue is no profit, and an order that fills shows its fee', async () => {
  const { call, ben } = await walletVenue()
  const read = async (user?: number) => (await call('GET /api/wallet/pnl', {}, user)).message
  expect(await read()).toMatchObject({ days: [{ day: '2026-01-05', pnl: '0' }], is_partial: 0 })
  expect(await read(ben)).toMatchObject({ coins: [{ currency: btc, amount: '0.1', pnl: '0' }, { currency: 2, amount: '2' }] })
  expect((await call('GET /api/wallet/pnl', {}, 0)).type).toBe('999')
})
