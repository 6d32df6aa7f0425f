import type * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

const marked = new WeakSet<object>()

/** Marks a field of a call as a password, a code or the like: it is never stored, logged, put into an URL or digested. */
export const secret = <S extends z.ZodMiniType>(schema: S): S => {
  marked.add(schema)
  return schema
}

const shapeOf = (input: object): object => ('shape' in input && typeof input.shape === 'object' && input.shape !== null ? input.shape : {})
const known = new WeakMap<object, ReadonlySet<string>>()
/** Names of the secret fields of one call. */
export function secretsOf({ input }: Pick<Endpoint, 'input'>): ReadonlySet<string> {
  const before = known.get(input)
  if (before) return before
  const found = new Set(Object.entries(shapeOf(input)).flatMap(([name, field]) => (typeof field === 'object' && marked.has(field) ? [name] : [])))
  known.set(input, found)
  return found
}

/** The fund password, as it may come with any change: as a field, or as a header where the wire says GET. */
export const fundPasswordFields = ['pay_password', 'tradePwd', 'oldTradePwd'] as const
