import type { Pair } from '#contract/market.ts'
import type { NewsItem } from '#contract/news.ts'
import { routes, type RouteName } from '#src/lib/paths.ts'

export type FoundPage = { readonly path: string; readonly name: RouteName }
/** What a search brought, by kind. */
export type Found = { readonly coins: readonly Pair[]; readonly pages: readonly FoundPage[]; readonly news: readonly NewsItem[] }
export const nothingFound: Found = { coins: [], pages: [], news: [] }

/** How likely this pair is the one that is meant: its coin's name itself, a beginning, anywhere; null when not at all. */
const rankOf = ({ currency_name, symbol }: Pair, wished: string): number | null => {
  const spelled = symbol.toLowerCase()
  const ways = [spelled, spelled.replace('/', '')]
  if (currency_name.toLowerCase() === wished) return 0
  if (ways.some((way) => way.startsWith(wished))) return 1
  return ways.some((way) => way.includes(wished)) ? 2 : null
}

/** The pairs that bear what was typed, the likeliest first. */
export const findPairs = (pairs: readonly Pair[], typed: string): readonly Pair[] => {
  const wished = typed.trim().toLowerCase()
  if (wished === '') return []
  return pairs
    .flatMap((pair) => {
      const rank = pair.is_display ? rankOf(pair, wished) : null
      return rank === null ? [] : [{ pair, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank || a.pair.sort - b.pair.sort)
    .map(({ pair }) => pair)
}

const nameOf = (path: string): RouteName | null => {
  for (const name of routeNames) if (routes[name] === path) return name
  return null
}
const routeNames = ['trade', 'assets', 'settings', 'security', 'language', 'notices', 'help', 'account', 'records', 'kline', 'home'] as const satisfies readonly RouteName[]

/** Pages the venue names, as far as they are pages of ours; a foreign path is no way out of the app. */
export const knownPages = (paths: readonly string[]): readonly FoundPage[] =>
  paths.flatMap((path) => {
    const name = nameOf(path)
    return name === null ? [] : [{ path, name }]
  })

/** The pages whose title bears what was typed. */
export const findPages = (typed: string, titleOf: (name: RouteName) => string): readonly FoundPage[] => {
  const wished = typed.trim().toLowerCase()
  if (wished === '') return []
  return routeNames.filter((name) => titleOf(name).toLowerCase().includes(wished)).map((name) => ({ path: routes[name], name }))
}
