import type { EventRow } from '#server/core/store-port.ts'
import type { Client, Pool } from './connect.ts'
import { bigints, bytes } from './lists.ts'
import { readLines, writeLines, type Line } from './lines.ts'
import { fromStored } from './text.ts'

// The events of one user that come together stand in one row: they are written once and read together, and as rows of
// their own they were most of what the tables cost.

type Query = Pick<Client | Pool, 'query'>
/** Events of one user, from one number to another. */
export type Run = { user: number; first: number; s: number; at: number; body: Buffer }
type Packed = readonly (readonly [at: number, body: Line])[]
const compressFrom = 8192

function runOf(events: readonly EventRow[]): Run[] {
  const [first, last] = [events[0], events.at(-1)]
  if (!first || !last) return []
  const { line, bytes: whole } = writeLines()
  const packed: Packed = events.map(({ at, body }) => [at, line(body)])
  const { user, s, at } = last
  return [{ user, first: first.s, s, at, body: whole(packed, compressFrom) }]
}
/** The events of a run, in their order. */
export function eventsIn({ user, first, body }: Pick<Run, 'user' | 'first' | 'body'>): EventRow[] {
  const { head, text } = readLines<Packed>(body)
  return head.map(([at, line], n) => ({ user, s: first + n, at, body: text(line) }))
}
/** Runs of numbers without a gap, of each user. */
function runsOf(events: readonly EventRow[]): Run[] {
  const runs: Run[] = []
  for (const of of Map.groupBy(events, ({ user }) => user).values()) {
    let from = 0
    of.forEach(({ s }, at) => {
      const next = of[at + 1]
      if (next?.s === s + 1) return
      runs.push(...runOf(of.slice(from, at + 1)))
      from = at + 1
    })
  }
  return runs
}
export function putEvents(client: Query, events: readonly EventRow[]) {
  const runs = runsOf(events)
  return client.query({
    name: 'put_events',
    text: `INSERT INTO runs ("user", first, s, at, body)
           SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[])`,
    values: [
      bigints(runs.map(({ user }) => user)),
      bigints(runs.map(({ first }) => first)),
      bigints(runs.map(({ s }) => s)),
      bigints(runs.map(({ at }) => at)),
      bytes(runs.map(({ body }) => body)),
    ],
  })
}

const eventsPerRead = 2000
/** Brings the events of a database in which each was a row of its own into runs, in the transaction of the caller. */
export async function foldEvents(client: Query) {
  const { rows: found } = await client.query<{ is: boolean }>(`SELECT to_regclass('events') IS NOT NULL AS is`)
  if (found[0]?.is !== true) return
  for (let from = [0, 0]; ; ) {
    const { rows } = await client.query<EventRow>(
      `SELECT "user", s, at, body FROM events WHERE ("user", s) > ($1, $2) ORDER BY "user", s LIMIT ${eventsPerRead}`,
      from,
    )
    const last = rows.at(-1)
    if (!last) break
    await putEvents(
      client,
      rows.map((row) => ({ ...row, body: fromStored(row.body) })),
    )
    from = [last.user, last.s]
  }
  await client.query('UPDATE mark SET last = greatest(last, (SELECT max(at) FROM events)); DROP TABLE events')
}
