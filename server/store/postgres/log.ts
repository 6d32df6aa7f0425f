import type { Failpoint } from '#server/core/failpoints.ts'
import { StoreError } from '#server/core/store-error.ts'
import type { Group } from '#server/core/store-port.ts'
import { countWarnings, isPgError, type Client } from './connect.ts'
import { quoted } from './names.ts'
import { pack, unpack } from './packed.ts'
import type { Lease, Term } from './term.ts'

/** So many groups are in one partition of the log. */
const perPartition = 250_000
const diskFull = '53100'
/**
 * The commit: the fence (this term still leads, and this group is the next one) and the group itself, in one statement
 * and so in one transaction.
 */
const appending = `
  WITH f AS (UPDATE shard SET n = $1, beat = clock_timestamp() WHERE id = 1 AND epoch = $2 AND n = $1 - 1 RETURNING n)
  INSERT INTO groups (n, epoch, at, body) SELECT n, $2, clock_timestamp(), $3 FROM f`

const partitionOf = (n: number) => Math.floor(n / perPartition)
const nameOf = (partition: number) => quoted(`groups_${partition}`)
/** Creates the partition of a group; done long before it is needed, because it must never be missing. */
async function createPartition(client: Pick<Client, 'query'>, partition: number) {
  const [from, to] = [partition * perPartition, (partition + 1) * perPartition]
  // Attached, because creating it as a partition would wait for all who read or write the log.
  const { rows } = await client.query('SELECT 1 FROM pg_inherits WHERE inhrelid = to_regclass($1)', [nameOf(partition)])
  if (rows.length > 0) return
  await client.query(`CREATE TABLE IF NOT EXISTS ${nameOf(partition)} (LIKE groups INCLUDING ALL)`)
  await client.query(`ALTER TABLE groups ATTACH PARTITION ${nameOf(partition)} FOR VALUES FROM (${from}) TO (${to})`)
}
/** Creates the partitions of the next groups, and drops those that nobody needs any more. */
export async function keepPartitions(client: Pick<Client, 'query'>, n: number, mark: number, keepMs: number) {
  for (const partition of [partitionOf(n), partitionOf(n) + 1]) await createPartition(client, partition)
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'groups'::regclass`,
  )
  for (const { name } of rows) {
    const partition = Number(name.slice('groups_'.length))
    if (partition >= partitionOf(mark)) continue
    const {
      rows: [last],
    } = await client.query<{ old: boolean }>(
      `SELECT coalesce(max(at) < clock_timestamp() - $1 * interval '1 millisecond', true) AS old FROM ${quoted(name)}`,
      [keepMs],
    )
    if (last?.old === true) await client.query(`DROP TABLE ${quoted(name)}`)
  }
}

type Ports = {
  /** A connection of its own: an append may wait long for a replica. */
  client: Client
  term: Term
  lease: Lease
  failpoint: Failpoint
}

/**
 * Appends groups in the order of decisions. Whenever it is not certain that a group is stored, on this primary and on
 * the replica that it waits for, the append fails, and the process must end: whoever leads next finds the log as it is.
 */
export function openLog({ client, term: { epoch, ...term }, lease, failpoint }: Ports) {
  const warnings = countWarnings(client)
  let { n } = term
  const failed = (thrown: unknown): StoreError => {
    if (thrown instanceof StoreError) return thrown
    return isPgError(thrown) && thrown.code === diskFull
      ? new StoreError('diskFull', String(thrown))
      : new StoreError('commitFailed', String(thrown))
  }
  return {
    n: () => n,
    append: async (group: Group): Promise<number> => {
      const body = pack(group)
      const [at, warned] = [lease.now(), warnings()]
      failpoint('beforeAppend')
      try {
        const { rowCount } = await client.query({ name: 'append', text: appending, values: [n + 1, epoch, body] })
        if (rowCount !== 1) throw new StoreError('deposed', 'another venue leads')
        if (warnings() !== warned)
          throw new StoreError('commitFailed', 'the database warned: the group may be on the primary alone')
      } catch (thrown) {
        throw failed(thrown)
      }
      failpoint('afterAppend')
      n += 1
      lease.confirm(at)
      return n
    },
  }
}
/** The groups above `after`, in order. */
export async function readGroups(client: Pick<Client, 'query'>, after: number, limit: number) {
  const { rows } = await client.query<{ n: number; body: Buffer }>({
    name: 'follow',
    text: 'SELECT n, body FROM groups WHERE n > $1 ORDER BY n LIMIT $2',
    values: [after, limit],
  })
  return rows.map(({ n, body }, at) => {
    if (n !== after + at + 1) throw new StoreError('chainBroken', `the log has a hole at ${after + at + 1}`)
    return { n, group: readGroup(n, body), body }
  })
}
function readGroup(n: number, body: Buffer): Group {
  try {
    return unpack(body)
  } catch (thrown) {
    throw thrown instanceof StoreError ? thrown : new StoreError('chainBroken', `group ${n} of the log is unreadable`)
  }
}
/** One group as it is stored; null if the log does not hold it. */
export async function storedGroup(client: Pick<Client, 'query'>, n: number): Promise<Buffer | null> {
  const { rows } = await client.query<{ body: Buffer }>('SELECT body FROM groups WHERE n = $1', [n])
  return rows[0]?.body ?? null
}
