import * as z from 'zod/mini'

/** Why a body is not what its call takes. */
export type Fault = {
  /** The field, or null for the body as a whole. */
  readonly field: string | null
  /** Fields that the call does not know. */
  readonly unknown: readonly string[]
  /** The bound that a number is beyond. */
  readonly bound: number | null
}

const boundOf = (issue: z.core.$ZodIssue): number | null => {
  if (issue.code === 'too_big' && issue.origin !== 'string') return Number(issue.maximum)
  return issue.code === 'too_small' && issue.origin !== 'string' ? Number(issue.minimum) : null
}

/** What a schema finds wrong with a body; nothing if it takes it. */
export function faultsOf(schema: z.ZodMiniType, body: unknown): readonly Fault[] {
  const { success, error } = z.safeParse(schema, body)
  if (success) return []
  return error.issues.map((issue) => {
    const [field] = issue.path
    return {
      field: typeof field === 'string' ? field : null,
      unknown: issue.code === 'unrecognized_keys' ? issue.keys : [],
      bound: boundOf(issue),
    }
  })
}
