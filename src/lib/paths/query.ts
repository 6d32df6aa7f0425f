type Query = Readonly<Record<string, string | number | undefined>>

/** A path with a query; undefined values are left out. */
export const withQuery = (path: string, query: Query = {}) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? path : `${path}?${search}`
}
