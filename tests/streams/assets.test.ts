import type { WalletList } from '#contract/assets/assets.ts'
import { balancesOf, markOlder, noCells, takeCells, takeList, totalsOf, type Balances } from '#streams/assets/assets.ts'
import { parseDec } from '#contract/wire/money.ts'
import { aCell } from '#tests/support/builders/cell.ts'
import type { Live } from '#streams/kit/live.ts'
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'

const usdt = (free: string, seq: number) =>
  aCell({ currency: 3, change_balance: free, lock_change_balance: '1', usdt_price: '1', seq })
const btc = (free: string, seq: number) =>
  aCell({ currency: 1, change_balance: free, lock_change_balance: '0.5', usdt_price: '100.5', seq })
const lever = aCell({ currency: 3, lever_balance: '7', lock_lever_balance: '0', usdt_price: '1', seq: 1 })
const wallet = (...balance: ReturnType<typeof aCell>[]) => ({ balance, totle: '0', usdt_totle: '0', CNY: '0' })
const aList = (seq: number, ...change: ReturnType<typeof aCell>[]): WalletList => ({
  legal_wallet: wallet(),
  change_wallet: wallet(...change),
  lever_wallet: wallet(lever),
  micro_wallet: wallet(),
  ExRate: '7',
  is_open_CTbi: 0,
  seq,
  server_now_ms: 0,
})

test('BAL-1 no balances before the first complete list, because a part would look like a loss', () => {
  expect(balancesOf(takeCells(noCells, [usdt('5', 2)], 2))).toBeNull()
})
test('BAL-1 cells received while the list was being read are newer and stay; older ones change nothing', () => {
  const early = takeCells(noCells, [usdt('5', 9)], 9)
  const listed = takeList(early, aList(8, btc('1', 4), usdt('50', 8)))
  const late = takeCells(listed, [btc('77', 3), usdt('6', 10)], 10)
  expect(balancesOf(late)).toEqual({
    seq: 10,
    cells: { legal: [], change: [btc('1', 4), usdt('6', 10)], lever: [lever], micro: [] },
  })
})
test('BAL-2 a list with the same seq brings newer prices', () => {
  const held = takeList(noCells, aList(8, usdt('5', 8)))
  const dearer = { ...usdt('5', 8), usdt_price: '2' }
  const newer = balancesOf(takeList(held, aList(8, dearer)))
  expect(newer && totalsOf(newer, () => 0n).change).toBe('12')
})
test('BAL-1 the same lists and bookings in any order give the same balances', () => {
  const list = aList(5, usdt('5', 5), btc('1', 4))
  const first = takeCells(takeList(takeCells(noCells, [btc('2', 6)], 6), list), [usdt('9', 7)], 7)
  const second = takeList(takeCells(takeCells(noCells, [usdt('9', 7)], 7), [btc('2', 6)], 6), list)
  expect(balancesOf(first)).toEqual(balancesOf(second))
})
test('PNL-7 the open result of contracts counts in its account, which is never worth less than nothing', () => {
  const own = balancesOf(takeList(noCells, aList(8, usdt('5', 8), btc('1', 4))))
  const totals = (gross: string) => own && totalsOf(own, (quote) => (quote === 3 ? parseDec(gross) : 0n))
  expect(totals('-2.5')).toEqual({ legal: '0', change: '156.75', lever: '4.5', micro: '0' })
  expect([totals('3')?.lever, totals('-7.01')?.lever]).toEqual(['10', '0'])
})

test('V1 a balance older than the last acknowledged step is marked until its booking is here; an older reply that comes late marks nothing', () => {
  const balances$ = new Subject<Live<Balances>>()
  const acked$ = new Subject<number>()
  const seen: string[] = []
  markOlder(balances$, acked$).subscribe(({ value, freshness }) => seen.push(`${value?.seq ?? '-'} ${freshness}`))
  const at = (seq: number, freshness: Live<Balances>['freshness'] = 'live') => {
    const value = balancesOf(takeList(noCells, aList(seq, usdt('5', seq))))
    balances$.next({ value, freshness, ageMs: 0 })
  }
  balances$.next({ value: null, freshness: 'loading', ageMs: null })
  at(4)
  acked$.next(4)
  acked$.next(7)
  at(5)
  at(7)
  acked$.next(6)
  acked$.next(9)
  at(7, 'stale')
  at(9)
  expect(seen).toEqual([
    '- loading',
    '4 live',
    '4 live',
    '4 syncing',
    '5 syncing',
    '7 live',
    '7 syncing',
    '7 stale',
    '9 live',
  ])
})
