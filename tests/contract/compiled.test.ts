import { readerOf, inverted, writerOf } from '#contract/wire/compiled.ts'
import { allCalls } from '#contract/endpoints.ts'
import { event } from '#contract/events.ts'
import { spot } from '#contract/spot/spot.ts'
import { decode, encode } from '#contract/wire/coded.ts'
import { seededRandom } from '#server/core/random.ts'
import { createValues } from '#tests/support/builders/values.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const random = seededRandom(seed)
const { int: below } = random
const { valueFor } = createValues(random)
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
const outputs: (readonly [string, z.ZodMiniType])[] = [
  ...calls.map(([name, { output }]) => [name, output] as const),
  ['event', event],
]

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
        name,
        success: expected.success,
        data: expected.data,
        issues: expected.error?.issues,
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
