import pg from 'pg'
import { StoreError } from '#server/core/store-error.ts'

export type Client = pg.Client
export type Pool = pg.Pool
export type QueryResultRow = pg.QueryResultRow
/** Where the tables of one shard are. */
export type Place = { url: string; shard: string }

/** Numbers here are below 2^53. */
const types = {
  getTypeParser: (...asked: Parameters<typeof pg.types.getTypeParser>) =>
    asked[0] === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(...asked),
}
const shardForm = /^[a-z][a-z0-9_]{0,30}$/
const schemaOf = ({ shard }: Place) => {
  if (!shardForm.test(shard)) throw new Error(`SHARD: "${shard}" must be letters and digits, like s01`)
  return shard
}

type Options = {
  name: string
  /** After so long without an answer a statement has failed; null waits for as long as it takes. */
  timeoutMs: number | null
}
const configOf = (place: Place, { name, timeoutMs }: Options) => ({
  connectionString: place.url,
  application_name: `kontor-${name}`,
  keepAlive: true,
  keepAliveInitialDelayMillis: 1000,
  connectionTimeoutMillis: 5000,
  // The connection may have died: nobody waits for much longer than the server itself does.
  ...(timeoutMs !== null && { statement_timeout: timeoutMs, query_timeout: timeoutMs + 500 }),
  idle_in_transaction_session_timeout: 10_000,
  options: `-c search_path=${schemaOf(place)} -c synchronous_commit=on`,
  types,
})
const unreachable = (thrown: unknown): never => {
  throw new StoreError('databaseGone', String(thrown))
}
/** One connection; `lost` is called when it breaks. */
export async function connect(place: Place, options: Options, lost: (thrown: unknown) => void): Promise<Client> {
  const client = new pg.Client(configOf(place, options))
  client.on('error', lost)
  client.on('end', () => lost(new Error('the connection ended')))
  await client.connect().catch(unreachable)
  return client
}
/** Connections for reads, which are made and dropped as needed. */
export function connectReads(place: Place): Pool {
  const pool = new pg.Pool({ ...configOf(place, { name: 'reads', timeoutMs: 10_000 }), max: 6 })
  // A connection that breaks while it is idle is replaced when it is needed.
  pool.on('error', () => undefined)
  return pool
}
export const isPgError = (thrown: unknown): thrown is pg.DatabaseError => thrown instanceof pg.DatabaseError
/**
 * Counts the warnings of a connection. That the wait for a replica was cancelled is told by a warning alone: what was
 * written is then on the primary only.
 */
export function countWarnings(client: Client) {
  let count = 0
  client.on('notice', ({ severity }) => {
    if (severity === 'WARNING') count += 1
  })
  return () => count
}
