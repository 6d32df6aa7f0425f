import texts from '#docs/api-fields.json' with { type: 'json' }
import { isObj, type Json } from './schema.ts'

const words: Readonly<Record<string, string>> = texts
const wordsOf = (place: string, name: string) =>
  words[`${place}.${name}`] ?? words[`${place.split('.')[0]}.${name}`] ?? words[name]

/** A field says what it is, and the codes it may bear after that; one with words of its own keeps them. */
const told = (place: string, name: string, field: Json): Json => {
  const inner = withWords(place, field)
  const text = wordsOf(place, name)
  if (!isObj(inner) || text === undefined) return inner
  const own = inner['description']
  const isCoded = inner['x-enum-varnames'] !== undefined
  return { ...inner, description: typeof own === 'string' ? (isCoded ? `${text} ${own}` : own) : text }
}

/**
 * Gives each field of a schema, and each parameter of a call, the words of docs/api-fields.json: those of its name, or
 * of `place.name` where a name means something else there. `place` is the name of a shape, or a call such as
 * `spot.submit`, whose feature counts too.
 */
export const withWords = (place: string, json: Json): Json => {
  if (Array.isArray(json)) return json.map((each: Json) => withWords(place, each))
  if (!isObj(json)) return json
  const parameter = json['in'] === 'query' ? json['name'] : undefined
  const text = typeof parameter === 'string' ? wordsOf(place, parameter) : undefined
  const inner = Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      if (key === 'properties' && isObj(value))
        return [key, Object.fromEntries(Object.entries(value).map(([name, field]) => [name, told(place, name, field)]))]
      return [key, key === 'example' ? value : withWords(place, value)]
    }),
  )
  return text === undefined ? inner : { ...inner, description: text }
}

/** The fields that have no words, as `place.name`: what docs/api-fields.json still lacks. */
export const withoutWords = (json: Json, name = ''): readonly string[] => {
  if (Array.isArray(json)) return json.flatMap((each: Json) => withoutWords(each, name))
  if (!isObj(json)) return []
  const fields = isObj(json['properties']) ? Object.entries(json['properties']) : []
  const isParameter = json['in'] === 'query' && typeof json['name'] === 'string'
  return [
    ...fields
      .filter(([, field]) => isObj(field) && field['description'] === undefined)
      .map(([field]) => `${name}.${field}`),
    ...(isParameter && json['description'] === undefined ? [`${name}.${String(json['name'])}`] : []),
    ...Object.entries(json).flatMap(([key, value]) => (key.startsWith('example') ? [] : withoutWords(value, key))),
  ]
}
