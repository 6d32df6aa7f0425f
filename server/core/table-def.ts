export type RowId = number | string

/**
 * What a migration may do, within the transaction that opens the data folder. Only tables of this release can be named.
 */
export type MigrationData = {
  rows: (table: string) => Iterable<{ id: RowId; body: string }>
  /** Writes a row; its columns are computed from `body`. */
  put: (table: string, id: RowId, body: string) => void
  remove: (table: string, id: RowId) => void
}
export type ColumnValue = string | number | null
/** The storage type of a column or an id. */
export type ColumnType = 'int' | 'text'

/** A column stored next to the body, so that the store can filter, page and count by it. A pure function of the row. */
export type Column<R> = { readonly type: ColumnType; readonly of: (row: R) => ColumnValue }
export const int = <R>(of: (row: R) => number | null): Column<R> => ({ type: 'int', of })
export const text = <R>(of: (row: R) => string | null): Column<R> => ({ type: 'text', of })

/**
 * Definition of a table: what it stores, how rows are looked up, and how long they stay in memory. Rows are replaced,
 * never mutated.
 */
export type TableDef<R> = {
  /** Part of the stored table's name; never changed. */
  readonly name: string
  readonly key: ColumnType
  readonly id: (row: R) => RowId
  /** A column that an existing stored table lacks is added and filled from the rows when the data folder is opened. */
  readonly columns?: Readonly<Record<string, Column<R>>>
  /** Lists of columns; the store creates an index for each. */
  readonly paths?: readonly (readonly string[])[]
  /** In-memory unique keys by name; a row with null has no key. */
  readonly unique?: Readonly<Record<string, (row: R) => string | null>>
  /** In-memory groups by name; a row with null is in no group. */
  readonly groups?: Readonly<Record<string, (row: R) => RowId | null>>
  /** A number of each row; the table knows their sum. */
  readonly sum?: (row: R) => number
  /** A number by which rows in memory are looked up, least first. */
  readonly order?: (row: R) => number
  /** Terms by which rows in memory are searched. */
  readonly terms?: (row: R) => readonly string[]
  /** False: after its commit the row is only in the store (closed orders, log lines). Adds the column `live`. */
  readonly isLive?: (row: R) => boolean
  /** False: a row that is not live any more leaves the store as well, because nobody reads it. */
  readonly isKept?: false
  /**
   * The instant since which a row is over and has moved nothing that a page or the books still need, or null: some time
   * later it leaves the store for the archive. Adds the column `spent`; only of rows that are not live.
   */
  readonly spentAt?: (row: R) => number | null
  /**
   * The first rows of a table that a data folder lacks, from what the folder holds; run once, when the table is added
   * to it.
   */
  readonly fill?: (data: Pick<MigrationData, 'rows'>) => Iterable<R>
  readonly encode?: (row: R) => string
  /** Reads bodies written by any release: a new field gets its default here or by a migration. */
  readonly decode?: (body: string) => R
}
