import type { Pair } from '#contract/market/market.ts'
import { fieldsOf, readStored, textOf, writeStored } from '#src/lib/storage.ts'
import { useSettings } from '#src/stores/settings.ts'
import type { Live } from '#streams/kit/live.ts'
import { filter, first, switchMap, timer, type Observable } from 'rxjs'

export type LastPrice = { readonly symbol: string; readonly price: string; readonly change: string }
/** Prices as they were at an instant of the device's clock. */
export type LastPrices = { readonly atMs: number; readonly rows: readonly LastPrice[] }

const name = 'lastPrices'
const most = 12
const [firstMs, everyMs] = [5000, 60_000]

const rowOf = (raw: unknown): LastPrice[] => {
  const fields = fieldsOf(raw)
  const [symbol, price, change] = [textOf(fields?.['symbol']), textOf(fields?.['price']), textOf(fields?.['change'])]
  return symbol === null || price === null || change === null ? [] : [{ symbol, price, change }]
}
export const storedPrices = (): LastPrices | null =>
  readStored(name, (raw) => {
    const fields = fieldsOf(raw)
    const atMs = fields?.['atMs']
    const rows = fields?.['rows']
    return typeof atMs === 'number' && Array.isArray(rows) ? { atMs, rows: rows.flatMap(rowOf) } : null
  })

/** The favourites first, then the order of the venue. */
export const storePrices = (pairs: readonly Pair[], favourites: readonly string[], atMs: number) => {
  const rank = ({ symbol }: Pair) => (favourites.includes(symbol.replace('/', '-')) ? 0 : 1)
  const rows = pairs
    .filter(({ stale }) => !stale)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, most)
  if (rows.length > 0)
    writeStored(name, { atMs, rows: rows.map(({ symbol, now_price: price, change }) => ({ symbol, price, change })) })
}

/** Keeps the prices once a minute while the page is looked at, for a start without a network. */
export const keepPrices = (tickers$: Observable<Live<readonly Pair[]>>) =>
  timer(firstMs, everyMs)
    .pipe(
      filter(() => document.visibilityState === 'visible' && navigator.onLine),
      switchMap(() => tickers$.pipe(first(({ freshness }) => freshness === 'live'))),
    )
    .subscribe(({ value }) => storePrices(value ?? [], useSettings.getState().favourites, Date.now()))
