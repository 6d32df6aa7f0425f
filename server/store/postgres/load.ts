import { journalTail, type EntryRow, type MetaRow, type Opened, type Shape } from '#server/core/store-port.ts'
import type { Client } from './connect.ts'
import { tableName } from './names.ts'
import { readTable } from './schema.ts'
import { fromStored } from './text.ts'

/** All rows that are kept in memory, and the end of the journal. */
export async function loadAll(client: Client, shapes: readonly Shape[]): Promise<Opened> {
  const loaded = new Map<string, { rows: string[]; highestId: number }>()
  for (const { name, key, columns } of shapes) {
    const rows: string[] = []
    for await (const some of readTable(client, name, 'live' in columns ? 'live = 1' : ''))
      for (const { body } of some) rows.push(body)
    const top = key === 'int' ? `SELECT max(id) AS top FROM ${tableName(name)}` : 'SELECT 0 AS top'
    const {
      rows: [highest],
    } = await client.query<{ top: number | null }>(top)
    loaded.set(name, { rows, highestId: highest?.top ?? 0 })
  }
  const metas = await client.query<MetaRow>('SELECT name, value FROM meta')
  const meta = new Map(metas.rows.map(({ name, value }) => [fromStored(name), fromStored(value)]))
  const {
    rows: [last],
  } = await client.query<{ at: number | null }>(
    `SELECT greatest((SELECT last FROM mark), (SELECT max(at) FROM keys),
       (SELECT at FROM journal ORDER BY seq DESC LIMIT 1)) AS at`,
  )
  return {
    load: (table) => {
      const found = loaded.get(table)
      // Read once: what memory holds need not be held twice.
      loaded.delete(table)
      if (!found) throw new Error(`${table} was not opened`)
      return found
    },
    journal: await journalEnd(client),
    lastAt: last?.at ?? 0,
    meta: (name) => meta.get(name) ?? null,
  }
}
async function journalEnd(client: Client): Promise<Opened['journal']> {
  const { rows } = await client.query<EntryRow>(
    `SELECT seq, at, type, ref, lines, hash FROM journal ORDER BY seq DESC LIMIT ${journalTail + 1}`,
  )
  const entries = rows.toReversed().map((row) => ({ ...row, ref: fromStored(row.ref), lines: fromStored(row.lines) }))
  const tail = entries.slice(-journalTail)
  const last = tail.at(-1)
  return {
    seq: last?.seq ?? 0,
    hash: last?.hash ?? '',
    base: entries.length > journalTail ? (entries[0] ?? null) : null,
    tail,
  }
}
