import type { EntryRow, EventRow, KeyRow, MetaRow } from './store-port.ts'
import type { RowId } from './table-def.ts'

type Some<T> = AsyncIterable<readonly T[]> | Iterable<readonly T[]>
/** All that an opened store holds, from the first to the last, some at a time; nothing may be appended meanwhile. */
export type Dump = {
  rows: (table: string) => Some<{ id: RowId; body: string }>
  entries: () => Some<EntryRow>
  events: () => Some<EventRow>
  keys: () => Some<KeyRow>
  meta: () => Promise<readonly MetaRow[]> | readonly MetaRow[]
}
