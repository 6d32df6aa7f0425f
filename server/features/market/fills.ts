import { defaultLimit } from '#contract/wire/paging.ts'
import type { AsyncContext } from '#server/core/context.ts'
import { betweenOf, pageOf } from '#server/core/pages.ts'
import type { MarketContext } from './context.ts'

type Asked = {
  currency_id?: number | undefined
  legal_id?: number | undefined
  type?: string | undefined
  role?: string | undefined
  from?: number | undefined
  to?: number | undefined
  page?: number | undefined
  limit?: number | undefined
}
type Of = {
  user: number
  table: string
  path: string
  /** What is asked for besides. */
  where?: Readonly<Record<string, string>>
}
/** A page of somebody's fills, of the pairs that have these coins; `read` gives the rows, and then the page of them. */
export async function readFills<T>(
  { store, ctx: { markets } }: AsyncContext<Pick<MarketContext, 'markets'>>,
  { currency_id, legal_id, type, role, from, to, page = 1, limit = defaultLimit }: Asked,
  { user, table, path, where = {} }: Of,
  read: (body: string) => T,
) {
  const all = markets.all().map(({ pair }) => pair)
  const pairs = all
    .filter(({ base, quote }) => (currency_id ?? base) === base && (legal_id ?? quote) === quote)
    .map(({ id }) => id)
  const asked = {
    user,
    ...where,
    ...(type && { side: type }),
    ...(role && { role }),
    ...(pairs.length < all.length && { pair: pairs }),
  }
  const { bodies, total } =
    pairs.length === 0
      ? { bodies: [], total: 0 }
      : await store.page({
          table,
          where: asked,
          ...betweenOf('at', from, to),
          limit,
          offset: (page - 1) * limit,
        })
  const rows = bodies.map(read)
  return <V>(shown: (row: T) => V) => pageOf(rows.map(shown), { total, page, limit, path })
}
