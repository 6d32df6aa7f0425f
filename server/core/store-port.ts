import type { Column, RowId } from './table-def.ts'
import type { Dirty, Loaded, Shape } from './tables.ts'

/** One journal entry as it is kept: never changed, chained by its hash. */
export type EntryRow = { seq: number; at: number; type: number; ref: string; lines: string; hash: string }
/** One event of one account's stream. */
export type EventRow = { user: number; s: number; at: number; body: string }
/** The first answer under one idempotency key. */
export type KeyRow = { place: string; digest: string; at: number; status: number; answer: string }

/** All that one group of commands has changed: written whole or not at all. */
export type Group = { rows: readonly Dirty[]; entries: readonly EntryRow[]; events: readonly EventRow[]; keys: readonly KeyRow[] }

/** Rows of one table by its columns, newest id first. */
export type PageAsked = {
  table: string
  where: Readonly<Record<string, Column | readonly Column[]>>
  limit: number
  offset: number
}
export type Paged = { bodies: string[]; total: number }

/** Where the truth lies. `commit` returns after it is durable; a throw means nothing of the group is known to be kept. */
export type Store = {
  /** Makes the table if it is new, and brings what memory has to know of it. */
  load: (shape: Shape) => Loaded
  commit: (group: Group) => void
  page: (asked: PageAsked) => Paged
  row: (table: string, id: RowId) => string | null
  key: (place: string) => KeyRow | null
  /** The ring of one account above `after`, oldest first. */
  events: (user: number, after: number, limit: number) => EventRow[]
  /** Highest and lowest number of the ring of one account; zeros when it is empty. */
  ring: (user: number) => { head: number; tail: number }
  /** The end of the journal's chain. */
  journalEnd: () => { seq: number; hash: string }
  entries: (after: number, limit: number) => EntryRow[]
  /** Lets go of old keys and of ring events beyond what must be kept. */
  sweep: (keysBefore: number, eventsBefore: number, eventsKept: number) => void
  meta: (name: string) => string | null
  setMeta: (name: string, value: string) => void
  close: () => void
}
