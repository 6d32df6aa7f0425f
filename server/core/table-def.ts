export type RowId = number | string
export type Column = string | number | null

/** What a table keeps, how it is found again, and how long it stays in memory. Rows are never changed, only replaced. */
export type TableDef<R> = {
  readonly name: string
  readonly id: (row: R) => RowId
  /** Columns stored beside the body, to page by from the store. */
  readonly columns?: Readonly<Record<string, (row: R) => Column>>
  /** Groups of columns the store makes an index for. */
  readonly paths?: readonly (readonly string[])[]
  /** In-memory unique keys; null is no key. */
  readonly unique?: Readonly<Record<string, (row: R) => string | null>>
  /** In-memory groups; null is no group. */
  readonly groups?: Readonly<Record<string, (row: R) => RowId | null>>
  /** False: once committed it lives in the store only (ended orders, log lines). Adds the column `live`. */
  readonly isLive?: (row: R) => boolean
  readonly encode?: (row: R) => string
  readonly decode?: (body: string) => R
}
