import * as z from 'zod/mini'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** What a name of an enum becomes on the wire, or nothing when the codec does not write it. */
const coded = (schema: z.core.$ZodType, name: unknown): string | number | null => {
  const written: unknown = z.safeEncode(schema, name).data
  return typeof written === 'string' || typeof written === 'number' ? written : null
}

type Made = { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }

/** The codes of an enum that travels as numbers, with their names beside them: the shape alone would not tell. */
const tellCodes = ({ zodSchema, jsonSchema }: Made) => {
  const { def } = zodSchema._zod
  if (def.type !== 'pipe') return
  const target: z.core.$ZodType = def.out
  if (!(target instanceof z.ZodMiniEnum)) return
  const codes = Object.fromEntries(target.options.map((name) => [String(name), coded(zodSchema, name)]))
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
  Object.assign(jsonSchema, { enum: Object.values(codes), 'x-names': codes })
}

const isJson = (value: unknown): value is Json => value !== undefined

/** The shape of a value as it travels, in JSON Schema. */
export const wireShape = (schema: z.core.$ZodType): Json => {
  const shape: unknown = JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: tellCodes })),
  )
  if (!isJson(shape) || typeof shape !== 'object' || shape === null || Array.isArray(shape)) return {}
  return Object.fromEntries(Object.entries(shape).filter(([key]) => key !== '$schema'))
}
