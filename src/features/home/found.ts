import type { Pair } from '#contract/market/market.ts'
import type { NewsItem } from '#contract/news/news.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { bankPaths } from '#src/lib/paths/bank.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import { homePaths } from '#src/lib/paths/home.ts'
import { launchPaths } from '#src/lib/paths/launch.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { miningPaths } from '#src/lib/paths/mining.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { promotionPaths } from '#src/lib/paths/promotion.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'

export type FoundPage = { readonly path: string; readonly title: string }
/** The results of a search, by kind. */
export type Found = {
  readonly coins: readonly Pair[]
  readonly pages: readonly FoundPage[]
  readonly news: readonly NewsItem[]
}
export const nothingFound: Found = { coins: [], pages: [], news: [] }

/** The rank of a match: the exact coin name, a prefix, a substring; null without a match. */
const rankOf = ({ currency_name, symbol }: Pair, query: string): number | null => {
  const spelled = symbol.toLowerCase()
  const ways = [spelled, spelled.replace('/', '')]
  if (currency_name.toLowerCase() === query) return 0
  if (ways.some((way) => way.startsWith(query))) return 1
  return ways.some((way) => way.includes(query)) ? 2 : null
}

/** The pairs that match the text, best match first. */
export const findPairs = (pairs: readonly Pair[], typed: string): readonly Pair[] => {
  const query = typed.trim().toLowerCase()
  if (query === '') return []
  return pairs
    .flatMap((pair) => {
      const rank = pair.is_display ? rankOf(pair, query) : null
      return rank === null ? [] : [{ pair, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank || a.pair.sort - b.pair.sort)
    .map(({ pair }) => pair)
}

/** The pages that can be found; their titles are keys in the namespaces of their features. */
const pages = [
  { path: spotPaths.trade, title: 'spot:titles.trade' },
  { path: assetsPaths.assets, title: 'assets:titles.assets' },
  { path: depositPaths.deposit, title: 'wallet:titles.deposit' },
  { path: depositPaths.chargeBank, title: 'wallet:titles.depositBank' },
  { path: depositPaths.depositMobile, title: 'wallet:titles.depositFast' },
  { path: withdrawPaths.withdraw, title: 'wallet:titles.withdraw' },
  { path: withdrawPaths.withdrawBank, title: 'wallet:titles.withdrawBank' },
  { path: withdrawPaths.addresses, title: 'wallet:titles.addresses' },
  { path: bankPaths.banks, title: 'wallet:titles.methods' },
  { path: assetsPaths.flash, title: 'wallet:titles.flash' },
  { path: assetsPaths.gift, title: 'wallet:titles.gift' },
  { path: assetsPaths.transfer, title: 'assets:titles.transfer' },
  { path: followPaths.finance, title: 'finance:titles.hub' },
  { path: otcPaths.otc, title: 'shell:menu.otc' },
  { path: promotionPaths.promotion, title: 'shell:menu.promotion' },
  { path: launchPaths.launches, title: 'shell:menu.launch' },
  { path: miningPaths.mining, title: 'shell:menu.mining' },
  { path: miningPaths.pledges, title: 'shell:menu.pledge' },
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

/** Pages from the server, if they are known paths; a foreign path must not lead out of the app. */
export const knownPages = (paths: readonly string[]): readonly FoundPage[] =>
  paths.flatMap((path) => pages.find((page) => page.path === path) ?? [])

/** The pages whose title contains the text. */
export const findPages = (typed: string, textOf: (title: string) => string): readonly FoundPage[] => {
  const query = typed.trim().toLowerCase()
  return query === '' ? [] : pages.filter(({ title }) => textOf(title).toLowerCase().includes(query))
}
