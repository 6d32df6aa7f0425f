import * as z from 'zod/mini'

/**
 * Names in the code, the family's numbers or words on the wire: one table, read both ways.
 * Digits as text are taken too, because a query or a form has nothing else.
 */
export const coded = <N extends string>(names: z.ZodMiniEnum<{ [K in N]: K }>, codes: Record<N, number | string>) =>
  z.codec(z.union([z.number(), z.string()]), names, {
    decode: (code, { issues }) => {
      const name = names.options.find((option) => String(codes[option]) === String(code))
      if (name !== undefined) return name
      issues.push({ code: 'custom', input: code, message: 'unknown code' })
      return z.NEVER
    },
    encode: (name) => codes[name],
  })

/** From the wire into the code: checked and named. */
export const decode = <S extends z.ZodMiniType>(schema: S, raw: unknown) => z.safeParse(schema, raw)

/** From the code onto the wire. */
export const encode = <S extends z.ZodMiniType>(schema: S, value: z.output<S>) => z.encode(schema, value)

/** The same without a throw, for what may be malformed. */
export const tryEncode = <S extends z.ZodMiniType>(schema: S, value: z.output<S>) => z.safeEncode(schema, value)
