import type { DirtyRow, EntryRow, Group, KeyRow, MetaRow, Shape } from '#server/core/store-port.ts'
import type { Client } from './connect.ts'
import { bigints, integers, texts } from './lists.ts'
import { arrays, quoted, tableName } from './names.ts'
import { putEvents } from './runs.ts'
import { cellOf, toStored } from './text.ts'

type Query = Pick<Client, 'query'>
const listOf = { int: bigints, text: texts } as const

/**
 * Writes rows of one table: those with a body are put, the others removed. `g` is the number of the group that changed
 * them; null leaves it as it is.
 */
export async function putRows(client: Query, shape: Shape, rows: readonly DirtyRow[], g: number | null) {
  const { name, key, columns } = shape
  const table = tableName(name)
  const put = rows.filter(({ body }) => body !== null)
  const gone = rows.filter(({ body }) => body === null)
  if (put.length > 0) {
    const names = ['id', 'body', ...Object.keys(columns).map(quoted)]
    const types = [arrays[key], 'text[]', ...Object.values(columns).map((type) => arrays[type])]
    const lists = types.map((type, at) => `$${at + 2}::${type}`)
    const updates = [...names.slice(1), ...(g === null ? [] : ['g'])].map((column) => `${column} = excluded.${column}`)
    await client.query({
      name: `put_${name}${g === null ? '_as' : ''}`,
      text: `INSERT INTO ${table} (g, ${names.join(', ')})
             SELECT $1::bigint, u.* FROM unnest(${lists.join(', ')}) u
             ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}`,
      values: [
        g ?? 0,
        listOf[key](put.map(({ id }) => cellOf(id))),
        texts(put.map(({ body }) => toStored(body ?? ''))),
        ...Object.values(columns).map((type, at) => listOf[type](put.map((row) => cellOf(row.columns[at] ?? null)))),
      ],
    })
  }
  if (gone.length > 0)
    await client.query({
      name: `drop_${name}`,
      text: `DELETE FROM ${table} WHERE id = ANY($1::${arrays[key]})`,
      values: [listOf[key](gone.map(({ id }) => cellOf(id)))],
    })
}

export const putEntries = (client: Query, entries: readonly EntryRow[]) =>
  client.query({
    name: 'put_journal',
    text: `INSERT INTO journal
           SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[])`,
    values: [
      bigints(entries.map(({ seq }) => seq)),
      bigints(entries.map(({ at }) => at)),
      integers(entries.map(({ type }) => type)),
      texts(entries.map(({ ref }) => toStored(ref))),
      texts(entries.map(({ lines }) => toStored(lines))),
      texts(entries.map(({ hash }) => hash)),
    ],
  })
/** The last of several values under one name. */
const lastBy = <T>(all: readonly T[], nameOf: (one: T) => string): T[] => [
  ...new Map(all.map((each) => [nameOf(each), each])).values(),
]
export function putKeys(client: Query, all: readonly KeyRow[]) {
  const keys = lastBy(all, ({ place }) => place)
  return client.query({
    name: 'put_keys',
    text: `INSERT INTO keys SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::text[])
           ON CONFLICT (place) DO UPDATE
           SET digest = excluded.digest, at = excluded.at, status = excluded.status, answer = excluded.answer`,
    values: [
      texts(keys.map(({ place }) => toStored(place))),
      texts(keys.map(({ digest }) => toStored(digest))),
      bigints(keys.map(({ at }) => at)),
      integers(keys.map(({ status }) => status)),
      texts(keys.map(({ answer }) => toStored(answer))),
    ],
  })
}
export function putMeta(client: Query, all: readonly MetaRow[]) {
  const meta = lastBy(all, ({ name }) => name)
  return client.query({
    name: 'put_meta',
    text: `INSERT INTO meta SELECT * FROM unnest($1::text[], $2::text[])
           ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    values: [texts(meta.map(({ name }) => toStored(name))), texts(meta.map(({ value }) => toStored(value)))],
  })
}

/** Several groups as one: of each row only its latest state. */
function merged(groups: readonly Group[]): Group {
  const [only, ...more] = groups
  if (only && more.length === 0) return only
  const rows = new Map<string, DirtyRow>()
  for (const group of groups) for (const row of group.rows) rows.set(`${row.table}|${row.id}`, row)
  return {
    rows: [...rows.values()],
    entries: groups.flatMap(({ entries }) => entries),
    events: groups.flatMap(({ events }) => events),
    keys: groups.flatMap(({ keys }) => keys),
    meta: groups.flatMap(({ meta }) => meta),
  }
}
/** Writes groups into the tables, in the transaction of the caller; `g` is the number of the last of them. */
export async function putGroups(
  client: Query,
  shapes: ReadonlyMap<string, Shape>,
  groups: readonly Group[],
  g: number,
) {
  const { rows, entries, events, keys, meta } = merged(groups)
  for (const [table, some] of Map.groupBy(rows, (row) => row.table)) {
    const shape = shapes.get(table)
    if (!shape) throw new Error(`${table} was never opened`)
    await putRows(client, shape, some, g)
  }
  if (entries.length > 0) await putEntries(client, entries)
  if (events.length > 0) await putEvents(client, events)
  if (keys.length > 0) await putKeys(client, keys)
  if (meta.length > 0) await putMeta(client, meta)
}
