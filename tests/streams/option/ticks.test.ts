import { aPriceRow } from '#tests/support/builders/price-row.ts'
import type { PriceRow } from '#contract/market/market.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import { ticks$, type IndexTick } from '#streams/option/ticks.ts'
import { from, NEVER, of, Subject } from 'rxjs'
import { expect, test } from 'vitest'

const row = (at_ms: number, index: string): PriceRow => aPriceRow(index, { tick: `t${at_ms}`, at_ms, as_of_ms: at_ms })
const pricesOf = (...rows: readonly PriceRow[]): Live<PriceRow>[] =>
  rows.map((value) => ({ value, freshness: 'live' as const, ageMs: 0 }))
const words = (ticks: readonly IndexTick[]) => ticks.map(({ at, price }) => `${at} ${price}`)

test('OPT-20 index ticks are stored once each and never go back in time', () => {
  const seen: string[][] = []
  ticks$(
    from([loading, ...pricesOf(row(1, '10'), row(1, '10'), row(3, '11'), row(2, '9'), row(4, '12'))]),
    () => NEVER,
  ).subscribe((ticks) => seen.push(words(ticks)))
  expect(seen.at(-1)).toEqual(['1 10', '3 11', '4 12'])
})
test('OPT-30 what was before the first tick and between two distant ones is asked for once, and put in its place', () => {
  const prices$ = new Subject<Live<PriceRow>>()
  const pasts = [
    [
      { at: 100, price: '8' },
      { at: 900, price: '9' },
    ],
    [
      { at: 900, price: '9' },
      { at: 6000, price: '12' },
    ],
  ]
  const asked: number[] = []
  let seen: string[] = []
  ticks$(prices$, () => {
    asked.push(asked.length)
    return of(pasts[asked.length - 1] ?? [])
  }).subscribe((ticks) => (seen = words(ticks)))
  for (const each of pricesOf(row(1000, '10'), row(3000, '11'))) prices$.next(each)
  expect([asked.length, seen]).toEqual([1, ['100 8', '900 9', '1000 10', '3000 11']])
  for (const each of pricesOf(row(9000, '13'), row(10_000, '14'))) prices$.next(each)
  expect([asked.length, seen]).toEqual([2, ['100 8', '900 9', '1000 10', '3000 11', '6000 12', '9000 13', '10000 14']])
})
