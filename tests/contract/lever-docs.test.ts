import { leverSide } from '#contract/lever/lever-position.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { entryPrice } from '#tests/support/entry-price.ts'
import {
  equityOf,
  hazardRate,
  liquidationPrice,
  openingOf,
  profitOf,
  returnOf,
  shareOf,
} from '#contract/lever/lever-risk.ts'
import { textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

/** The rows of the table under a heading, by the names of its columns. */
function tableOf(heading: string): Readonly<Record<string, string>>[] {
  const part = textOf('docs/lever.md').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const [head = [], , ...rows] = part
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}
const units = (row: Readonly<Record<string, string>>, name: string) => parseDec(row[name] ?? '')
const sideOf = ({ side }: Readonly<Record<string, string>>) => leverSide.def.out.parse(side)
/** Shown with so many decimals, cut toward zero. */
const cut = (value: bigint, decimals: number) => formatDec(value / 10n ** BigInt(8 - decimals), decimals)

test.each(tableOf('Opening'))('LEV-12 opening $side $lots lots at $mark', (row) => {
  const side = sideOf(row)
  const price = entryPrice(side, units(row, 'mark'), units(row, 'spread'))
  const opening = openingOf({
    side,
    price,
    lots: Number(row['lots']),
    lotSize: units(row, 'lot size'),
    multiple: Number(row['multiple']),
    fee: units(row, 'fee %'),
  })
  expect([price, opening.number, opening.value, opening.margin, opening.fee].map((value) => formatDec(value))).toEqual([
    row['price'],
    row['coins'],
    row['value'],
    row['margin'],
    row['fee'],
  ])
})
test.each(tableOf('Profit'))('LEV-12 profit $side from $price to $mark', (row) => {
  const profit = profitOf(sideOf(row), units(row, 'price'), units(row, 'mark'), units(row, 'coins'))
  expect([formatDec(profit), cut(returnOf(profit, units(row, 'margin')), 4)]).toEqual([row['profit'], row['per cent']])
})
test.each(tableOf('Risk'))('LEV-12 risk $side at $mark with $free free', (row) => {
  const leg = {
    pair: 1,
    side: sideOf(row),
    price: units(row, 'price'),
    number: units(row, 'coins'),
    margin: units(row, 'margin'),
    mark: units(row, 'mark'),
  }
  const account = { free: units(row, 'free'), legs: [leg] }
  const at = liquidationPrice(account, 1, units(row, 'burst %'), parseDec('0.01'))
  expect([formatDec(equityOf(account)), cut(hazardRate(account), 2), at === null ? 'none' : formatDec(at)]).toEqual([
    row['equity'],
    row['rate %'],
    row['liquidation'],
  ])
})
test.each(tableOf('Nights'))('LEV-12 a night of $coins at $price', (row) => {
  expect(formatDec(shareOf(units(row, 'price'), units(row, 'coins'), units(row, 'overnight %')))).toBe(row['a night'])
})
test('LEV-12 the page has its tables', () => {
  expect(['Opening', 'Profit', 'Risk', 'Nights'].map((heading) => tableOf(heading).length)).toEqual([5, 4, 5, 3])
})
