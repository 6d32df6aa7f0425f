import { createHash } from 'node:crypto'
import { asyncapi } from './asyncapi.ts'
import { openapi } from './openapi.ts'
import type { Json } from './schema.ts'

export const print = (doc: Json) => `${JSON.stringify(doc, null, 1)}\n`
/** The wire documents, by file name. */
export const wireDocs = (): Readonly<Record<string, string>> => ({
  'openapi.json': print(openapi()),
  'asyncapi.json': print(asyncapi()),
})

/** Texts for readers: changing one does not change the wire. A field of that name has a schema, which is not a text. */
const prose = new Set(['summary', 'description', 'example', 'examples', 'title'])
const isProse = (key: string, value: Json) => prose.has(key) && (typeof value === 'string' || key.startsWith('example'))

const sorted = (json: Json): Json => {
  if (Array.isArray(json)) return json.map(sorted)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json)
      .filter(([key, value]) => !isProse(key, value))
      .map(([key, value]) => [key, sorted(value)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/**
 * Hash over all shapes, codes, paths, reasons and close codes, without the version number and without texts for
 * readers.
 */
export const contractHash = () => {
  const shapes = [openapi(), asyncapi()].map((doc) => JSON.stringify(sorted(doc)).replace(/"version":"\d+"/g, ''))
  return createHash('sha256').update(shapes.join('\n')).digest('hex').slice(0, 16)
}
