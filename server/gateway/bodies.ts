import { allCalls } from '#contract/endpoints.ts'
import { fundPasswordFields, secretsOf } from '#contract/wire/secret.ts'
import { Refusal } from '#server/core/refusal.ts'

const forbidden = new Set(['__proto__', 'constructor', 'prototype'])
const malformed = (path: string) => new Refusal('malformed', { path })

/** Keys that stand twice in one object, or that reach for a prototype: JSON.parse would keep the last without a word. */
export function checkJsonKeys(text: string) {
  const open: (Set<string> | null)[] = []
  let expectsKey = false
  let at = 0
  while (at < text.length) {
    const char = text[at]
    if (char === '"') {
      const start = at
      at += 1
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
      const keys = open.at(-1)
      if (expectsKey && keys) {
        const key: unknown = JSON.parse(text.slice(start, at + 1))
        if (typeof key !== 'string' || keys.has(key) || forbidden.has(key)) throw malformed(String(key))
        keys.add(key)
        expectsKey = false
      }
    } else if (char === '{') {
      open.push(new Set())
      expectsKey = true
    } else if (char === '[') {
      open.push(null)
      expectsKey = false
    } else if (char === '}' || char === ']') {
      open.pop()
      expectsKey = false
    } else if (char === ',') expectsKey = open.at(-1) instanceof Set
    if (open.length > 32) throw malformed('')
    at += 1
  }
}

/** A JSON body, or `malformed`. */
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

/** Fields of a query or a form: text only, each once. */
export const readFields = (fields: URLSearchParams): Record<string, string> => {
  const read = new Map<string, string>()
  for (const [name, value] of fields) {
    if (read.has(name) || forbidden.has(name)) throw malformed(name)
    read.set(name, value)
  }
  return Object.fromEntries(read)
}

/** The secret fields of every call. */
const secrets = new Set<string>([...fundPasswordFields, ...allCalls.flatMap(({ endpoint }) => [...secretsOf(endpoint)])])
/** Fund passwords and codes never travel in an address, where logs and referrers would keep them (W-2). */
export const refuseSecrets = (fields: Record<string, unknown>) => {
  const found = Object.keys(fields).find((name) => secrets.has(name))
  if (found) throw new Refusal('secret_in_url', { path: found })
}
