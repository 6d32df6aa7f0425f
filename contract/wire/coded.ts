import * as z from 'zod/mini'

/**
 * A codec between names in code and the numbers or texts used on the wire, from one table. Digits as text are accepted
 * as well, because queries and forms have only text.
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

/** Decodes a wire value: validates it and replaces codes by names. */
export const decode = <S extends z.ZodMiniType>(schema: S, raw: unknown) => z.safeParse(schema, raw)

/** Encodes a value for the wire; throws if it does not match the schema. */
export const encode = <S extends z.ZodMiniType>(schema: S, value: z.output<S>) => z.encode(schema, value)

/** As `encode`, but returns a result instead of throwing. */
export const tryEncode = <S extends z.ZodMiniType>(schema: S, value: z.output<S>) => z.safeEncode(schema, value)
