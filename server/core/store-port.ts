import type { Maybe } from './maybe.ts'
import type { ColumnType, ColumnValue, MigrationData, RowId } from './table-def.ts'

/** A journal entry as stored; immutable and chained by its hash (L6). */
export type EntryRow = { seq: number; at: number; type: number; ref: string; lines: string; hash: string }
/** One event of a user's own channel; `s` is its sequence number. */
export type EventRow = { user: number; s: number; at: number; body: string }
/** The first answer under one idempotency key; `place` is the key's scope. */
export type KeyRow = { place: string; digest: string; at: number; status: number; answer: string }
/** A changed row; `body` is null if the row was removed. */
export type DirtyRow = { table: string; id: RowId; body: string | null; columns: readonly ColumnValue[] }

/** All changes of one group of commands, written atomically. */
export type Group = {
  rows: readonly DirtyRow[]
  entries: readonly EntryRow[]
  events: readonly EventRow[]
  keys: readonly KeyRow[]
  meta: readonly MetaRow[]
}
export type MetaRow = { name: string; value: string }

/**
 * A table as the store sees it. `columnsOf` computes column values from a stored body, to fill columns that are new.
 */
export type Shape = {
  readonly name: string
  readonly key: ColumnType
  readonly columns: Readonly<Record<string, ColumnType>>
  readonly paths: readonly (readonly string[])[]
  readonly columnsOf: (body: string) => readonly ColumnValue[]
  /** The rows of a table that is added to an existing folder; null if it begins empty. */
  readonly fill: ((data: Pick<MigrationData, 'rows'>) => Iterable<{ id: RowId; body: string }>) | null
}
/** The rows to load into memory, and the highest numeric id the table has had. */
export type Loaded = { rows: Iterable<string>; highestId: number }
/** What an opened store provides for the start. */
export type Opened = {
  load: (table: string) => Loaded
  /**
   * The end of the journal: `tail` has its last entries (up to `journalTail`), oldest first; `base` is the entry before
   * them.
   */
  journal: { seq: number; hash: string; base: EntryRow | null; tail: readonly EntryRow[] }
  /** The latest timestamp in the store, in epoch milliseconds; 0 for a new store. */
  lastAt: number
  meta: (name: string) => string | null
}

/** Query for rows of one table by column values, highest id first; a list matches any of its values. */
export type PageQuery = {
  table: string
  where: Readonly<Record<string, ColumnValue | readonly ColumnValue[]>>
  /** A range of one column, both ends included. */
  between?: { readonly column: string; readonly from: number; readonly to: number }
  limit: number
  offset: number
}
export type PageResult = { bodies: string[]; total: number }

/**
 * Durable storage. Methods may return values or promises. If `append` throws or rejects, no part of the group may be
 * assumed to be stored. At most one `append` is in flight.
 */
export type Store = {
  /**
   * Creates missing tables and columns, runs migrations, and loads what the start needs. Refuses a folder of a newer
   * schema.
   */
  open: (shapes: readonly Shape[]) => Maybe<Opened>
  append: (group: Group) => Maybe<void>
  page: (asked: PageQuery) => Maybe<PageResult>
  row: (table: string, id: RowId) => Maybe<string | null>
  /**
   * The rows of a table with numeric ids from `low` to `high`, in order: the last ones, highest id first, or the first
   * ones, lowest first.
   */
  span: (table: string, low: number, high: number, limit: number, from: 'low' | 'high') => Maybe<string[]>
  /**
   * Rows that were over (`spentAt`) before an instant, the oldest first. A row that changes just now may be left out.
   */
  spent: (table: string, before: number, limit: number) => Maybe<string[]>
  key: (place: string) => Maybe<KeyRow | null>
  /** The events of one account above `after`, oldest first. */
  events: (user: number, after: number, limit: number) => Maybe<EventRow[]>
  /** Highest and lowest stored event number of one account; zeros when there is none. */
  ring: (user: number) => Maybe<{ head: number; tail: number }>
  entries: (after: number, limit: number) => Maybe<EntryRow[]>
  /**
   * One bounded step of deleting old keys, and old events beyond those that must be kept, of the users after
   * `afterUser`. Returns the user to go on after, or null when all have been looked at.
   */
  sweep: (keysBefore: number, eventsBefore: number, eventsKept: number, afterUser?: number) => Maybe<number | null>
  close: () => Maybe<void>
}
/** How many entries at the end of the journal are checked at start, before new ones are chained to them. */
export const journalTail = 500
