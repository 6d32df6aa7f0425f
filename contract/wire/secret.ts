import type * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

const marked = new WeakSet<object>()

/** Marks a field of a call as a password, code or similar: it is never stored, logged, put into a URL or digested. */
export const secret = <S extends z.ZodMiniType>(schema: S): S => {
  marked.add(schema)
  return schema
}

const shapeOf = (input: object): object => ('shape' in input && typeof input.shape === 'object' && input.shape !== null ? input.shape : {})
const cache = new WeakMap<object, ReadonlySet<string>>()
/** Names of the secret fields of one call. */
export function secretsOf({ input }: Pick<Endpoint, 'input'>): ReadonlySet<string> {
  const cached = cache.get(input)
  if (cached) return cached
  const names = new Set(Object.entries(shapeOf(input)).flatMap(([name, field]) => (typeof field === 'object' && marked.has(field) ? [name] : [])))
  cache.set(input, names)
  return names
}

/** Names of the fund password in any change. Changes by GET send it as a header, not as a field. */
export const fundPasswordFields = ['pay_password', 'tradePwd', 'oldTradePwd'] as const
