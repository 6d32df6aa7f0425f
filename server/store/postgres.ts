import type { Dump } from '#server/core/dump.ts'
import { noFailpoint, type Failpoint } from '#server/core/failpoints.ts'
import { hostname } from 'node:os'
import { migrations as released, type Migration } from '#server/core/migrations.ts'
import { release as thisRelease } from '#server/core/release.ts'
import { StoreError } from '#server/core/store-error.ts'
import type { Opened, Shape, Store } from '#server/core/store-port.ts'
import { connect, connectReads, type Client, type Place } from './postgres/connect.ts'
import { keepPartitions, openLog, readGroups } from './postgres/log.ts'
import { moveMark, readMark } from './postgres/mark.ts'
import { createOverlay, type Young } from './postgres/overlay.ts'
import { createProjector, projectGroups } from './postgres/project.ts'
import { createDump, createReads } from './postgres/reads.ts'
import { follow, type Following, type Hold } from './postgres/follow.ts'
import { isFollowed } from './postgres/followers.ts'
import { loadAll } from './postgres/load.ts'
import { createBase, upgradeSchema } from './postgres/schema.ts'
import { putGroups } from './postgres/write.ts'
import {
  checkTerm,
  keepTerm,
  leaseMs,
  seenEveryMs,
  standForElection,
  waitToLead,
  type Candidate,
  type Term,
} from './postgres/term.ts'

type Options = {
  /** Called once when another process leads, or when that cannot be excluded: this one must end. */
  onDeposed: (thrown: unknown) => void
  /** Called when the tables cannot be brought up to the log for now. */
  onTrouble?: (thrown: unknown) => void
  failpoint?: Failpoint
  migrations?: readonly Migration[]
  release?: string
}
/** How a process waits to lead. */
export type Waiting = {
  /** Whether it hears gateways. */
  hears: () => boolean
  /** It need not wait any more. */
  isOver: () => boolean
  /** Told whether it holds what the venue that leads holds: not while the database cannot be reached. */
  onFollowing: (isFollowing: boolean) => void
}
const groupsPerRead = 500
const followEveryMs = 25
/** How often one who waits tries to reach the database again. */
const againEveryMs = 100
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
  const leading = createLeading({ place, failpoint, deposed })
  const { led } = leading
  const projector = createProjector({
    place,
    shapes,
    isLeading: () => led() !== null,
    first: overlay.first,
    marked: (n) => void overlay.trim(n),
    failpoint,
    onTrouble,
  })

  const close = async () => {
    isOver = true
    // First of all, so that whoever waits to lead does at once.
    await led()
      ?.lease.release()
      .catch(() => undefined)
    await projector.stop()
    await Promise.allSettled([leading.end(), pool.end()])
  }
  const { migrations = released, release = thisRelease } = options
  const know = (all: readonly Shape[]) => all.forEach((shape) => shapes.set(shape.name, shape))
  const openAt = (term: Term) => openTables({ place, shapes, migrations, release, close }, term)
  const open = async (all: readonly Shape[]): Promise<Opened> => {
    know(all)
    return openAt(await leading.leadNow())
  }
  const standBy = async (all: readonly Shape[], hold: Hold, waiting: Waiting): Promise<Opened> => {
    know(all)
    const isLeft = () => isOver || waiting.isOver()
    const { hears } = waiting
    const followed = () => follow({ place, shapes, overlay, projector, release, hold, hears })
    return waitToOpen({ leading, openAt, followed, wake: projector.wake }, hold, { ...waiting, isOver: isLeft })
  }
  return {
    store: {
      open,
      append: async (group) => {
        const { log } = led() ?? {}
        if (!log) throw new Error('the store is not open')
        const n = await log.append(group)
        overlay.add({ n, group })
        projector.wake()
      },
      ...createReads({ pool, overlay, shapes }),
      dump: createDump(() => pool),
      close,
    } satisfies Store & { dump: Dump },
    standBy,
    /** Whether another process waits to lead, and hears gateways. */
    isOtherHearing: async () => led() !== null && (await isFollowed(pool, place, true)),
    behind: overlay.size,
    /** False when another process may lead by now: then nothing that this one says is certain. */
    isCertain: () => led()?.lease.isCertain() ?? false,
    /** The term, the last group, and up to which one the tables are. */
    place: () => ({ epoch: led()?.term.epoch ?? 0, n: led()?.log.n() ?? 0, mark: projector.mark() }),
  }
}

type OpenPorts = {
  place: Place
  shapes: ReadonlyMap<string, Shape>
  migrations: readonly Migration[]
  release: string
  close: () => Promise<void>
}
/** Brings the tables up to this release and to the log, and loads them. */
async function openTables(
  { place, shapes, migrations, release, close }: OpenPorts,
  { n, epoch }: Term,
): Promise<Opened> {
  try {
    const all = [...shapes.values()]
    // On a connection of its own: this may take long, and the beats must be seen meanwhile.
    const client = await connect(place, { name: 'open', timeoutMs: null }, () => undefined)
    await createBase(client, place.shard)
    await inTransaction(client, async () => {
      const project = (mark: number) => projectOlder(client, shapes, mark, n)
      await upgradeSchema(client, all, { migrations, release, n, project })
      await checkTerm(client, epoch)
    })
    await catchUp(client, shapes, n)
    const opened = await loadAll(client, all)
    await client.end()
    return opened
  } catch (thrown) {
    // It leads and does nothing with it: another may.
    await close()
    throw thrown
  }
}

