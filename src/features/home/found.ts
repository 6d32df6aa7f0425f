import type { Pair } from '#contract/market.ts'
import type { NewsItem } from '#contract/news.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { homePaths } from '#src/lib/paths/home.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'

export type FoundPage = { readonly path: string; readonly title: string }
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

/** The pages that can be found, by the key of their title in the words of their feature. */
const pages = [
  { path: spotPaths.trade, title: 'spot:titles.trade' },
  { path: assetsPaths.assets, title: 'assets:titles.assets' },
  { path: otcPaths.otc, title: 'shell:menu.otc' },
  { path: accountPaths.settings, title: 'account:titles.settings' },
  { path: accountPaths.security, title: 'account:titles.security' },
  { path: accountPaths.language, title: 'account:titles.language' },
  { path: newsPaths.notices, title: 'news:titles.notices' },
  { path: newsPaths.help, title: 'news:titles.help' },
  { path: accountPaths.account, title: 'account:titles.account' },
  { path: assetsPaths.records, title: 'assets:titles.records' },
  { path: marketPaths.kline, title: 'market:titles.kline' },
  { path: homePaths.home, title: 'home:titles.home' },
] as const satisfies readonly FoundPage[]

/** Pages the venue names, as far as they are pages of ours; a foreign path is no way out of the app. */
export const knownPages = (paths: readonly string[]): readonly FoundPage[] =>
  paths.flatMap((path) => pages.find((page) => page.path === path) ?? [])

/** The pages whose title bears what was typed. */
export const findPages = (typed: string, textOf: (title: string) => string): readonly FoundPage[] => {
  const wished = typed.trim().toLowerCase()
  return wished === '' ? [] : pages.filter(({ title }) => textOf(title).toLowerCase().includes(wished))
}
