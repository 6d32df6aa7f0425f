import type * as z from 'zod/mini'

/** `latest`: only the newest value counts, no base. `state`: a snapshot, then deltas on a base. `stream`: numbered events without a gap. */
export type ChannelClass = 'latest' | 'state' | 'stream'

/** Two consecutive deltas of one channel, in wire form, as one; `null` where both have to be sent. */
export type Merge = (older: unknown, newer: unknown) => unknown

/** One family of channels: what its members are called, what they carry, and how waiting deltas are merged for a slow subscriber. */
export type Channel<Snap extends z.ZodMiniType = z.ZodMiniType, Delta extends z.ZodMiniType = z.ZodMiniType> = {
  /** Parts of a member's name after the family, separated by colons: `['market', 'period']` for `kline:BTC-USDT:1min`. */
  readonly parts: readonly string[]
  readonly class: ChannelClass
  readonly snap: Snap
  readonly delta: Delta
  readonly merge: Merge
}
/** All that a list of channels may be asked for, whatever its families are. */
export type Channels = Readonly<Record<string, Channel>>

/** Declares a family. Without `merge` every delta is sent by itself. */
export const channel = <Snap extends z.ZodMiniType, Delta extends z.ZodMiniType>(
  family: Omit<Channel<Snap, Delta>, 'merge'> & { readonly merge?: Merge },
): Channel<Snap, Delta> => ({ merge: neverMerge, ...family })

/** Every delta is sent. */
export const neverMerge: Merge = () => null

const isRecord = (data: unknown): data is Readonly<Record<string, unknown>> => typeof data === 'object' && data !== null
const listOf = (data: unknown, field: string): readonly unknown[] => {
  const list = isRecord(data) ? data[field] : undefined
  return Array.isArray(list) ? list : []
}
const fieldOf = (data: unknown, field: string): unknown => (isRecord(data) ? data[field] : undefined)
/** Per key the newer row. Loops instead of `map`: this runs for every delta of every busy market. */
const newestBy = (key: string, older: readonly unknown[], newer: readonly unknown[]): unknown[] => {
  const rows = new Map<unknown, unknown>()
  for (const row of older) rows.set(fieldOf(row, key), row)
  for (const row of newer) rows.set(fieldOf(row, key), row)
  return [...rows.values()]
}

/** Price levels with absolute amounts: per price the newer amount counts; everything else is the newer delta's. */
export const mergeLevels: Merge = (older, newer) => {
  if (!isRecord(newer)) return null
  // A level is `[price, amount]`: its key is its first element.
  const side = (name: string) => newestBy('0', listOf(older, name), listOf(newer, name))
  return { ...newer, bids: side('bids'), asks: side('asks') }
}

/** Rows with absolute values: per key the newer row counts. */
export const mergeRowsBy = (list: string, key: string): Merge => (older, newer) => ({
  [list]: newestBy(key, listOf(older, list), listOf(newer, list)),
})

/** Rows in the order they came, newest first; only the newest `max` are sent. */
export const appendRows = (list: string, max: number): Merge => (older, newer) => ({
  [list]: [...listOf(newer, list), ...listOf(older, list)].slice(0, max),
})

/** One entity a delta: a newer state of the same one replaces the older, different ones are both sent. */
export const replaceSame = (entity: string, key: string): Merge => (older, newer) =>
  fieldOf(fieldOf(older, entity), key) === fieldOf(fieldOf(newer, entity), key) ? newer : null