type StandByPorts = {
  leading: ReturnType<typeof createLeading>
  openAt: (term: Term) => Promise<Opened>
  followed: () => Promise<Following | null>
  wake: () => void
}
/** Waits until this process leads, and holds meanwhile what the venue that leads holds. */
async function waitToOpen(ports: StandByPorts, hold: Hold, { isOver, onFollowing }: Waiting) {
  const { leading, openAt, followed } = ports
  const candidate = await leading.stand()
  // It loads before it tries to lead: whoever holds everything already goes first.
  const following = await followed()
  onFollowing(true)
  const again = () => standAgain(leading, following, onFollowing)
  const term = await waitAndFollow(candidate, { following, isOver, again })
  leading.lead(term)
  if (!following) {
    const opened = await openAt(term)
    hold.load(opened.load)
    return opened
  }
  const opened = await following.finish(term.n)
  void following.end()
  ports.wake()
  return opened
}

type LeadingPorts = { place: Place; failpoint: Failpoint; deposed: (thrown: unknown) => void }
/** How one process comes to lead, and what it leads with. */
function createLeading({ place, failpoint, deposed }: LeadingPorts) {
  let led: { term: Term; lease: ReturnType<typeof keepTerm>; log: ReturnType<typeof openLog> } | null = null
  let standing: Candidate | null = null
  /** Opened before it leads, so that nobody waits for it then. */
  let line: Client | null = null
  let stands = 0
  const stand = async () => {
    const mine = (stands += 1)
    // One who only waits has nothing to lose by it: whatever it asks next fails.
    const lost = (thrown: unknown) => {
      if (led !== null && mine === stands) deposed(thrown)
    }
    const candidate = await standForElection(place, `${hostname()}:${process.pid}`, lost)
    standing = candidate
    line = await connect(place, { name: 'log', timeoutMs: null }, lost)
    return candidate
  }
  const end = () => Promise.allSettled([standing?.end(), line?.end()])
  const lead = (term: Term) => {
    if (!line) throw new Error('it has not stood for election')
    const lease = keepTerm(place, term, deposed)
    led = { term, lease, log: openLog({ client: line, term, lease, failpoint }) }
  }
  return {
    led: () => led,
    end,
    stand,
    lead,
    /** Leads, or refuses when another one goes on leading. */
    leadNow: async () => {
      const candidate = await stand()
      const until = performance.now() + leaseMs + 1000
      const term = await waitToLead(candidate, () => performance.now() > until)
      if (!term) {
        await end()
        throw new StoreError('folderInUse', 'another venue leads')
      }
      lead(term)
      return term
    },
  }
}
type Followed = {
  following: Following | null
  isOver: () => boolean
  /** Stands for election anew; null while the database cannot be reached. */
  again: () => Promise<Candidate | null>
}
/** Follows the log until this process leads, also over a database that is gone for a while. */
async function waitAndFollow(first: Candidate, followed: Followed): Promise<Term> {
  for (let candidate = first; ; ) {
    try {
      return await leadOrFollow(candidate, followed)
    } catch (thrown) {
      if (thrown instanceof StoreError) throw thrown
      candidate = await reachedAgain(followed)
    }
  }
}
async function leadOrFollow(candidate: Candidate, { following, isOver }: Followed): Promise<Term> {
  for (;;) {
    const term = await candidate.attempt()
    if (term) return term
    const until = performance.now() + seenEveryMs
    do {
      if (isOver()) throw new StoreError('databaseGone', 'it was stopped while it waited to lead')
      const isMore = (await following?.step()) ?? false
      if (!isMore && (await candidate.pause(followEveryMs))) break
    } while (performance.now() < until)
  }
}
async function reachedAgain({ isOver, again }: Followed): Promise<Candidate> {
  for (;;) {
    if (isOver()) throw new StoreError('databaseGone', 'it was stopped while the database was gone')
    const candidate = await again()
    if (candidate) return candidate
    await new Promise((next) => setTimeout(next, againEveryMs))
  }
}
/** New connections for one who waits, if the log is still the one that it has followed. */
async function standAgain(
  { end, stand }: Pick<ReturnType<typeof createLeading>, 'end' | 'stand'>,
  following: Following | null,
  onFollowing: Waiting['onFollowing'],
): Promise<Candidate | null> {
  onFollowing(false)
  await end()
  try {
    const candidate = await stand()
    await following?.resume()
    onFollowing(true)
    return candidate
  } catch (thrown) {
    if (thrown instanceof StoreError && thrown.trouble !== 'databaseGone') throw thrown
    return null
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
  while (mark < n) mark = await projectGroups(client, shapes, { mark, groups: await groupsAfter(client, mark, n) })
}
async function groupsAfter(client: Client, mark: number, n: number) {
  const groups = await readGroups(client, mark, groupsPerRead)
  if (groups.length === 0) throw new StoreError('chainBroken', `the log ends at ${mark}, before ${n}`)
  return groups
}
/** The same of an older release, in the transaction of the caller; the columns that it has logged are not known here. */
async function projectOlder(client: Client, shapes: ReadonlyMap<string, Shape>, from: number, n: number) {
  const bare = ({ group }: Young) => ({ ...group, rows: group.rows.map((row) => ({ ...row, columns: [] })) })
  let mark = from
  while (mark < n) {
    const groups = await groupsAfter(client, mark, n)
    const to = groups.at(-1)?.n ?? n
    await putGroups(client, shapes, groups.map(bare), to)
    await moveMark(client, mark, groups)
    mark = to
  }
}
export type StandBy = ReturnType<typeof openPostgres>['standBy']
