import { deals } from '#contract/market.ts'

import type { Deal } from '#contract/market.ts'
import { decode } from '#contract/wire/coded.ts'
import { filter, map, merge, scan, type Observable } from 'rxjs'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import type { Update } from '#streams/kit/live.ts'

/** The last trades of one market, newest first. */
export type MarketDeals = { readonly market: string; readonly deals: readonly Deal[] }

const maxDeals = 60

/** Newer trades before older ones, each once, no more than are ever shown. */
export function addDeals(held: readonly Deal[], some: readonly Deal[]): readonly Deal[] {
  const known = new Set(held.map(({ id }) => id))
  const news = some.filter(({ id }) => !known.has(id))
  if (news.length === 0) return held
  return [...news, ...held].toSorted((a, b) => b.at_ms - a.at_ms).slice(0, maxDeals)
}

type Held = { readonly deals: readonly Deal[]; readonly update: Update<MarketDeals> | null }

/** Trades by the socket and by polls, as signs of one list. */
export const dealUpdates$ = (market: string, events$: Observable<ChannelEvent>, polls$: Observable<readonly Deal[]>): Observable<Update<MarketDeals>> => {
  const add = (held: Held, some: readonly Deal[]): Held => {
    const deals = addDeals(held.deals, some)
    return { deals, update: { type: 'value', value: { market, deals } } }
  }
  const take = (held: Held, told: ChannelEvent): Held => {
    if (told.type === 'off') return { ...held, update: { type: 'away' } }
    if (told.type === 'away' || told.type === 'syncing' || told.type === 'confirmed') return { ...held, update: { type: told.type } }
    if (told.type !== 'snap' && told.type !== 'delta') return { ...held, update: null }
    const read = decode(deals[told.type], told.data)
    if (!read.success) return { ...held, update: { type: 'syncing' } }
    return add(told.type === 'snap' ? { deals: [], update: null } : held, read.data.deals)
  }
  return merge(events$, polls$).pipe(
    scan((held: Held, news) => ('type' in news ? take(held, news) : add(held, news)), { deals: [], update: null }),
    map(({ update }) => update),
    filter((update) => update !== null),
  )
}
