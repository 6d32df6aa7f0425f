import { deals, depth, ticker } from '#contract/market/market.ts'
import { decode } from '#contract/wire/coded.ts'
import { down, push } from '#contract/wire/down.ts'
import { seededRandom } from '#server/core/random.ts'
import { readFrame } from '#streams/kit/messages.ts'
import { readPush } from '#streams/kit/read-push.ts'
import { readDeals, readDepth, readTickers } from '#streams/market/read-rows.ts'
import { createTape } from '#tests/bench/page-tape.ts'
import { createValues } from '#tests/support/builders/values.ts'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const random = seededRandom(seed)
const { valueFor, pick } = createValues(random)

const oddities = [
  null,
  0,
  -1,
  1.5,
  2 ** 53,
  true,
  '',
  '1',
  '01',
  '1.123456789',
  '1\n',
  ' 1',
  '-1',
  '+1.00',
  '+01',
  'buy',
  'Sell',
  [],
  ['1', '2', '3'],
  {},
  { a: 1 },
]
/** The message with one thing in it changed, left out, put twice or added. */
function mutated(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || random.int(6) === 0) return pick(oddities)
  if (Array.isArray(raw)) {
    const at = random.int(raw.length + 1)
    const way = random.int(4)
    if (way === 0) return raw.toSpliced(at, 1)
    if (way === 1) return [...raw, pick(raw) ?? pick(oddities)]
    return raw.map((each: unknown, place) => (place === at ? mutated(each) : each))
  }
  const entries: [string, unknown][] = Object.entries(raw)
  const at = random.int(entries.length + 1)
  if (at === entries.length) return { ...raw, ['surplus']: pick(oddities) }
  return Object.fromEntries(
    entries.flatMap(([name, value], place) =>
      place !== at ? [[name, value]] : random.int(3) === 0 ? [] : [[name, mutated(value)]],
    ),
  )
}
/** As it comes from the wire: read from text, with what only text can bring. */
const sent = (value: unknown): unknown => {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined || random.int(30) > 0) return JSON.parse(text ?? 'null')
  return JSON.parse(text.replace(/":[-\d.e+]+/, '":1e999').replace('{"', '{"__proto__":{"m":"1"},"'))
}
const tape = createTape(seed)
const pushed = () => ({
  c: 'ticker:*',
  k: pick(['snap', 'delta', 'event', 'gap', 'off']),
  e: 'e',
  s: 7,
  ...(random.int(2) === 0 && { b: 6 }),
  ...(random.int(4) > 0 && { d: tape.tickers(5) }),
  t: 1.5,
})

const shapes: readonly {
  readonly name: string
  readonly schemas: readonly z.ZodMiniType[]
  readonly read: (raw: unknown) => unknown
  readonly real: () => unknown
}[] = [
  {
    name: 'depth',
    schemas: [depth.snap, depth.delta],
    read: readDepth,
    real: () => (random.int(2) === 0 ? tape.whole() : tape.depth(20)),
  },
  {
    name: 'deals',
    schemas: [deals.snap, deals.delta],
    read: (raw) => wrapped('deals', readDeals(raw)),
    real: () => tape.deals(20),
  },
  {
    name: 'ticker',
    schemas: [ticker.snap, ticker.delta],
    read: (raw) => wrapped('rows', readTickers(raw)),
    real: () => tape.tickers(40),
  },
  { name: 'push', schemas: [push], read: readPush, real: pushed },
]
const wrapped = (name: string, rows: readonly unknown[] | null) => rows && { [name]: rows }

test.each(shapes)(
  `W-21 what is read by hand is what the contract reads, value for value and refusal for refusal: $name (seed ${seed})`,
  ({ schemas, read, real }) => {
    const seen = { taken: 0, refused: 0 }
    for (let n = 0; n < 400; n += 1) {
      for (const schema of schemas) {
        const value = [real, () => mutated(real()), () => mutated(mutated(real())), () => valueFor(schema)][n % 4]?.()
        const raw = sent(value)
        const expected = decode(schema, raw)
        expect({ raw, value: read(raw) }).toStrictEqual({ raw, value: expected.success ? expected.data : null })
        seen[expected.success ? 'taken' : 'refused'] += 1
      }
    }
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(40)
  },
)
test(`W-21 a frame gives the messages that the contract reads in it (seed ${seed})`, () => {
  for (let n = 0; n < 500; n += 1) {
    const parts = Array.from({ length: 1 + random.int(4) }, () =>
      sent(pick([pushed, () => mutated(pushed()), () => valueFor(down)])?.()),
    )
    const invalid: string[] = []
    const expected = parts.map((part) => decode(down, part))
    expect(readFrame(JSON.stringify(parts), (frame) => invalid.push(frame))).toStrictEqual(
      expected.flatMap((read) => (read.success ? [read.data] : [])),
    )
    expect(invalid).toHaveLength(expected.filter(({ success }) => !success).length)
  }
})
