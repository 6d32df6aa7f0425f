import { readdirSync } from 'node:fs'
import * as z from 'zod/mini'
import { isObj, wireShape, type Json, type Obj } from './schema.ts'

const isSchema = (value: unknown): value is z.core.$ZodType => value instanceof z.ZodMiniType
const pascal = (text: string) => text.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Only shapes worth a name: objects with several fields, and enums with names. */
const isNameable = (shape: Json) =>
  isObj(shape) &&
  ((isObj(shape['properties']) && Object.keys(shape['properties']).length > 2) ||
    shape['x-enum-varnames'] !== undefined)

const folder = new URL('../../contract/', import.meta.url)
const isOwn = (path: string) => path.endsWith('.ts') && path !== 'endpoints.ts' && !path.startsWith('wire/')
const fileOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const modules = await Promise.all(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isOwn)
    // By file, whatever its folder: of two equal shapes the first one gives the name.
    .toSorted((a, b) => (fileOf(a) < fileOf(b) ? -1 : 1))
    .map(async (path) => {
      const name = fileOf(path).slice(0, -'.ts'.length)
      const exported: unknown = await import(new URL(path, folder).href)
      return { name, exported: typeof exported === 'object' && exported !== null ? exported : {} }
    }),
)

/** The schemas that the contract exports, by their JSON, with the name of the export. */
const names = new Map<string, string>()
for (const { name: file, exported } of modules)
  for (const [name, value] of Object.entries(exported)) {
    if (!isSchema(value)) continue
    const shape = wireShape(value)
    const text = JSON.stringify(shape)
    if (!isNameable(shape) || names.has(text)) continue
    const isTaken = [...names.values()].includes(pascal(name))
    names.set(text, isTaken ? `${pascal(file)}${pascal(name)}` : pascal(name))
  }

/** Replaces every shape that the contract exports by a reference; `shapes` are those that were referred to. */
export const withNames = (doc: Json): { doc: Json; shapes: Obj } => {
  const shapes = new Map<string, Json>()
  const inside = (json: Obj): Json =>
    Object.fromEntries(Object.entries(json).map(([key, value]) => [key, replaced(value)]))
  const replaced = (json: Json): Json => {
    if (Array.isArray(json)) return json.map((each: Json) => replaced(each))
    if (!isObj(json)) return json
    const name = names.get(JSON.stringify(json))
    if (name === undefined) return inside(json)
    if (!shapes.has(name)) {
      // Set first: a shape may contain itself.
      shapes.set(name, {})
      shapes.set(name, inside(json))
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  const named = replaced(doc)
  return { doc: named, shapes: Object.fromEntries([...shapes].toSorted(([one], [other]) => (one < other ? -1 : 1))) }
}
