import { StoreError } from '#server/core/store-error.ts'
import { connect, countWarnings, type Client, type Place } from './connect.ts'
import { createBase, hasBase } from './schema.ts'

/** How long a leader is believed that has not been heard of, by the clock of the database. */
export const leaseMs = 2000
/** How often one who waits to lead looks whether it may. */
export const seenEveryMs = 100
const beatEveryMs = 500
/** So long an election or a beat may take; then the database cannot be reached. */
const answerMs = 3000

/**
 * A span in which one process leads: its number, the last group of the log when it began, and the connection that
 * stands for it. Appends have one of their own: they may wait long for a replica, and meanwhile the beats go on.
 */
export type Term = { readonly epoch: number; readonly n: number; readonly client: Client }
type Shard = { epoch: number; n: number }

/**
 * One statement elects. Whoever leads is gone when its session is gone, or when it has not been heard of for as long as
 * the lease; `epoch` is what was last read, so that of many who try at once one wins.
 */
const electing = `
  UPDATE shard SET epoch = epoch + 1, holder = $1, pid = pg_backend_pid(),
    started = (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()),
    beat = clock_timestamp(), released = false
  WHERE id = 1 AND epoch = $2 AND (released OR beat < clock_timestamp() - interval '${leaseMs} milliseconds'
    OR NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = shard.pid AND a.backend_start = shard.started))
  RETURNING epoch, n`

export type Candidate = {
  /** Tries once to lead; null while another does. */
  attempt: () => Promise<Term | null>
  /** Waits so long, or until whoever leads gives the lead up: then it is true. */
  pause: (ms: number) => Promise<boolean>
  end: () => Promise<void>
}
/** A connection that stands for election; `lost` is called when it breaks. */
export async function standForElection(
  place: Place,
  holder: string,
  lost: (thrown: unknown) => void,
): Promise<Candidate> {
  const client = await connect(place, { name: 'term', timeoutMs: answerMs }, lost)
  // Whoever only waits must not lock the tables of the one who leads.
  if (!(await hasBase(client))) await createBase(client, place.shard)
  const pause = await hearReleases(client, place)
  const warnings = countWarnings(client)
  const attempt = async () => {
    const {
      rows: [seen],
    } = await client.query<Shard>('SELECT epoch, n FROM shard WHERE id = 1')
    if (!seen) throw new StoreError('schemaForeign', 'the database has no shard')
    const warned = warnings()
    const {
      rows: [won],
    } = await client.query<Shard>(electing, [holder, seen.epoch])
    // The replica does not know of it: after its promotion another term could have the same number.
    if (warnings() !== warned) throw new StoreError('databaseGone', 'no replica has confirmed the election')
    if (!won) return null
    // A beat that is lost is followed by the next one; it need not wait for a replica.
    await client.query('SET synchronous_commit = local')
    return { ...won, client }
  }
  return { attempt, pause, end: () => client.end() }
}
const releaseOf = ({ shard }: Place) => `released_${shard}`
/** Hears at once that the lead has been given up. */
async function hearReleases(client: Client, place: Place): Promise<Candidate['pause']> {
  let isReleased = false
  let wake: () => void = () => undefined
  client.on('notification', () => {
    isReleased = true
    wake()
  })
  await client.query(`LISTEN ${releaseOf(place)}`)
  return async (ms) => {
    if (!isReleased)
      await new Promise<void>((done) => {
        const timer = setTimeout(done, ms)
        wake = () => {
          clearTimeout(timer)
          done()
        }
      })
    const found = isReleased
    isReleased = false
    return found
  }
}
/** Refuses one who leads no more. */
export async function checkTerm(client: Pick<Client, 'query'>, epoch: number) {
  const { rows } = await client.query<Shard>('SELECT epoch, n FROM shard WHERE id = 1')
  if (rows[0]?.epoch !== epoch) throw new StoreError('deposed', 'another venue leads')
}
/** Tries to lead until it does; null when it is given up. */
export async function waitToLead({ attempt }: Candidate, isOver: () => boolean): Promise<Term | null> {
  for (;;) {
    const term = isOver() ? null : await attempt()
    if (term !== null || isOver()) return term
    await new Promise((next) => setTimeout(next, seenEveryMs))
  }
}

/**
 * Tells the database that this process still leads, while nothing is appended. `deposed` is called when another one
 * does, or when nobody answers.
 */
export function keepTerm(place: Place, { epoch, client }: Term, deposed: (thrown: unknown) => void) {
  let confirmed = { steady: performance.now(), wall: Date.now() }
  let isOver = false
  let isBusy = false
  const confirm = (at: { steady: number; wall: number }) => {
    confirmed = at
  }
  const now = () => ({ steady: performance.now(), wall: Date.now() })
  const beat = async () => {
    const at = now()
    const { rowCount } = await client.query({
      name: 'beat',
      text: 'UPDATE shard SET beat = clock_timestamp() WHERE id = 1 AND epoch = $1',
      values: [epoch],
    })
    if (rowCount !== 1) throw new StoreError('deposed', 'another venue leads')
    confirm(at)
  }
  const timer = setInterval(() => {
    if (isOver || isBusy || performance.now() - confirmed.steady < beatEveryMs / 2) return
    isBusy = true
    beat()
      .catch((thrown: unknown) => {
        if (!isOver) deposed(thrown)
      })
      .finally(() => {
        isBusy = false
      })
  }, beatEveryMs / 2)
  return {
    now,
    /** Called with the instant before an append that the database has answered. */
    confirm,
    /**
     * False when another process may lead by now: a process that stood still, or whose machine slept, does not know it.
     */
    isCertain: () => {
      const { steady, wall } = confirmed
      return performance.now() - steady < leaseMs && Math.abs(Date.now() - wall) < leaseMs
    },
    /** Lets another process lead at once. */
    release: async () => {
      isOver = true
      clearInterval(timer)
      await client.query(
        `WITH given AS (UPDATE shard SET released = true WHERE id = 1 AND epoch = $1 RETURNING id)
         SELECT pg_notify($2, '') FROM given`,
        [epoch, releaseOf(place)],
      )
    },
    stop: () => {
      isOver = true
      clearInterval(timer)
    },
  }
}
export type Lease = ReturnType<typeof keepTerm>
