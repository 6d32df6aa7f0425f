import type * as z from 'zod/mini'

/**
 * `latest`: only the newest value counts, there is no base. `state`: a snapshot, then deltas on a base. `stream`:
 * numbered events without gaps.
 */
export type ChannelClass = 'latest' | 'state' | 'stream'

/** Merges two consecutive deltas of one channel, in wire form, into one; null if both must be sent. */
export type Merge = (older: unknown, newer: unknown) => unknown

/** One family of channels: the names of its members, their payloads, and how pending deltas are merged. */
export type Channel<Snap extends z.ZodMiniType = z.ZodMiniType, Delta extends z.ZodMiniType = z.ZodMiniType> = {
  /**
   * Parts of a member's name after the family, separated by colons: `['market', 'period']` for `kline:BTC-USDT:1min`.
   */
  readonly parts: readonly string[]
  readonly class: ChannelClass
  /** `members`: only some users may follow it, and what is sent may differ by user. `all`: whoever is logged in. */
  readonly audience: 'all' | 'members'
  readonly snap: Snap
  readonly delta: Delta
  readonly merge: Merge
}
/** A table of channel families by name. */
export type Channels = Readonly<Record<string, Channel>>

type Part<Snap extends z.ZodMiniType, Delta extends z.ZodMiniType> = Omit<Channel<Snap, Delta>, 'merge' | 'audience'> &
  Partial<Pick<Channel, 'merge'>>
export type MembersChannel<
  Snap extends z.ZodMiniType = z.ZodMiniType,
  Delta extends z.ZodMiniType = z.ZodMiniType,
> = Channel<Snap, Delta> & { readonly audience: 'members' }

/** Declares a family that only some users may follow. */
export const membersChannel = <Snap extends z.ZodMiniType, Delta extends z.ZodMiniType>(
  family: Part<Snap, Delta>,
): MembersChannel<Snap, Delta> => ({
  merge: neverMerge,
  ...family,
  audience: 'members',
})
/** Declares a family. Without `merge`, deltas are never merged. */
export const channel = <Snap extends z.ZodMiniType, Delta extends z.ZodMiniType>(
  family: Part<Snap, Delta>,
): Channel<Snap, Delta> & { readonly audience: 'all' } => ({ merge: neverMerge, ...family, audience: 'all' })

/** Never merges: every delta is sent. */
export const neverMerge: Merge = () => null

const isRecord = (data: unknown): data is Readonly<Record<string, unknown>> => typeof data === 'object' && data !== null
const listOf = (data: unknown, field: string): readonly unknown[] => {
  const list = isRecord(data) ? data[field] : undefined
  return Array.isArray(list) ? list : []
}
const fieldOf = (data: unknown, field: string): unknown => (isRecord(data) ? data[field] : undefined)
/** The newest row per key. Uses loops for speed: it runs for every delta of every busy market. */
const newestBy = (key: string, older: readonly unknown[], newer: readonly unknown[]): unknown[] => {
  const rows = new Map<unknown, unknown>()
  for (const row of older) rows.set(fieldOf(row, key), row)
  for (const row of newer) rows.set(fieldOf(row, key), row)
  return [...rows.values()]
}

/**
 * Merges price levels with absolute amounts: per price the newer amount wins; all other fields are taken from the newer
 * delta.
 */
export const mergeLevels: Merge = (older, newer) => {
  if (!isRecord(newer)) return null
  // A level is `[price, amount]`: its key is its first element.
  const side = (name: string) => newestBy('0', listOf(older, name), listOf(newer, name))
  return { ...newer, bids: side('bids'), asks: side('asks') }
}

/** Merges rows with absolute values: per key the newer row wins. */
export const mergeRowsBy =
  (list: string, key: string): Merge =>
  (older, newer) => ({
    [list]: newestBy(key, listOf(older, list), listOf(newer, list)),
  })

/** Concatenates rows, newest first, and keeps the newest `max`. */
export const appendRows =
  (list: string, max: number): Merge =>
  (older, newer) => ({
    [list]: [...listOf(newer, list), ...listOf(older, list)].slice(0, max),
  })

/**
 * For deltas with one entity each: a newer state replaces an older one of the same entity; different entities are not
 * merged.
 */
export const replaceSame =
  (entity: string, key: string): Merge =>
  (older, newer) =>
    fieldOf(fieldOf(older, entity), key) === fieldOf(fieldOf(newer, entity), key) ? newer : null
