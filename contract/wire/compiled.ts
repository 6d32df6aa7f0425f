import * as z from 'zod/mini'
import { decode, encode } from './coded.ts'

type Schema = z.ZodMiniType

/** Schemas that read a value exactly as they write it. */
const leaves = [
  z.ZodMiniString, z.ZodMiniNumber, z.ZodMiniBoolean, z.ZodMiniLiteral, z.ZodMiniEnum, z.ZodMiniNull, z.ZodMiniUnknown,
] as const
const isLeaf = (schema: z.core.$ZodType) => leaves.some((kind) => schema instanceof kind)
const hasChecks = ({ _zod }: z.core.$ZodType) => (_zod.def.checks ?? []).length > 0

/** The schema turned round: what it reads is what the given one writes. Null where that is not certain. */
export function turned(schema: z.core.$ZodType): Schema | null {
  if (isLeaf(schema) && schema instanceof z.ZodMiniType) return schema
  if (hasChecks(schema)) return null
  if (schema instanceof z.ZodMiniCodec) return turnedCodec(schema)
  if (schema instanceof z.ZodMiniObject) return turnedObject(schema)
  if (schema instanceof z.ZodMiniOptional) return around(schema.def.innerType, z.optional)
  if (schema instanceof z.ZodMiniNullable) return around(schema.def.innerType, z.nullable)
  if (schema instanceof z.ZodMiniArray) return around(schema.def.element, z.array)
  if (schema instanceof z.ZodMiniTuple && schema.def.rest === null) return among(schema.def.items, tupleOf)
  if (schema instanceof z.ZodMiniDiscriminatedUnion) return turnedByTag(schema)
  if (schema instanceof z.ZodMiniUnion) return among(schema.def.options, z.union)
  return null
}

const around = (inner: z.core.$ZodType, make: (inner: Schema) => Schema): Schema | null => {
  const made = turned(inner)
  return made && make(made)
}
const among = (options: readonly z.core.$ZodType[], make: (options: Schema[]) => Schema): Schema | null => {
  const made = options.flatMap((option) => turned(option) ?? [])
  return made.length === options.length ? make(made) : null
}
const tupleOf = ([first, ...rest]: Schema[]): Schema => (first ? z.tuple([first, ...rest]) : z.tuple([]))
const turnedCodec = ({ def }: z.ZodMiniCodec): Schema | null => {
  const from = turned(def.out)
  const to = turned(def.in)
  return from && to && z.codec(from, to, { decode: def.reverseTransform, encode: def.transform })
}
const shapeOf = (schema: z.ZodMiniObject): Record<string, Schema> | null => {
  const shape: Record<string, Schema> = {}
  for (const [name, part] of Object.entries(schema.shape)) {
    const made = turned(part)
    if (!made) return null
    shape[name] = made
  }
  return shape
}
const turnedObject = (schema: z.ZodMiniObject): z.ZodMiniObject | null => {
  const shape = shapeOf(schema)
  const { catchall } = schema.def
  if (!shape) return null
  if (catchall === undefined) return z.object(shape)
  return catchall instanceof z.ZodMiniNever ? z.strictObject(shape) : null
}
const turnedByTag = ({ _zod: { def } }: z.ZodMiniDiscriminatedUnion): Schema | null => {
  const made = def.options.flatMap((option) => (option instanceof z.ZodMiniObject && !hasChecks(option) ? (turnedObject(option) ?? []) : []))
  const [first, ...rest] = made
  return first && made.length === def.options.length ? z.discriminatedUnion(def.discriminator, [first, ...rest]) : null
}

/** Compiling pays for what is used again and again; a call made now and then goes without. */
const worthwhile = 16
const afterSome = <F>(slow: F, make: () => F): (() => F) => {
  let uses = 0
  let chosen = slow
  return () => {
    uses += 1
    if (uses === worthwhile) chosen = make()
    return chosen
  }
}

/** Compiled once, however many venues there are. */
const backs = new WeakMap<Schema, Schema | null>()
const backOf = (schema: Schema): Schema | null => {
  const known = backs.get(schema)
  if (known !== undefined) return known
  const back = turned(schema)
  const made = back && z.compile(back)
  backs.set(schema, made)
  return made
}

/** Writes values onto the wire as `encode` does, compiled once it is used often; what it refuses, `encode` refuses. */
export function writerOf<S extends Schema>(schema: S): (value: z.output<S>) => unknown {
  const slow = (value: z.output<S>): unknown => encode(schema, value)
  const pick = afterSome(slow, () => {
    const quick = backOf(schema)
    if (!quick) return slow
    return (value) => {
      const written = z.safeParse(quick, value)
      return written.success ? written.data : encode(schema, value)
    }
  })
  return (value) => pick()(value)
}

/** Reads values from the wire as `decode` does, compiled once it is used often. */
export function readerOf<S extends Schema>(schema: S): (raw: unknown) => ReturnType<typeof decode<S>> {
  const slow = (raw: unknown) => decode(schema, raw)
  const pick = afterSome(slow, () => {
    const quick = z.compile(schema)
    return (raw) => decode(quick, raw)
  })
  return (raw) => pick()(raw)
}
