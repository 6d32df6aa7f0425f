import * as z from 'zod/mini'
import { whole } from './fields.ts'

/** Input fields of a paged call: `page` from 1, `limit` from 1 to 50. */
export const pg = {
  page: z.optional(whole.check(z.minimum(1))),
  limit: z.optional(whole.check(z.minimum(1), z.maximum(50))),
}

/** The paginator format, with links to other pages (W-7). */
export const paginated = <S extends z.ZodMiniType>(row: S) =>
  z.object({
    current_page: z.int(),
    data: z.array(row),
    from: z.nullable(z.int()),
    to: z.nullable(z.int()),
    total: z.int(),
    last_page: z.int(),
    per_page: z.codec(z.union([z.int(), z.string()]), z.int(), { decode: Number, encode: (value) => value }),
    path: z.string(),
    first_page_url: z.string(),
    last_page_url: z.string(),
    next_page_url: z.nullable(z.string()),
    prev_page_url: z.nullable(z.string()),
  })

/** The short paging format: list, count, page and limit (W-7). */
export const listed = <S extends z.ZodMiniType>(row: S) =>
  z.object({ list: z.array(row), count: z.int(), page: z.int(), limit: z.int() })

export const defaultLimit = 10
