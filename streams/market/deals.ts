import { payloads } from '#contract/wire/down.ts'
import type { Deal } from '#contract/market.ts'
import { decode } from '#contract/wire/coded.ts'
import { filter, map, merge, scan, type Observable } from 'rxjs'
import type { Told } from '#streams/kit/cursor.ts'
import type { Sign } from '#streams/kit/live.ts'

/** The last trades of one market, newest first. */
export type MarketDeals = { readonly market: string; readonly deals: readonly Deal[] }

const dealsMost = 60

/** Newer trades before older ones, each once, no more than are ever shown. */
export function addDeals(held: readonly Deal[], some: readonly Deal[]): readonly Deal[] {
  const known = new Set(held.map(({ id }) => id))
  const news = some.filter(({ id }) => !known.has(id))
  if (news.length === 0) return held
  return [...news, ...held].toSorted((a, b) => b.at_ms - a.at_ms).slice(0, dealsMost)
}

type Held = { readonly deals: readonly Deal[]; readonly sign: Sign<MarketDeals> | null }

/** Trades by the socket and by polls, as signs of one list. */
export const dealSigns$ = (market: string, told$: Observable<Told>, polls$: Observable<readonly Deal[]>): Observable<Sign<MarketDeals>> => {
  const add = (held: Held, some: readonly Deal[]): Held => {
    const deals = addDeals(held.deals, some)
    return { deals, sign: { type: 'value', value: { market, deals } } }
  }
  const take = (held: Held, told: Told): Held => {
    if (told.type === 'off') return { ...held, sign: { type: 'away' } }
    if (told.type === 'away' || told.type === 'syncing' || told.type === 'confirmed') return { ...held, sign: { type: told.type } }
    if (told.type !== 'snap' && told.type !== 'delta') return { ...held, sign: null }
    const read = decode(payloads.deals[told.type], told.data)
    if (!read.success) return { ...held, sign: { type: 'syncing' } }
    return add(told.type === 'snap' ? { deals: [], sign: null } : held, read.data.deals)
  }
  return merge(told$, polls$).pipe(
    scan((held: Held, news) => ('type' in news ? take(held, news) : add(held, news)), { deals: [], sign: null }),
    map(({ sign }) => sign),
    filter((sign) => sign !== null),
  )
}
