import * as z from 'zod/mini'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** The wire code of an enum name; null if the codec cannot encode it. */
const codeOf = (schema: z.core.$ZodType, name: unknown): string | number | null => {
  const encoded: unknown = z.safeEncode(schema, name).data
  return typeof encoded === 'string' || typeof encoded === 'number' ? encoded : null
}

type Overridden = { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }

/** Describes a coded enum by its wire codes, with their names in `x-names`, which plain JSON Schema would not show. */
const describeCodes = ({ zodSchema, jsonSchema }: Overridden) => {
  const { def } = zodSchema._zod
  if (def.type !== 'pipe') return
  const target: z.core.$ZodType = def.out
  if (!(target instanceof z.ZodMiniEnum)) return
  const codes = Object.fromEntries(target.options.map((name) => [String(name), codeOf(zodSchema, name)]))
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
  Object.assign(jsonSchema, { enum: Object.values(codes), 'x-names': codes })
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
