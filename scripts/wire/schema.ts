import * as z from 'zod/mini'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type Obj = { readonly [key: string]: Json }
export const isObj = (json: Json | undefined): json is Obj =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** The wire code of an enum name; null if the codec cannot encode it. */
const codeOf = (schema: z.core.$ZodType, name: unknown): string | number | null => {
  const encoded: unknown = z.safeEncode(schema, name).data
  return typeof encoded === 'string' || typeof encoded === 'number' ? encoded : null
}

type Overridden = { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }

/**
 * Describes a coded enum by its wire codes, with their names in `x-enum-varnames`, which plain JSON Schema would not
 * show.
 */
const describeCodes = ({ zodSchema, jsonSchema }: Overridden) => {
  const { def } = zodSchema._zod
  if (def.type !== 'pipe') return
  const target: z.core.$ZodType = def.out
  if (!(target instanceof z.ZodMiniEnum)) return
  const names = target.options.map(String)
  const codes = target.options.map((name) => codeOf(zodSchema, name))
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
  Object.assign(jsonSchema, {
    type: codes.every((code) => typeof code === 'number') ? 'integer' : 'string',
    description: names.map((name, at) => `${codes[at]} ${name}`).join(', '),
    enum: codes,
    'x-enum-varnames': names,
  })
}

const isJson = (value: unknown): value is Json => value !== undefined

/** The wire form of a schema as JSON Schema. */
export const wireShape = (schema: z.core.$ZodType): Json => {
  const shape: unknown = JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: describeCodes })),
  )
  if (!isJson(shape) || typeof shape !== 'object' || shape === null || Array.isArray(shape)) return {}
  return Object.fromEntries(Object.entries(shape).filter(([key]) => key !== '$schema'))
}
