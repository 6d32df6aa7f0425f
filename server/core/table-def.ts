export type RowId = number | string
export type ColumnValue = string | number | null
/** How a store keeps a column or an id. */
export type ColumnType = 'int' | 'text'

/** A column stored beside the body, so that the store can page and count by it. Its value follows from the row alone. */
export type Column<R> = { readonly type: ColumnType; readonly of: (row: R) => ColumnValue }
export const int = <R>(of: (row: R) => number | null): Column<R> => ({ type: 'int', of })
export const text = <R>(of: (row: R) => string | null): Column<R> => ({ type: 'text', of })

/** What a table stores, how its rows are found again, and how long they stay in memory. Rows are never changed, only replaced. */
export type TableDef<R> = {
  /** Stored; never changed. */
  readonly name: string
  readonly key: ColumnType
  readonly id: (row: R) => RowId
  /** A new column on a table that exists is added and filled from the rows when the folder is opened. */
  readonly columns?: Readonly<Record<string, Column<R>>>
  /** Groups of columns the store makes an index for. */
  readonly paths?: readonly (readonly string[])[]
  /** In-memory unique keys; null is no key. */
  readonly unique?: Readonly<Record<string, (row: R) => string | null>>
  /** In-memory groups; null is no group. */
  readonly groups?: Readonly<Record<string, (row: R) => RowId | null>>
  /** False: once committed the row is in the store only (ended orders, log lines). Adds the column `live`. */
  readonly isLive?: (row: R) => boolean
  readonly encode?: (row: R) => string
  /** Reads what any release has written: a field that is new gets its default here or by a migration. */
  readonly decode?: (body: string) => R
}
