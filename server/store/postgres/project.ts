import type { Failpoint } from '#server/core/failpoints.ts'
import type { Shape } from '#server/core/store-port.ts'
import { connect, type Client, type Place } from './connect.ts'
import { keepPartitions } from './log.ts'
import type { Young } from './overlay.ts'
import { putGroups } from './write.ts'

/** So many groups are written at once, when there are as many. */
const mostAtOnce = 64
const retryMs = 200
const partitionsEveryMs = 60_000
const logLifeMs = 86_400_000

type Ports = {
  place: Place
  shapes: ReadonlyMap<string, Shape>
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
    const { rowCount } = await client.query({
      name: 'mark',
      text: 'UPDATE mark SET n = $1, at = clock_timestamp() WHERE id = 1 AND n = $2',
      values: [to, mark],
    })
    // The last transaction of one who has projected before us may have ended after we looked: its mark counts.
    if (rowCount !== 1) {
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
export async function readMark(client: Pick<Client, 'query'>): Promise<number> {
  const {
    rows: [mark],
  } = await client.query<{ n: number }>('SELECT n FROM mark WHERE id = 1')
  return mark?.n ?? 0
}

/**
 * Brings the groups of the log into the tables, behind the commit and on a connection of its own. A break of that
 * connection stops nothing: it is made anew, and the mark says where to go on.
 */
export function createProjector({ place, shapes, first, marked, failpoint, onTrouble }: Ports) {
  let client: Client | null = null
  let mark = 0
  let isOver = false
  let running: Promise<void> | null = null
  let partitionsAt = Number.NEGATIVE_INFINITY
  const lost = () => {
    client = null
  }
  const opened = async () => {
    if (client) return client
    const made = await connect(place, { name: 'projector', timeoutMs: 60_000 }, lost)
    mark = await readMark(made)
    marked(mark)
    client = made
    return made
  }
  const step = async (): Promise<boolean> => {
    const open = await opened()
    const groups = first(mostAtOnce).filter(({ n }) => n > mark)
    if (performance.now() - partitionsAt > partitionsEveryMs) {
      partitionsAt = performance.now()
      await keepPartitions(open, groups.at(-1)?.n ?? mark, mark, logLifeMs)
    }
    if (groups.length === 0) return false
    failpoint('duringProjection')
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
        await client?.end().catch(() => undefined)
        lost()
        await new Promise((next) => setTimeout(next, retryMs))
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
      await running
      await client?.end().catch(() => undefined)
    },
    mark: () => mark,
  }
}
