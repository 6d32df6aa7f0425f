import { payWays, type PayWay } from '#contract/wallet/bank.ts'
import { useBackPath } from '#src/lib/back-path.ts'
import { herePath, useQuery } from '#src/lib/hash-location.ts'
import { bankPaths } from '#src/lib/paths/bank.ts'
import { withQuery } from '#src/lib/paths/query.ts'

/** The known ways in what the wire or a query names. */
export const waysIn = (raw: unknown): readonly PayWay[] =>
  payWays.filter((way) => Array.isArray(raw) && raw.includes(way))

/** A path to the page that adds receiving methods, with a return path. */
export const payeePath = (ways: readonly PayWay[], backpage: string = herePath()) =>
  withQuery(bankPaths.addBank, { ways: ways.length === 0 ? undefined : ways.join(','), backpage })

/** For the page that adds methods: the requested ones and the return path; null without one. */
export function useRequestedPayees(): { readonly ways: readonly PayWay[]; readonly back: string | null } {
  const { ways } = useQuery()
  return { ways: waysIn(ways?.split(',')), back: useBackPath() }
}
