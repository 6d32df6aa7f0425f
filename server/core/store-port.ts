import type { Maybe } from './maybe.ts'
import type { ColumnType, ColumnValue, RowId } from './table-def.ts'

/** A journal entry as stored: never changed, chained by its hash. */
export type EntryRow = { seq: number; at: number; type: number; ref: string; lines: string; hash: string }
/** One event of one account's channel. */
export type EventRow = { user: number; s: number; at: number; body: string }
/** The first answer under one idempotency key. */
export type KeyRow = { place: string; digest: string; at: number; status: number; answer: string }
/** A row that has changed; without a body it is gone. */
export type DirtyRow = { table: string; id: RowId; body: string | null; columns: readonly ColumnValue[] }

/** All that one group of commands has changed: written as a whole or not at all. */
export type Group = {
  rows: readonly DirtyRow[]
  entries: readonly EntryRow[]
  events: readonly EventRow[]
  keys: readonly KeyRow[]
  meta: readonly MetaRow[]
}
export type MetaRow = { name: string; value: string }

/** A table as the store has to know it. `columnsOf` computes its columns from a stored body, for columns that are new. */
export type Shape = {
  readonly name: string
  readonly key: ColumnType
  readonly columns: Readonly<Record<string, ColumnType>>
  readonly paths: readonly (readonly string[])[]
  readonly columnsOf: (body: string) => readonly ColumnValue[]
}
/** Rows that memory has to hold, and the highest numeric id the table has ever had. */
export type Loaded = { rows: Iterable<string>; highestId: number }
/** A store that was opened: everything a start needs. */
export type Opened = {
  load: (table: string) => Loaded
  /** The end of the journal: up to `tail` of its last entries, oldest first, after the entry they build on. */
  journal: { seq: number; hash: string; base: EntryRow | null; tail: readonly EntryRow[] }
  /** The latest instant anything was written at; 0 for a fresh store. */
  lastAt: number
  meta: (name: string) => string | null
}

/** Rows of one table by its columns, newest id first. */
export type PageAsked = {
  table: string
  where: Readonly<Record<string, ColumnValue | readonly ColumnValue[]>>
  limit: number
  offset: number
}
export type Paged = { bodies: string[]; total: number }

/**
 * Where the durable state is. A store may answer at once or later; a rejected or thrown `append` means that nothing of the group is
 * known to be stored. One `append` is under way at a time.
 */
export type Store = {
  /** Makes missing tables and columns, runs migrations, and brings what a start needs. Refuses a folder of a newer version. */
  open: (shapes: readonly Shape[]) => Maybe<Opened>
  append: (group: Group) => Maybe<void>
  page: (asked: PageAsked) => Maybe<Paged>
  row: (table: string, id: RowId) => Maybe<string | null>
  key: (place: string) => Maybe<KeyRow | null>
  /** The events of one account above `after`, oldest first. */
  events: (user: number, after: number, limit: number) => Maybe<EventRow[]>
  /** Highest and lowest stored event number of one account; zeros when there is none. */
  ring: (user: number) => Maybe<{ head: number; tail: number }>
  entries: (after: number, limit: number) => Maybe<EntryRow[]>
  /** Drops old keys, and events beyond those that must be kept. */
  sweep: (keysBefore: number, eventsBefore: number, eventsKept: number) => Maybe<void>
  close: () => Maybe<void>
}
/** How many entries at the end of the journal are checked before the venue starts on them. */
export const journalTail = 500
