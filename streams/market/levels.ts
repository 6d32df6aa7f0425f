import type { Level } from '#contract/market.ts'
import { parseDec } from '#contract/wire/money.ts'

type Row = { readonly key: bigint; readonly level: Level }
/** One side of a book, best first. `isCut`: there were more levels than the server tells, so the edge is not the end. */
export type Side = { readonly update: 1n | -1n; readonly rows: readonly Row[]; readonly isCut: boolean }

/** The server tells the best fifty of each side. */
const maxLevels = 50
/** With fewer than this left of a book that was cut, the next levels come only with a snapshot. */
const minLevels = 10

/** A side from nothing: bids fall, asks rise. */
export function sideOf(kind: 'bids' | 'asks', levels: readonly Level[]): Side {
  const update = kind === 'bids' ? -1n : 1n
  const empty: Side = { update, rows: [], isCut: false }
  return { ...putAll(empty, levels), isCut: levels.length >= maxLevels }
}

/** Absolute amounts: each level replaces its price, "0" takes it away, an unknown one to take away is nothing. */
export function putAll(side: Side, levels: readonly Level[]): Side {
  if (levels.length === 0) return side
  const rows = [...side.rows]
  for (const level of levels) put(rows, level, side.update)
  return { ...side, rows: rows.slice(0, maxLevels), isCut: side.isCut || rows.length > maxLevels }
}

function put(rows: Row[], level: Level, update: bigint) {
  const key = parseDec(level[0]) * update
  const at = placeOf(rows, key)
  const isThere = rows[at]?.key === key
  if (/^[0.]*$/.test(level[1])) rows.splice(at, isThere ? 1 : 0)
  else rows.splice(at, isThere ? 1 : 0, { key, level })
}

function placeOf(rows: readonly Row[], key: bigint): number {
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
/** So much was eaten that what lies behind the edge may be missing. */
export const isEaten = ({ rows, isCut }: Side) => isCut && rows.length < minLevels
/** A book whose best bid is not below its best ask cannot be shown as one. */
export function isCrossed(bids: Side, asks: Side): boolean {
  const bid = bids.rows[0]
  const ask = asks.rows[0]
  return bid !== undefined && ask !== undefined && -bid.key >= ask.key
}
