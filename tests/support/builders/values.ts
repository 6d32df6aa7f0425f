import { decode } from '#contract/wire/coded.ts'
import type { seededRandom } from '#server/core/random.ts'
import * as z from 'zod/mini'

const texts = [
  '',
  '0',
  '1',
  '0.5',
  '12.34',
  '+1.00',
  '-3',
  '1e5',
  '01',
  ' x ',
  '2026-01-01 00:00:00',
  'BTC/USDT',
  'a_b-1',
  '\u200b',
  '123456',
  '999999999999999999',
  'ok',
]
const oddities = [undefined, null, 0, 1, -1, 2 ** 40, 1.5, NaN, '', '1', 'x', true, false, [], {}, [1], { a: 1 }]

/** Random values for schemas of the contract; `below(n)` is the random integer they are made with. */
export function createValues({ int: below }: ReturnType<typeof seededRandom>) {
  const pick = <T>(some: readonly T[]): T | undefined => some[below(some.length)]
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
  return { valueFor, pick }
}
