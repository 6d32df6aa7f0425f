import type { Level } from '#contract/market/market.ts'
import { parseDec } from '#contract/wire/money.ts'

type Row = { readonly key: bigint; readonly level: Level }
/** One side of a book, best first. `isCut`: the server has more levels than it sends, so the edge is not the end. */
export type Side = { readonly sign: 1n | -1n; readonly rows: readonly Row[]; readonly isCut: boolean }

/** The server sends the best fifty levels of each side. */
const maxLevels = 50
/** With fewer levels than this left of a cut side, those behind the edge come only with a snapshot. */
const minLevels = 10

/** A side built from all its levels: bids descend, asks ascend. */
export function sideOf(kind: 'bids' | 'asks', levels: readonly Level[]): Side {
  const sign = kind === 'bids' ? -1n : 1n
  const empty: Side = { sign, rows: [], isCut: false }
  return { ...putAll(empty, levels), isCut: levels.length >= maxLevels }
}

/** Amounts are absolute: a level replaces the one at its price, "0" removes it; removing a missing one does nothing. */
export function putAll(side: Side, levels: readonly Level[]): Side {
  if (levels.length === 0) return side
  const rows = [...side.rows]
  const places = new Map<string, number>()
  for (const level of levels) {
    // A side that is built from nothing has no level to replace.
    if (side.rows.length > 0 && replace(rows, places, level)) continue
    put(rows, level, side.sign)
    places.clear()
  }
  return { ...side, rows: rows.slice(0, maxLevels), isCut: side.isCut || rows.length > maxLevels }
}

const isNone = (amount: string) => /^[0.]*$/.test(amount)

/**
 * Most levels only change their amount: those need no search. `places` is where each price stands, and empty once that
 * has changed.
 */
function replace(rows: Row[], places: Map<string, number>, level: Level): boolean {
  if (places.size === 0) rows.forEach((row, at) => places.set(row.level[0], at))
  const at = places.get(level[0])
  const row = at === undefined ? undefined : rows[at]
  if (at === undefined || row === undefined || isNone(level[1])) return false
  rows[at] = { key: row.key, level }
  return true
}

function put(rows: Row[], level: Level, sign: bigint) {
  const key = parseDec(level[0]) * sign
  const at = indexOf(rows, key)
  const isThere = rows[at]?.key === key
  if (isNone(level[1])) rows.splice(at, isThere ? 1 : 0)
  else rows.splice(at, isThere ? 1 : 0, { key, level })
}

function indexOf(rows: readonly Row[], key: bigint): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = rows[middle]
    if (row !== undefined && row.key < key) low = middle + 1
    else high = middle
  }
  return low
}

export const levelsOf = ({ rows }: Side): readonly Level[] => rows.map(({ level }) => level)
/** So many levels were removed that those behind the edge may be missing. */
export const isDepleted = ({ rows, isCut }: Side) => isCut && rows.length < minLevels
/** Whether the best bid is not below the best ask; such a book cannot be shown. */
export function isCrossed(bids: Side, asks: Side): boolean {
  const bid = bids.rows[0]
  const ask = asks.rows[0]
  return bid !== undefined && ask !== undefined && -bid.key >= ask.key
}
