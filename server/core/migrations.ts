import type { MigrationData } from './table-def.ts'

/**
 * A change of stored data beyond new tables and columns (those need no migration: they are added and filled when a
 * folder is opened). A migration runs once per folder; its effect on a body must not depend on when it runs.
 */
export type Migration = { readonly to: number; readonly why: string; readonly run: (data: MigrationData) => void }

/**
 * All migrations in order. The first schema is 1. Numbers are never reused, and a released migration is never changed.
 */
export const migrations: readonly Migration[] = [
  {
    to: 2,
    why: 'the first releases would open a folder of release 1.1 without a word; they refuse a schema that is newer than theirs',
    run: () => undefined,
  },
]

export const firstSchema = 1
/** The schema version after all migrations of a list. */
export const schemaOf = (list: readonly Migration[]) => list.at(-1)?.to ?? firstSchema
/** The migrations that a folder of schema `from` still needs. */
export const missingFor = (list: readonly Migration[], from: number) => list.filter(({ to }) => to > from)
