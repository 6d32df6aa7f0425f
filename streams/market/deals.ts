import type { Deal } from '#contract/market/market.ts'
import { filter, map, merge, scan, type Observable } from 'rxjs'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import type { Update } from '#streams/kit/live.ts'
import { readDeals } from './read-rows.ts'

/** The last trades of one market, newest first. */
export type MarketDeals = { readonly market: string; readonly deals: readonly Deal[] }

const maxDeals = 60

/** Newest first, each trade once, at most as many as are ever shown. */
export function addDeals(held: readonly Deal[], some: readonly Deal[]): readonly Deal[] {
  const known = new Set(held.map(({ id }) => id))
  const added = some.filter(({ id }) => !known.has(id))
  if (added.length === 0) return held
  return [...added, ...held].toSorted((a, b) => b.at_ms - a.at_ms).slice(0, maxDeals)
}

type Held = { readonly deals: readonly Deal[]; readonly update: Update<MarketDeals> | null }

/** Trades by the socket and by polling, as updates of one list. */
export const dealUpdates$ = (
  market: string,
  events$: Observable<ChannelEvent>,
  polls$: Observable<readonly Deal[]>,
): Observable<Update<MarketDeals>> => {
  const add = (held: Held, some: readonly Deal[]): Held => {
    const deals = addDeals(held.deals, some)
    return { deals, update: { type: 'value', value: { market, deals } } }
  }
  const take = (held: Held, message: ChannelEvent): Held => {
    const { type } = message
    if (type === 'off') return { ...held, update: { type: 'away' } }
    if (type === 'away' || type === 'syncing' || type === 'confirmed') return { ...held, update: { type } }
    if (message.type !== 'snap' && message.type !== 'delta') return { ...held, update: null }
    const read = readDeals(message.data)
    if (read === null) return { ...held, update: { type: 'syncing' } }
    return add(message.type === 'snap' ? { deals: [], update: null } : held, read)
  }
  return merge(events$, polls$).pipe(
    scan((held: Held, input) => ('type' in input ? take(held, input) : add(held, input)), { deals: [], update: null }),
    map(({ update }) => update),
    filter((update) => update !== null),
  )
}
