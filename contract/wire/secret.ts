import type * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

const marked = new WeakSet<object>()

/** Marks a field of a call as a password, code or similar: it is never stored, logged, put into a URL or digested. */
export const secret = <S extends z.ZodMiniType>(schema: S): S => {
  marked.add(schema)
  return schema
}

const shapeOf = (input: object): object =>
  'shape' in input && typeof input.shape === 'object' && input.shape !== null ? input.shape : {}
const cache = new WeakMap<object, ReadonlySet<string>>()
function secretFields(schema: object): ReadonlySet<string> {
  const cached = cache.get(schema)
  if (cached) return cached
  const names = new Set(
    Object.entries(shapeOf(schema)).flatMap(([name, field]) =>
      typeof field === 'object' && marked.has(field) ? [name] : [],
    ),
  )
  cache.set(schema, names)
  return names
}
/** Names of the secret fields of one call. */
export const secretsOf = ({ input }: Pick<Endpoint, 'input'>) => secretFields(input)
/** Names of the secret fields of its answer: they are told once and never stored under the key. */
export const toldOnceOf = ({ output }: Pick<Endpoint, 'output'>) => secretFields(output)

/** Names of the fund password in any change. Changes by GET send it as a header, not as a field. */
export const fundPasswordFields = ['pay_password', 'tradePwd', 'oldTradePwd'] as const
