import { firstSort, keepSort, keptSort, sortedBy, turned } from '#src/features/assets/coin-sort.ts'
import { holdingsOf } from '#src/features/assets/holdings.ts'
import { aCell } from '#tests/support/builders/cell.ts'
import { beforeEach, expect, test } from 'vitest'

beforeEach(() => localStorage.clear())

const coin = (currency: number, currency_name: string, change_balance: string) =>
  aCell({ currency, currency_name, change_balance, usdt_price: '1' })
const rows = holdingsOf(
  [coin(1, 'BTC', '9'), coin(2, 'ETH', '10'), coin(3, 'USDT', '9'), coin(4, 'SOL', '0.5')],
  'change',
)
const changes: Readonly<Record<string, string>> = { BTC: '-1.20', ETH: '+0.30', SOL: '+12.00' }
const namesBy = (sort: typeof firstSort) =>
  sortedBy(rows, sort, (name) => changes[name] ?? null)
    .map(({ name }) => name)
    .join(' ')

test('ASSETS-12 coins are sorted as numbers and by name, equal ones as they were, what has no change last both ways', () => {
  expect(namesBy(firstSort)).toBe('ETH BTC USDT SOL')
  expect(namesBy({ by: 'value', isUp: true })).toBe('SOL BTC USDT ETH')
  expect([namesBy({ by: 'change', isUp: false }), namesBy({ by: 'change', isUp: true })]).toEqual([
    'SOL ETH BTC USDT',
    'BTC ETH SOL USDT',
  ])
  expect([namesBy({ by: 'name', isUp: true }), namesBy({ by: 'name', isUp: false })]).toEqual([
    'BTC ETH SOL USDT',
    'USDT SOL ETH BTC',
  ])
})
test('ASSETS-12 a second tap turns the order round; another column begins with its own first way', () => {
  expect(turned(firstSort, 'value')).toEqual({ by: 'value', isUp: true })
  expect([turned(firstSort, 'name'), turned({ by: 'name', isUp: true }, 'change')]).toEqual([
    { by: 'name', isUp: true },
    { by: 'change', isUp: false },
  ])
})
test('ASSETS-12 the order is kept on the device; one that cannot be read is the first again', () => {
  expect(keptSort()).toEqual(firstSort)
  keepSort({ by: 'change', isUp: true })
  expect(keptSort()).toEqual({ by: 'change', isUp: true })
  for (const broken of ['{"by":"price","isUp":true}', '{"by":"name"}', '[]', 'no']) {
    localStorage.setItem('kontor.coinSort', broken)
    expect([broken, keptSort()]).toEqual([broken, firstSort])
  }
})
