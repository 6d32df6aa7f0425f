import { marketOf, type Pair } from '#contract/market/market.ts'
import type { NewsItem } from '#contract/news/news.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { alertPaths } from '#src/lib/paths/alert.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { bankPaths } from '#src/lib/paths/bank.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import { homePaths } from '#src/lib/paths/home.ts'
import { kycPaths } from '#src/lib/paths/kyc.ts'
import { launchPaths } from '#src/lib/paths/launch.ts'
import { leverPaths } from '#src/lib/paths/lever.ts'
import { withQuery } from '#src/lib/paths/query.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { miningPaths } from '#src/lib/paths/mining.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { notificationPaths } from '#src/lib/paths/notification.ts'
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

const productOf = (product: 'lever' | 'option', pair?: Pair) =>
  withQuery(leverPaths.contracts, { product, ...(pair && { market: marketOf(pair.symbol) }) })
/** So many of the pairs that are found have their other products beside them. */
const mostWays = 2
/** Where else the likeliest pairs are traded, their contracts and rounds; `title` is a text. */
export const productsOf = (coins: readonly Pair[], textOf: (key: string) => string): readonly FoundPage[] =>
  coins.slice(0, mostWays).flatMap((pair) =>
    (['lever', 'option'] as const)
      .filter((product) => (product === 'lever' ? pair.open_lever : pair.open_microtrade))
      .map((product) => ({
        path: productOf(product, pair),
        title: `${textOf(`shell:contractsSwitch.${product}`)} · ${pair.symbol}`,
      })),
  )

/** The pages that can be found; their titles are keys in the namespaces of their features. */
const pages = [
  { path: spotPaths.trade, title: 'spot:titles.trade', word: 'trade' },
  { path: productOf('lever'), title: 'shell:contractsSwitch.lever', word: 'contracts' },
  { path: productOf('option'), title: 'shell:contractsSwitch.option', word: 'rounds' },
  { path: assetsPaths.assets, title: 'assets:titles.assets', word: 'assets' },
  { path: depositPaths.deposit, title: 'wallet:titles.deposit', word: 'deposit' },
  { path: depositPaths.chargeBank, title: 'wallet:titles.depositBank', word: 'depositBank' },
  { path: depositPaths.depositMobile, title: 'wallet:titles.depositFast', word: 'depositFast' },
  { path: withdrawPaths.withdraw, title: 'wallet:titles.withdraw', word: 'withdraw' },
  { path: withdrawPaths.withdrawBank, title: 'wallet:titles.withdrawBank', word: 'withdrawBank' },
  { path: withdrawPaths.addresses, title: 'wallet:titles.addresses', word: 'addresses' },
  { path: bankPaths.banks, title: 'wallet:titles.methods', word: 'methods' },
  { path: assetsPaths.flash, title: 'wallet:titles.flash', word: 'flash' },
  { path: assetsPaths.gift, title: 'wallet:titles.gift', word: 'gift' },
  { path: assetsPaths.transfer, title: 'assets:titles.transfer', word: 'transfer' },
  { path: followPaths.finance, title: 'finance:titles.hub', word: 'finance' },
  { path: otcPaths.otc, title: 'shell:menu.otc', word: 'otc' },
  { path: promotionPaths.promotion, title: 'shell:menu.promotion', word: 'promotion' },
  { path: launchPaths.launches, title: 'shell:menu.launch', word: 'launch' },
  { path: miningPaths.mining, title: 'shell:menu.mining', word: 'mining' },
  { path: miningPaths.pledges, title: 'shell:menu.pledge', word: 'pledge' },
  { path: accountPaths.settings, title: 'account:titles.settings', word: 'settings' },
  { path: accountPaths.security, title: 'account:titles.security', word: 'security' },
  { path: accountPaths.language, title: 'account:titles.language', word: 'language' },
  { path: newsPaths.notices, title: 'news:titles.notices', word: 'notices' },
  { path: newsPaths.help, title: 'news:titles.help', word: 'help' },
  { path: accountPaths.account, title: 'account:titles.account', word: 'account' },
  { path: assetsPaths.records, title: 'assets:titles.records', word: 'records' },
  { path: marketPaths.kline, title: 'market:titles.kline', word: 'kline' },
  { path: homePaths.home, title: 'home:titles.home', word: 'home' },
  { path: chatPaths.chats, title: 'shell:menu.chats', word: 'chats' },
  { path: chatPaths.tabOf('friends'), title: 'search:titles.friends', word: 'friends' },
  { path: `${otcPaths.otcAdverts}?view=merchant`, title: 'search:titles.merchant', word: 'merchant' },
  { path: kycPaths.kyc, title: 'shell:menu.kyc', word: 'kyc' },
  { path: notificationPaths.notifications, title: 'shell:menu.notifications', word: 'notifications' },
  { path: newsPaths.helpChat, title: 'shell:menu.contact', word: 'contact' },
  { path: accountPaths.apiKeys, title: 'account:titles.apiKeys', word: 'apiKeys' },
  { path: accountPaths.devices, title: 'account:titles.devices', word: 'devices' },
  { path: alertPaths.alerts, title: 'search:titles.alerts', word: 'alerts' },
] as const satisfies readonly (FoundPage & { readonly word: string })[]

/** Pages from the server, if they are known paths; a foreign path must not lead out of the app. */
export const knownPages = (paths: readonly string[]): readonly FoundPage[] =>
  paths.flatMap((path) => {
    const page = pages.find((each) => each.path === path)
    return page === undefined ? [] : { path, title: page.title }
  })

/** A word of it begins with the text; scripts that write no spaces have it anywhere. */
const isIn = (words: string, query: string) =>
  /^[\p{Script=Latin}\d]/u.test(query)
    ? words.split(/[\s,/-]+/).some((_, at, all) => all.slice(at).join(' ').startsWith(query))
    : words.includes(query)

/** The pages with a word in their title that begins with the text, and then those that people call so. */
export const findPages = (typed: string, textOf: (key: string) => string): readonly FoundPage[] => {
  const query = typed.trim().toLowerCase()
  if (query === '') return []
  const named = pages.filter(({ title }) => isIn(textOf(title).toLowerCase(), query))
  const called = pages.filter(({ word }) => isIn(textOf(`search:words.${word}`).toLowerCase(), query))
  return [...named, ...called.filter((page) => !named.includes(page))].map(({ path, title }) => ({ path, title }))
}
