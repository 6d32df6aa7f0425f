import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { StoreError } from '#server/core/store-error.ts'
import type { EntryRow, EventRow, Group, KeyRow, MetaRow } from '#server/core/store-port.ts'
import type { ColumnValue, RowId } from '#server/core/table-def.ts'

/** The form of packed groups; this release also reads the one before. */
const version = 1
const oldestRead = 1

type PackedRow = [table: string, id: RowId, body: string | null, columns: readonly ColumnValue[]]
type Packed = [
  version: number,
  rows: readonly PackedRow[],
  entries: readonly EntryRow[],
  events: readonly EventRow[],
  keys: readonly KeyRow[],
  meta: readonly MetaRow[],
]
/** Compressing at the lowest level costs less than sending what it saves. */
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** A group as one value of the log. JSON escapes what PostgreSQL does not take, and the value is bytes anyway. */
export function pack({ rows, entries, events, keys, meta }: Group): Buffer {
  const packed: Packed = [
    version,
    rows.map(({ table, id, body, columns }): PackedRow => [table, id, body, columns]),
    entries,
    events,
    keys,
    meta,
  ]
  return zstdCompressSync(JSON.stringify(packed), fast)
}
export function unpack(bytes: Buffer): Group {
  const [written, rows, entries, events, keys, meta]: Packed = JSON.parse(zstdDecompressSync(bytes).toString())
  if (written > version || written < oldestRead)
    throw new StoreError('schemaForeign', `a group of the log has form ${written}, this release reads ${version}`)
  return { rows: rows.map(([table, id, body, columns]) => ({ table, id, body, columns })), entries, events, keys, meta }
}
