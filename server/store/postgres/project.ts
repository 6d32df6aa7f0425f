import type { Failpoint } from '#server/core/failpoints.ts'
import type { Shape } from '#server/core/store-port.ts'
import { connect, type Client, type Place } from './connect.ts'
import { keepPartitions } from './log.ts'
import { moveMark, readMark } from './mark.ts'
import type { Young } from './overlay.ts'
import { putGroups } from './write.ts'
import { isFollowed } from './followers.ts'

/**
 * While groups come all the time they are written so often, as many as have come: a row that has changed several times
 * meanwhile is written once.
 */
const gatherMs = 250
const mostAtOnce = 512
const retryMs = 200
/** How often the leader looks whether somebody follows, and how far the tables are. */
const lookEveryMs = 200
/** After so long without progress the leader writes itself. */
const patienceMs = 2000
const partitionsEveryMs = 60_000
const logLifeMs = 86_400_000

type Ports = {
  place: Place
  shapes: ReadonlyMap<string, Shape>
  /** True for the one who leads: it leaves the work to one who follows the log, as long as that one does it. */
  isLeading: () => boolean
  /** The oldest groups above the mark. */
  first: (most: number) => readonly Young[]
  /** Everything up to this group is in the tables. */
  marked: (n: number) => void
  failpoint: Failpoint
  onTrouble: (thrown: unknown) => void
}

/** Writes groups into the tables, with the mark that says how far they are, in one transaction. */
export async function projectGroups(
  client: Client,
  shapes: ReadonlyMap<string, Shape>,
  { mark, groups }: { mark: number; groups: readonly Young[] },
): Promise<number> {
  const to = groups.at(-1)?.n ?? mark
  await client.query('BEGIN')
  try {
    // The last transaction of one who has projected before us may have ended after we looked: its mark counts.
    if (!(await moveMark(client, mark, groups))) {
      await client.query('ROLLBACK')
      return readMark(client)
    }
    await putGroups(
      client,
      shapes,
      groups.map(({ group }) => group),
      to,
    )
    // The commit of a transaction that has failed succeeds, and says so only in its tag.
    const { command } = await client.query('COMMIT')
    if (command !== 'COMMIT') throw new Error(`the projection ended with ${command}`)
    return to
  } catch (thrown) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw thrown
  }
}

/** Tells the leader whether one who follows the log writes it into the tables, and how that goes. */
function createSharing(place: Place) {
  let lookedAt = Number.NEGATIVE_INFINITY
  let last = { mark: -1, at: 0 }
  let isShared = false
  return {
    isDoneElsewhere: async (client: Client, mark: number): Promise<boolean> => {
      const at = performance.now()
      if (at - lookedAt > lookEveryMs) {
        lookedAt = at
        const was = isShared
        isShared = await isFollowed(client, place)
        if (!was) last = { mark, at }
      }
      if (mark !== last.mark) last = { mark, at }
      return isShared && at - last.at < patienceMs
    },
  }
}

/** The projector's connection, made anew when it is lost; `found` is told the mark that stands then. */
function createLine(place: Place, found: (mark: number) => void) {
  let client: Client | null = null
  const lost = () => {
    client = null
  }
  return {
    opened: async () => {
      if (client) return client
      const made = await connect(place, { name: 'projector', timeoutMs: 60_000 }, lost)
      found(await readMark(made))
      client = made
      return made
    },
    end: async () => {
      await client?.end().catch(() => undefined)
      lost()
    },
  }
}

/**
 * Brings the groups of the log into the tables, behind the commit and on a connection of its own. A break of that
 * connection stops nothing: it is made anew, and the mark says where to go on.
 */
export function createProjector({ place, shapes, isLeading, first, marked, failpoint, onTrouble }: Ports) {
  let mark = 0
  let isOver = false
  let running: Promise<void> | null = null
  let partitionsAt = Number.NEGATIVE_INFINITY
  const line = createLine(place, (found) => {
    mark = found
    marked(mark)
  })
  const sharing = createSharing(place)
  const stopped = Promise.withResolvers<void>()
  const pause = (ms: number) =>
    ms <= 0 ? undefined : Promise.race([stopped.promise, new Promise((next) => setTimeout(next, ms))])
  let writtenAt = Number.NEGATIVE_INFINITY
  const step = async (): Promise<boolean> => {
    const open = await line.opened()
    const isFew = first(mostAtOnce).length < mostAtOnce
    if (isFew) await pause(writtenAt + gatherMs - performance.now())
    const groups = first(mostAtOnce).filter(({ n }) => n > mark)
    if (performance.now() - partitionsAt > partitionsEveryMs) {
      partitionsAt = performance.now()
      await keepPartitions(open, groups.at(-1)?.n ?? mark, mark, logLifeMs)
    }
    if (groups.length === 0) return false
    if (isLeading() && (await sharing.isDoneElsewhere(open, mark))) {
      mark = Math.max(mark, await readMark(open))
      marked(mark)
      await pause(lookEveryMs)
      return true
    }
    failpoint('duringProjection')
    writtenAt = performance.now()
    mark = await projectGroups(open, shapes, { mark, groups })
    marked(mark)
    return true
  }
  const run = async () => {
    for (;;) {
      try {
        if (isOver || !(await step())) return
      } catch (thrown) {
        if (isOver) return
        onTrouble(thrown)
        await line.end()
        await pause(retryMs)
      }
    }
  }
  const wake = () => {
    running ??= run().finally(() => {
      running = null
      if (!isOver && first(1).some(({ n }) => n > mark)) wake()
    })
  }
  return {
    /** There is something to write. */
    wake,
    /** Resolves when nothing is written any more. */
    stop: async () => {
      isOver = true
      stopped.resolve()
      await running
      await line.end()
    },
    mark: () => mark,
  }
}
export type Projector = ReturnType<typeof createProjector>
