import { isObj, type Json, type Obj } from './schema.ts'

/** Values of fields by name, so that an example reads like an answer of the venue. */
const named: Obj = {
  address: 'TQ5NMqJjhpQGK7YJbESKtNCo86PJ89ujio',
  amount: '0.52',
  currency_name: 'USDT',
  email: 'ann@example.com',
  lang: 'en',
  legal_name: 'USDT',
  m: 'BTC/USDT',
  market: 'BTC/USDT',
  message: 'Done.',
  name: 'Ann',
  network: 'TRC20',
  netType: 'TRC20',
  nettype: 'TRC20',
  nickname: 'Ann',
  price: '96420.1',
  symbol: 'BTC/USDT',
  user_string: 'ann@example.com',
}
const instant = 1_767_571_200_000
/** One text for each pattern of the contract; the first that fits is taken. */
const patterned = [
  '12.5',
  'a81',
  '1',
  '+1.2',
  '246813',
  'HKD',
  '2026-01-05 00:00:00',
  '2026-01-05',
  '2026-01',
  '09:00-18:00',
  '0190a000-0000-7000-8000-000000000001',
  'pB0b0QvIbm1vMWl6dXl6YQ',
  `B${'A'.repeat(86)}`,
]
const ofPattern = (pattern: string, name: string) => {
  const own = named[name]
  const fits = (text: Json | undefined): text is string => typeof text === 'string' && new RegExp(pattern).test(text)
  return fits(own) ? own : (patterned.find(fits) ?? '')
}
const isBlank = (json: Json) => isObj(json) && (json['const'] === '' || json['type'] === 'null')
const listOf = (json: Json | undefined): readonly Json[] => (Array.isArray(json) ? json : [])

/**
 * A value that a schema reads, as an example of it; of `isShort` objects only what must be there. `name` is that of the
 * field.
 */
export const sampleOf = (schema: Json | undefined, name = '', isShort = false): Json => {
  if (!isObj(schema)) return {}
  const inner = (each: Json | undefined, field = name) => sampleOf(each, field, isShort)
  if (schema['const'] !== undefined) return schema['const']
  const [first] = listOf(schema['enum'])
  if (first !== undefined) return first
  const choices = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])]
  if (choices.length > 0) return inner(choices.find((each) => !isBlank(each)))
  const parts = listOf(schema['allOf']).map((each) => inner(each))
  if (parts.length > 0) return Object.assign({}, ...parts)
  const kind = listOf(schema['type'])[0] ?? schema['type']
  if (kind === 'array') return sampleOfList(schema, inner, name)
  if (kind === 'object') return sampleOfFields(schema, isShort)
  return sampleOfPlain(schema, kind, name)
}
const sampleOfList = (schema: Obj, inner: (each: Json | undefined) => Json, name: string): Json => {
  const tuple = listOf(schema['prefixItems'])
  if (tuple.length > 0) return tuple.map(inner)
  return schema['items'] === undefined || name === 'insurance_types' ? [] : [inner(schema['items'])]
}
const sampleOfFields = (schema: Obj, isShort: boolean): Json => {
  const fields = isObj(schema['properties']) ? Object.entries(schema['properties']) : []
  const required = listOf(schema['required'])
  const shown = isShort ? fields.filter(([name]) => required.includes(name)) : fields
  return Object.fromEntries(shown.map(([name, field]) => [name, sampleOf(field, name, isShort)]))
}
const sampleOfPlain = (schema: Obj, kind: Json | undefined, name: string): Json => {
  if (kind === 'boolean') return true
  if (kind === 'integer' || kind === 'number') return /(?:_ms|Ms|^time)$/.test(name) ? instant : 1
  if (kind !== 'string') return null
  const { pattern } = schema
  return typeof pattern === 'string' ? ofPattern(pattern, name) : (named[name] ?? 'text')
}
