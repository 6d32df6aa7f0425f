import * as z from 'zod/mini'
import { decode, encode } from './coded.ts'

type Schema = z.ZodMiniType

/** Schemas that decode and encode a value identically. */
const leaves = [
  z.ZodMiniString,
  z.ZodMiniNumber,
  z.ZodMiniBoolean,
  z.ZodMiniLiteral,
  z.ZodMiniEnum,
  z.ZodMiniNull,
  z.ZodMiniUnknown,
] as const
const isLeaf = (schema: z.core.$ZodType) => leaves.some((leaf) => schema instanceof leaf)
const hasChecks = ({ _zod }: z.core.$ZodType) => (_zod.def.checks ?? []).length > 0

/** The inverse of a schema: it decodes what the given one encodes. Null if that is not certain. */
export function inverted(schema: z.core.$ZodType): Schema | null {
  if (isLeaf(schema) && schema instanceof z.ZodMiniType) return schema
  if (hasChecks(schema)) return null
  if (schema instanceof z.ZodMiniCodec) return invertedCodec(schema)
  if (schema instanceof z.ZodMiniObject) return invertedObject(schema)
  if (schema instanceof z.ZodMiniOptional) return wrapInner(schema.def.innerType, z.optional)
  if (schema instanceof z.ZodMiniNullable) return wrapInner(schema.def.innerType, z.nullable)
  if (schema instanceof z.ZodMiniArray) return wrapInner(schema.def.element, z.array)
  if (schema instanceof z.ZodMiniTuple && schema.def.rest === null) return wrapAll(schema.def.items, tupleOf)
  if (schema instanceof z.ZodMiniDiscriminatedUnion) return invertedUnion(schema)
  if (schema instanceof z.ZodMiniUnion) return wrapAll(schema.def.options, z.union)
  return null
}

const wrapInner = (inner: z.core.$ZodType, make: (inner: Schema) => Schema): Schema | null => {
  const made = inverted(inner)
  return made && make(made)
}
const wrapAll = (options: readonly z.core.$ZodType[], make: (options: Schema[]) => Schema): Schema | null => {
  const made = options.flatMap((option) => inverted(option) ?? [])
  return made.length === options.length ? make(made) : null
}
const tupleOf = ([first, ...rest]: Schema[]): Schema => (first ? z.tuple([first, ...rest]) : z.tuple([]))
const invertedCodec = ({ def }: z.ZodMiniCodec): Schema | null => {
  const from = inverted(def.out)
  const to = inverted(def.in)
  return from && to && z.codec(from, to, { decode: def.reverseTransform, encode: def.transform })
}
const shapeOf = (schema: z.ZodMiniObject): Record<string, Schema> | null => {
  const shape: Record<string, Schema> = {}
  for (const [name, part] of Object.entries(schema.shape)) {
    const made = inverted(part)
    if (!made) return null
    shape[name] = made
  }
  return shape
}
const invertedObject = (schema: z.ZodMiniObject): z.ZodMiniObject | null => {
  const shape = shapeOf(schema)
  const { catchall } = schema.def
  if (!shape) return null
  if (catchall === undefined) return z.object(shape)
  return catchall instanceof z.ZodMiniNever ? z.strictObject(shape) : null
}
const invertedUnion = ({ _zod: { def } }: z.ZodMiniDiscriminatedUnion): Schema | null => {
  const made = def.options.flatMap((option) =>
    option instanceof z.ZodMiniObject && !hasChecks(option) ? (invertedObject(option) ?? []) : [],
  )
  const [first, ...rest] = made
  return first && made.length === def.options.length ? z.discriminatedUnion(def.discriminator, [first, ...rest]) : null
}

/** A schema is compiled after this many uses, because compiling does not pay off for rare calls. */
const minUses = 16
const afterUses = <F>(slow: F, make: () => F): (() => F) => {
  let uses = 0
  let chosen = slow
  return () => {
    uses += 1
    if (uses === minUses) chosen = make()
    return chosen
  }
}

/** Cache of compiled inverses, shared by all venues of the process. */
const inverses = new WeakMap<Schema, Schema | null>()
const inverseOf = (schema: Schema): Schema | null => {
  const cached = inverses.get(schema)
  if (cached !== undefined) return cached
  const inverse = inverted(schema)
  const compiled = inverse && z.compile(inverse)
  inverses.set(schema, compiled)
  return compiled
}

/**
 * Like `encode`, but compiled once it is used often. Values that the compiled form rejects go through `encode`, which
 * throws.
 */
export function writerOf<S extends Schema>(schema: S): (value: z.output<S>) => unknown {
  const slow = (value: z.output<S>): unknown => encode(schema, value)
  const pick = afterUses(slow, () => {
    const compiled = inverseOf(schema)
    if (!compiled) return slow
    return (value) => {
      const written = z.safeParse(compiled, value)
      return written.success ? written.data : encode(schema, value)
    }
  })
  return (value) => pick()(value)
}

/** Like `decode`, but compiled once it is used often. */
export function readerOf<S extends Schema>(schema: S): (raw: unknown) => ReturnType<typeof decode<S>> {
  const slow = (raw: unknown) => decode(schema, raw)
  const pick = afterUses(slow, () => {
    const compiled = z.compile(schema)
    return (raw) => decode(compiled, raw)
  })
  return (raw) => pick()(raw)
}
