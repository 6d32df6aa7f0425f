import { isMarket, symbolOf } from '#contract/market/market.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { outward } from '#src/stores/config.ts'

const beforeMarket = () => outward(`/#${marketPaths.kline}?market=`)
/** A market as it is written into a message: clients that know nothing of cards show a name and a link. */
export const marketText = (market: string) => `${symbolOf(market)} ${beforeMarket()}${market}`

export type FoundMarket = { readonly market: string /** What else the message says. */; readonly rest: string }
/** The first market of this venue that a text links to; null when there is none. */
export const marketIn = (text: string): FoundMarket | null => {
  const prefix = beforeMarket()
  const from = text.indexOf(prefix)
  if (from === -1 || (from > 0 && !/\s/u.test(text.charAt(from - 1)))) return null
  const market = /^[A-Z0-9-]+/u.exec(text.slice(from + prefix.length))?.[0]
  const after = text.slice(from + prefix.length + (market?.length ?? 0))
  if (!isMarket(market) || /^[^\s]/u.test(after)) return null
  const name = `${symbolOf(market)} `
  const before = text.slice(0, from)
  return { market, rest: `${before.endsWith(name) ? before.slice(0, -name.length) : before}${after}`.trim() }
}
/** The name of a market where a preview begins with its link, whole or cut. */
export const marketName = (text: string): string | null => {
  const name = /^[A-Z0-9]{1,12}\/[A-Z0-9]{1,12}(?= )/u.exec(text)?.[0]
  if (name === undefined) return null
  const link = text.slice(name.length + 1)
  return link.length > 12 &&
    !/\s/u.test(link) &&
    (beforeMarket().startsWith(link.replace(/…$/u, '')) || link.startsWith(beforeMarket()))
    ? name
    : null
}
