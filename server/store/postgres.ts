import type { Dump } from '#server/core/dump.ts'
import { noFailpoint, type Failpoint } from '#server/core/failpoints.ts'
import { hostname } from 'node:os'
import { migrations as released, type Migration } from '#server/core/migrations.ts'
import { release as thisRelease } from '#server/core/release.ts'
import { StoreError } from '#server/core/store-error.ts'
import {
  journalTail,
  type EntryRow,
  type MetaRow,
  type Opened,
  type Shape,
  type Store,
} from '#server/core/store-port.ts'
import { connectReads, type Client, type Place } from './postgres/connect.ts'
import { keepPartitions, openLog, readGroups } from './postgres/log.ts'
import { createOverlay } from './postgres/overlay.ts'
import { createProjector, projectGroups, readMark } from './postgres/project.ts'
import { createDump, createReads } from './postgres/reads.ts'
import { tableName } from './postgres/names.ts'
import { readTable, upgradeSchema } from './postgres/schema.ts'
import { keepTerm, leaseMs, standForElection, waitToLead, type Term } from './postgres/term.ts'
import { fromStored } from './postgres/text.ts'

type Options = {
  /** Called once when another process leads, or when that cannot be excluded: this one must end. */
  onDeposed: (thrown: unknown) => void
  /** Called when the tables cannot be brought up to the log for now. */
  onTrouble?: (thrown: unknown) => void
  failpoint?: Failpoint
  migrations?: readonly Migration[]
  release?: string
}
const groupsPerRead = 500
const logLifeMs = 86_400_000

/**
 * The store for more than one machine: PostgreSQL. A group is one row of the log, compressed, which only the process
 * that leads may append; a projector brings it into tables like those of the embedded store, and reads look into both.
 */
export function openPostgres(place: Place, options: Options) {
  const { onDeposed, onTrouble = () => undefined, failpoint = noFailpoint } = options
  const overlay = createOverlay()
  const shapes = new Map<string, Shape>()
  const pool = connectReads(place)
  let isOver = false
  const deposed = (thrown: unknown) => {
    if (isOver) return
    isOver = true
    onDeposed(thrown instanceof StoreError ? thrown : new StoreError('databaseGone', String(thrown)))
  }
  const projector = createProjector({
    place,
    shapes,
    first: overlay.first,
    marked: (n) => void overlay.trim(n),
    failpoint,
    onTrouble,
  })
  let led: { term: Term; lease: ReturnType<typeof keepTerm>; log: Awaited<ReturnType<typeof openLog>> } | null = null

  const lead = async () => {
    const candidate = await standForElection(place, `${hostname()}:${process.pid}`, deposed)
    const until = performance.now() + leaseMs + 1000
    const term = await waitToLead(candidate, () => performance.now() > until)
    if (!term) {
      await candidate.end()
      throw new StoreError('folderInUse', 'another venue leads')
    }
    const lease = keepTerm(term, deposed)
    const log = await openLog({ place, term, lease, failpoint, lost: deposed })
    led = { term, lease, log }
    return led
  }
  const close = async () => {
    isOver = true
    await projector.stop()
    await led?.lease.release().catch(() => undefined)
    await Promise.allSettled([led?.term.client.end(), led?.log.end(), pool.end()])
  }
  const open = async (all: readonly Shape[]): Promise<Opened> => {
    for (const shape of all) shapes.set(shape.name, shape)
    const { client, n } = (await lead()).term
    const { migrations = released, release = thisRelease } = options
    try {
      await inTransaction(client, () => upgradeSchema(client, all, { migrations, release }))
      await catchUp(client, shapes, n)
      return await loadAll(client, all)
    } catch (thrown) {
      // It leads and does nothing with it: another may.
      await close()
      throw thrown
    }
  }
  return {
    store: {
      open,
      append: async (group) => {
        if (!led) throw new Error('the store is not open')
        const n = await led.log.append(group)
        overlay.add({ n, group })
        projector.wake()
      },
      ...createReads({ pool, overlay, shapes }),
      dump: createDump(() => pool),
      close,
    } satisfies Store & { dump: Dump },
    /** False when another process may lead by now: then nothing that this one says is certain. */
    isCertain: () => led?.lease.isCertain() ?? false,
    /** The term, the last group, and up to which one the tables are. */
    place: () => ({ epoch: led?.term.epoch ?? 0, n: led?.log.n() ?? 0, mark: projector.mark() }),
  }
}

async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  // A migration may take longer than an answer.
  await client.query('BEGIN; SET LOCAL statement_timeout = 0')
  try {
    const value = await work()
    const { command } = await client.query('COMMIT')
    if (command !== 'COMMIT') throw new StoreError('commitFailed', `the database answered ${command}`)
    return value
  } catch (thrown) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw thrown
  }
}
/** Brings everything of the log into the tables. */
async function catchUp(client: Client, shapes: ReadonlyMap<string, Shape>, n: number) {
  let mark = await readMark(client)
  await keepPartitions(client, n, mark, logLifeMs)
  while (mark < n) {
    const groups = await readGroups(client, mark, groupsPerRead)
    if (groups.length === 0) throw new StoreError('chainBroken', `the log ends at ${mark}, before ${n}`)
    mark = await projectGroups(client, shapes, { mark, groups })
  }
}
/** All rows that are kept in memory, and the end of the journal. */
async function loadAll(client: Client, shapes: readonly Shape[]): Promise<Opened> {
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
    `SELECT greatest((SELECT max(at) FROM events), (SELECT max(at) FROM keys),
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
