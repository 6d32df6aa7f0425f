import { readerOf, inverted, writerOf } from '#contract/wire/compiled.ts'
import { allCalls } from '#contract/endpoints.ts'
import { event } from '#contract/events.ts'
import { spot } from '#contract/spot.ts'
import { decode, encode } from '#contract/wire/coded.ts'
import { seededRandom } from '#server/core/random.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const random = seededRandom(seed)
const below = random.int
const pick = <T>(some: readonly T[]): T | undefined => some[below(some.length)]
const texts = [
  '', '0', '1', '0.5', '12.34', '+1.00', '-3', '1e5', '01', ' x ', '2026-01-01 00:00:00', 'BTC/USDT', 'a_b-1', '\u200b', '123456', '999999999999999999', 'ok',
]
const oddities = [undefined, null, 0, 1, -1, 2 ** 40, 1.5, NaN, '', '1', 'x', true, false, [], {}, [1], { a: 1 }]

/** A value the schema may well take when read backwards; now and then something else. */
function valueFor(schema: z.core.$ZodType): unknown {
  if (below(40) === 0) return pick(oddities)
  if (schema instanceof z.ZodMiniCodec) return valueFor(schema.def.out)
  if (schema instanceof z.ZodMiniOptional) return below(3) === 0 ? undefined : valueFor(schema.def.innerType)
  if (schema instanceof z.ZodMiniNullable) return below(3) === 0 ? null : valueFor(schema.def.innerType)
  if (schema instanceof z.ZodMiniArray) return Array.from({ length: below(3) }, () => valueFor(schema.def.element))
  if (schema instanceof z.ZodMiniTuple) return schema.def.items.map(valueFor)
  if (schema instanceof z.ZodMiniUnion) {
    const option = pick(schema.def.options)
    return option && valueFor(option)
  }
  if (schema instanceof z.ZodMiniObject) return objectFor(schema)
  if (schema instanceof z.ZodMiniLiteral) return pick(schema.def.values)
  if (schema instanceof z.ZodMiniEnum) return pick(schema.options)
  if (schema instanceof z.ZodMiniNumber) return pick([0, 1, 2, 7, 1000, 2 ** 40])
  if (schema instanceof z.ZodMiniBoolean) return below(2) === 0
  if (schema instanceof z.ZodMiniString) return textFor(schema)
  return pick(oddities)
}
function textFor(schema: z.ZodMiniString): unknown {
  const fitting = texts.filter((text) => decode(schema, text).success)
  return pick(fitting.length ? fitting : texts)
}
function objectFor(schema: z.ZodMiniObject): unknown {
  const entries = Object.entries(schema.shape).flatMap(([name, part]) => {
    const value = valueFor(part)
    return value === undefined && below(2) === 0 ? [] : [[name, value] as const]
  })
  if (below(8) === 0) entries.push(['surplus', 1])
  return Object.fromEntries(entries)
}
type Told = { value: unknown } | { refused: unknown }
const told = (write: () => unknown): Told => {
  try {
    return { value: write() }
  } catch (thrown) {
    return { refused: thrown instanceof z.core.$ZodError ? thrown.issues : String(thrown) }
  }
}
const used = 20
const calls = allCalls.map(({ feature, name, endpoint }) => [`${feature}.${name}`, endpoint] as const)
const outputs: (readonly [string, z.ZodMiniType])[] = [...calls.map(([name, { output }]) => [name, output] as const), ['event', event]]

test(`W-6 what is written compiled is what the contract writes, verdict for verdict (seed ${seed})`, () => {
  let taken = 0
  for (const [name, schema] of outputs) {
    const write = writerOf(schema)
    for (let n = 0; n < used + 40; n += 1) {
      const value = valueFor(schema)
      const expected = { name, ...told(() => encode(schema, value)) }
      const actual = { name, ...told(() => write(value)) }
      expect(actual).toEqual(expected)
      expect(JSON.stringify(actual)).toBe(JSON.stringify(expected))
      if ('value' in actual) taken += 1
    }
  }
  expect(taken).toBeGreaterThan(outputs.length * 10)
})
test(`W-3 what is read compiled is what the contract reads, refusal for refusal (seed ${seed})`, () => {
  for (const [name, { input }] of calls) {
    const read = readerOf(input)
    for (let n = 0; n < used + 40; n += 1) {
      const raw = below(2) === 0 ? valueFor(input) : told(() => encode(input, valueFor(input)))
      const [expected, actual] = [decode(input, raw), read(raw)]
      expect({ name, success: actual.success, data: actual.data, issues: actual.error?.issues }).toEqual({
        name, success: expected.success, data: expected.data, issues: expected.error?.issues,
      })
    }
  }
})
test('W-6 the shapes written most can be turned round', () => {
  expect([inverted(event), inverted(spot.submit.output)].includes(null)).toBe(false)
})
test('W-6 what cannot be turned round with certainty is left to the contract', () => {
  const checked = z.object({ a: z.int() }).check(z.refine(({ a }) => a > 1))
  expect(inverted(z.object({ inner: checked }))).toBeNull()
})
