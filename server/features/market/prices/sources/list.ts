import { binance } from './binance.ts'
import { bybit } from './bybit.ts'
import { coinbase } from './coinbase.ts'
import { gate } from './gate.ts'
import { kraken } from './kraken.ts'
import { okx } from './okx.ts'
import type { Source } from './source.ts'

/** Every source that can be named. */
export const allSources: readonly Source[] = [binance, coinbase, kraken, okx, bybit, gate]
export type Named = { readonly source: Source; readonly url: string }

/**
 * Reads `PRICE_FEEDS`: names with commas between them, each with another address behind `=` if it is to be found
 * elsewhere.
 */
export function readPriceFeeds(text: string): readonly Named[] {
  const named = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(namedOf)
  const twice = named.find(({ source }, at) => named.findIndex((other) => other.source === source) !== at)
  if (twice) throw new Error(`PRICE_FEEDS names ${twice.source.name} twice`)
  return named
}
function namedOf(part: string): Named {
  const [name = '', ...rest] = part.split('=')
  const source = allSources.find((each) => each.name === name)
  if (!source)
    throw new Error(`PRICE_FEEDS names "${name}"; there are ${allSources.map((each) => each.name).join(', ')}`)
  const base = rest.length ? rest.join('=') : source.base
  if (!/^wss?:\/\/[^/\s]+$/.test(base) || !URL.canParse(base))
    throw new Error(`PRICE_FEEDS: "${base}" is no address of the form ws://host:port`)
  return { source, url: `${base}${source.path}` }
}
