import type { PriceRow } from '#contract/market.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import { ticks$ } from '#streams/option/ticks.ts'
import { from } from 'rxjs'
import { expect, test } from 'vitest'

test('OPT-20 index ticks are stored once each and never go back in time', () => {
  const row = (at_ms: number, index: string) => ({ m: 'BTC-USDT', match_id: 1, tick: `t${at_ms}`, index, mark: index, sources: 1, at_ms, as_of_ms: at_ms, stale: false })
  const rows = [row(1, '10'), row(1, '10'), row(3, '11'), row(2, '9'), row(4, '12')]
  const prices: Live<PriceRow>[] = rows.map((value) => ({ value, freshness: 'live', ageMs: 0 }))
  const seen: unknown[] = []
  ticks$(from([loading, ...prices])).subscribe((ticks) => seen.push(ticks.map(({ at, price }) => `${at} ${price}`)))
  expect(seen.at(-1)).toEqual(['1 10', '3 11', '4 12'])
})
