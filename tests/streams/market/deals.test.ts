import type { ChannelEvent } from '#streams/kit/cursor.ts'
import { addDeals, dealUpdates$ } from '#streams/market/deals.ts'
import { marbles } from '#tests/support/marbles.ts'
import { aDeal } from '#tests/support/builders/deal.ts'
import type { Deal } from '#contract/market/market.ts'
import { seededRandom } from '#server/core/random.ts'
import { expect, test } from 'vitest'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const [a, b, c] = [aDeal({ id: 'a', at_ms: 1 }), aDeal({ id: 'b', at_ms: 2 }), aDeal({ id: 'c', at_ms: 3 })]

test('RT-7 a snapshot, then newer trades before it, each once, from push or poll', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }) => {
    const events$ = hot<ChannelEvent>('s-d', {
      s: { type: 'snap', seq: 1, data: { deals: [b, a] } },
      d: { type: 'delta', seq: 2, data: { deals: [c, b] } },
    })
    const polls$ = hot('     -p', { p: [c, b] })
    const value = (...deals: unknown[]) => ({ type: 'value', value: { market: 'BTC-USDT', deals } })
    expectObservable(dealUpdates$('BTC-USDT', events$, polls$)).toBe('xyy', { x: value(b, a), y: value(c, b, a) })
  })
  expect(actual).toEqual(expected)
})
test('RT-7 a new snapshot replaces the list', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }) => {
    const events$ = hot<ChannelEvent>('swt', {
      s: { type: 'snap', seq: 1, data: { deals: [a] } },
      w: { type: 'away' },
      t: { type: 'snap', seq: 9, data: { deals: [c] } },
    })
    const value = (...deals: unknown[]) => ({ type: 'value', value: { market: 'BTC-USDT', deals } })
    expectObservable(dealUpdates$('BTC-USDT', events$, hot('-'))).toBe('xwy', {
      x: value(a),
      w: { type: 'away' },
      y: value(c),
    })
  })
  expect(actual).toEqual(expected)
})
test(`RT-7 trades out of order are put in order, each once, like by a plain sort (seed ${seed})`, () => {
  const { int } = seededRandom(seed)
  let held: readonly Deal[] = []
  for (let n = 0; n < 300; n += 1) {
    const some = Array.from({ length: int(4) }, () =>
      aDeal({ id: `d${int(400)}`, at_ms: n * 2 - int(int(2) * 9 + 1) }),
    ).toSorted((x, y) => y.at_ms - x.at_ms)
    const known = held.map(({ id }) => id)
    const plain = [...some.filter(({ id }) => !known.includes(id)), ...held]
      .toSorted((x, y) => y.at_ms - x.at_ms)
      .slice(0, 60)
    held = addDeals(held, some)
    expect(held).toEqual(plain)
  }
})
test('RT-20 at most sixty trades are stored', () => {
  const many = Array.from({ length: 500 }, (_, at) => aDeal({ id: `d${at}`, at_ms: at }))
  const held = many.reduce<ReturnType<typeof addDeals>>((some, deal) => addDeals(some, [deal]), [])
  expect(held.map(({ id }) => id)).toEqual(
    many
      .slice(-60)
      .toReversed()
      .map(({ id }) => id),
  )
})
