import { allCalls } from '#contract/endpoints.ts'
import { fundPasswordFields, secretsOf } from '#contract/wire/secret.ts'
import { Refusal } from '#server/core/refusal.ts'

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])
const malformed = (path: string) => new Refusal('malformed', { path })

/**
 * Refuses JSON with a key twice in one object, a key that names a prototype, or nesting deeper than 32. `JSON.parse`
 * would silently keep the last of two equal keys. `text` must be valid JSON.
 */
export function checkJsonKeys(text: string) {
  const openContainers: (Set<string> | null)[] = []
  let expectsKey = false
  let at = 0
  while (at < text.length) {
    const char = text[at]
    if (char === '"') {
      const start = at
      at += 1
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
      const keys = openContainers.at(-1)
      if (expectsKey && keys) {
        const key: unknown = JSON.parse(text.slice(start, at + 1))
        if (typeof key !== 'string' || keys.has(key) || forbiddenKeys.has(key)) throw malformed(String(key))
        keys.add(key)
        expectsKey = false
      }
    } else if (char === '{') {
      openContainers.push(new Set())
      expectsKey = true
    } else if (char === '[') {
      openContainers.push(null)
      expectsKey = false
    } else if (char === '}' || char === ']') {
      openContainers.pop()
      expectsKey = false
    } else if (char === ',') expectsKey = openContainers.at(-1) instanceof Set
    if (openContainers.length > 32) throw malformed('')
    at += 1
  }
}

/** Parses a JSON body; refuses with `malformed`. An empty body is `{}`. */
export const readJson = (text: string): unknown => {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    checkJsonKeys(text)
    return value
  } catch (thrown) {
    throw thrown instanceof Refusal ? thrown : malformed('')
  }
}

/** Fields of a query or a form, all text; refuses a field that occurs twice. */
export const readFields = (fields: URLSearchParams): Record<string, string> => {
  const read = new Map<string, string>()
  for (const [name, value] of fields) {
    // Also as frameworks spell a field inside of a field: `__proto__[a]`.
    if (read.has(name) || forbiddenKeys.has(name.replace(/\[.*$/, ''))) throw malformed(name)
    read.set(name, value)
  }
  return Object.fromEntries(read)
}

/** The query of a read without the names that begin with `_`, which clients add so that no cache answers (W-3). */
export const withoutCacheBusters = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('_')))

/** The secret fields of every call. */
const secrets = new Set<string>([
  ...fundPasswordFields,
  ...allCalls.flatMap(({ endpoint }) => [...secretsOf(endpoint)]),
])
/** Refuses fund passwords and codes in a URL, because logs and referrers would store them (W-2). */
export const refuseSecrets = (fields: Record<string, unknown>) => {
  const name = Object.keys(fields).find((name) => secrets.has(name))
  if (name) throw new Refusal('secret_in_url', { path: name })
}
