import { StoreError } from '#server/core/store-error.ts'
import type { DirtyRow, EntryRow, EventRow, Group, KeyRow, MetaRow } from '#server/core/store-port.ts'
import type { ColumnValue, RowId } from '#server/core/table-def.ts'
import { readLines, writeLines, type Line } from './lines.ts'

/** The form of packed groups; this release also reads the one before. */
const version = 2
const compressFrom = 1024

type PackedRow = [table: string, id: RowId, body: Line | null, columns: readonly ColumnValue[]]
type Packed = [
  version: typeof version,
  rows: readonly PackedRow[],
  entries: readonly [seq: number, at: number, type: number, ref: string, lines: Line, hash: string][],
  events: readonly [user: number, s: number, at: number, body: Line][],
  keys: readonly [place: string, digest: string, at: number, status: number, answer: Line][],
  meta: readonly MetaRow[],
]
type PackedBefore = [
  version: 1,
  rows: readonly [table: string, id: RowId, body: string | null, columns: readonly ColumnValue[]][],
  entries: readonly EntryRow[],
  events: readonly EventRow[],
  keys: readonly KeyRow[],
  meta: readonly MetaRow[],
]
type Read = Packed | PackedBefore | [later: number]
const isBefore = (packed: Read): packed is PackedBefore => packed[0] === 1
const isCurrent = (packed: Read): packed is Packed => packed[0] === version

/** A group as one value of the log. */
export function pack({ rows, entries, events, keys, meta }: Group): Buffer {
  const { line, bytes } = writeLines()
  const packed: Packed = [
    version,
    rows.map(({ table, id, body, columns }): PackedRow => [table, id, body === null ? null : line(body), columns]),
    entries.map(({ seq, at, type, ref, lines, hash }) => [seq, at, type, ref, line(lines), hash]),
    events.map(({ user, s, at, body }) => [user, s, at, line(body)]),
    keys.map(({ place, digest, at, status, answer }) => [place, digest, at, status, line(answer)]),
    meta,
  ]
  return bytes(packed, compressFrom)
}
const rowOf = ([table, id, body, columns]: PackedBefore[1][number]): DirtyRow => ({ table, id, body, columns })
/** The group of a value of the log; refuses one of a form that this release does not know. */
export function unpack(bytes: Buffer): Group {
  const { head, text } = readLines<Read>(bytes)
  if (isBefore(head)) {
    const [, rows, entries, events, keys, meta] = head
    return { rows: rows.map(rowOf), entries, events, keys, meta }
  }
  if (!isCurrent(head))
    throw new StoreError('schemaForeign', `a group of the log has form ${head[0]}, this release reads ${version}`)
  const [, rows, entries, events, keys, meta] = head
  return {
    rows: rows.map(([table, id, body, columns]) => rowOf([table, id, body === null ? null : text(body), columns])),
    entries: entries.map(([seq, at, type, ref, lines, hash]) => ({ seq, at, type, ref, lines: text(lines), hash })),
    events: events.map(([user, s, at, body]) => ({ user, s, at, body: text(body) })),
    keys: keys.map(([place, digest, at, status, answer]) => ({ place, digest, at, status, answer: text(answer) })),
    meta,
  }
}
