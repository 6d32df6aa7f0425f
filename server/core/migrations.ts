import type { RowId } from './table-def.ts'

/** What a migration may do, inside the transaction that opens the folder. Tables are those of this release. */
export type MigrationData = {
  rows: (table: string) => Iterable<{ id: RowId; body: string }>
  /** Writes a row with the columns that follow from it. */
  put: (table: string, id: RowId, body: string) => void
  remove: (table: string, id: RowId) => void
}
/**
 * A change of stored data that is more than a new table or a new column: those need no migration, because missing ones are added
 * and filled when a folder is opened. A migration runs once; what it does to a body must not depend on when it runs.
 */
export type Migration = { readonly to: number; readonly why: string; readonly run: (data: MigrationData) => void }

/** Every migration so far, in order. The first schema is 1; a number is never reused, and a migration that was released never changes. */
export const migrations: readonly Migration[] = []

export const firstSchema = 1
/** The schema that a list of migrations leads to. */
export const schemaOf = (list: readonly Migration[]) => list.at(-1)?.to ?? firstSchema
/** The migrations that a folder of schema `from` still needs. */
export const missingFor = (list: readonly Migration[], from: number) => list.filter(({ to }) => to > from)
