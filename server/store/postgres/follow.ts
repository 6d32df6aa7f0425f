import { StoreError } from '#server/core/store-error.ts'
import { journalTail, type EntryRow, type Group, type Opened, type Shape } from '#server/core/store-port.ts'
import { connect, type Place } from './connect.ts'
import { loadAll } from './load.ts'
import { readGroups, storedGroup } from './log.ts'
import { tableName } from './names.ts'
import { followerName } from './followers.ts'
import type { Overlay } from './overlay.ts'
import { readMark } from './mark.ts'
import type { Projector } from './project.ts'
import { isOfRelease } from './schema.ts'

/** What one who may lead soon holds of the venue. */
export type Hold = {
  /** The rows that are kept in memory; called again when it must begin anew. */
  load: (load: Opened['load']) => void
  /** The rows of one group, in the order of the log. */
  apply: (rows: Group['rows']) => void
}
const groupsPerRead = 500
/** What the start of a venue needs besides its rows, after each group. */
function createEnd({ journal, lastAt, meta }: Opened) {
  const entries: EntryRow[] = [...(journal.base ? [journal.base] : []), ...journal.tail]
  const metas = new Map<string, string>()
  let at = lastAt
  return {
    take: (group: Group) => {
      entries.push(...group.entries)
      entries.splice(0, Math.max(0, entries.length - journalTail - 1))
      for (const { name, value } of group.meta) metas.set(name, value)
      for (const some of [group.entries, group.events, group.keys]) for (const each of some) at = Math.max(at, each.at)
    },
    opened: (load: Opened['load']): Opened => {
      const tail = entries.slice(-journalTail)
      const last = tail.at(-1)
      const base = entries.length > journalTail ? (entries[0] ?? null) : null
      return {
        load,
        journal: { seq: last?.seq ?? 0, hash: last?.hash ?? '', base, tail },
        lastAt: at,
        meta: (name) => metas.get(name) ?? meta(name),
      }
    },
  }
}

type Ports = {
  place: Place
  shapes: ReadonlyMap<string, Shape>
  overlay: Overlay
  projector: Pick<Projector, 'wake'>
  release: string
  hold: Hold
  /** Whether this process hears gateways. */
  hears: () => boolean
}
const spent: Opened['load'] = (table) => {
  throw new Error(`${table} is in memory already`)
}
/**
 * Holds the rows of a venue that another process leads, and brings its groups into the tables. Resolves when it holds
 * everything; `null` where the database is of another release, which this one cannot hold.
 */
export async function follow({ place, shapes, overlay, projector, release, hold, hears }: Ports) {
  let isHearing = hears()
  const connected = () => connect(place, { name: followerName(place, isHearing), timeoutMs: 60_000 }, () => undefined)
  let client = await connected()
  const names = [...shapes.values()].map(({ name }) => tableName(name))
  if (!(await isOfRelease(client, release, names))) {
    await client.end()
    return null
  }
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  let n = await readMark(client)
  const loaded = await loadAll(client, [...shapes.values()])
  /** The last group that was taken, as it was stored. */
  let last = await storedGroup(client, n)
  await client.query('COMMIT')
  hold.load(loaded.load)
  const end = createEnd(loaded)
  /** Takes what has been appended since; returns whether there may be more. */
  const step = async (): Promise<boolean> => {
    if (hears() !== isHearing) {
      isHearing = !isHearing
      await client.query(`SET application_name = 'kontor-${followerName(place, isHearing)}'`)
    }
    const groups = await readGroups(client, n, groupsPerRead)
    for (const young of groups) {
      hold.apply(young.group.rows)
      end.take(young.group)
      overlay.add(young)
      n = young.n
      last = young.body
    }
    if (groups.length > 0) projector.wake()
    return groups.length === groupsPerRead
  }
  return {
    step,
    n: () => n,
    /** Goes on over a new connection; refuses where the log is not the one that was followed. */
    resume: async () => {
      await client.end().catch(() => undefined)
      client = await connected()
      const stored = await storedGroup(client, n)
      const isSame = last === null ? stored === null : stored !== null && last.equals(stored)
      if (!isSame) throw new StoreError('chainBroken', `group ${n} of the log is not the one that was followed`)
    },
    /** What the venue is opened with, when this process leads and has taken everything up to the last group. */
    finish: async (to: number): Promise<Opened> => {
      for (;;) {
        const before = n
        await step()
        if (n === before) break
      }
      if (n < to) throw new StoreError('chainBroken', `the log ends at ${n}, before ${to}`)
      return end.opened(spent)
    },
    end: () => client.end(),
  }
}
export type Following = NonNullable<Awaited<ReturnType<typeof follow>>>
