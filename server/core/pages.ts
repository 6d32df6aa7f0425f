type PageInfo = { total: number; page: number; limit: number; path: string }

/** One page of a list, in the paginator format of the API (W-7). */
export function pageOf<T>(data: T[], { total, page, limit, path }: PageInfo) {
  const last = Math.max(1, Math.ceil(total / limit))
  const from = (page - 1) * limit
  const urlOf = (n: number) => `/api/${path}?page=${n}`
  return {
    current_page: page,
    data,
    from: data.length ? from + 1 : null,
    to: data.length ? from + data.length : null,
    total,
    last_page: last,
    per_page: limit,
    path: `/api/${path}`,
    first_page_url: urlOf(1),
    last_page_url: urlOf(last),
    next_page_url: page < last ? urlOf(page + 1) : null,
    prev_page_url: page > 1 ? urlOf(page - 1) : null,
  }
}

/** The range of a column for a page of the store; nothing where neither end is asked for. Both ends are included. */
export const betweenOf = (column: string, from: number | undefined, to: number | undefined) =>
  from === undefined && to === undefined
    ? {}
    : { between: { column, from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER } }
/** The same of a row in memory. */
export const isBetween = (value: number, from: number | undefined, to: number | undefined) =>
  value >= (from ?? 0) && value <= (to ?? Number.MAX_SAFE_INTEGER)
