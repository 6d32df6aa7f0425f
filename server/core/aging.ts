import type { Maybe } from './maybe.ts'
import type { Store } from './store-port.ts'
import type { AgingTable } from './tables.ts'

type Ports = {
  tables: readonly AgingTable[]
  store: Pick<Store, 'spent' | 'span'>
  command: (work: () => void) => Promise<void>
  durable: () => Maybe<void>
  /** Keeps lines for good; resolves when they are on the disk. */
  archive: (lines: readonly string[]) => Promise<void>
  now: () => number
  /** So long a row stays after it was over. */
  keepMs: number
}
/** Rows of one step, which is one command. */
const rowsAtOnce = 200

/**
 * Moves rows that are long over (`spentAt`) to the archive, in bounded steps: first their lines are on the disk, then
 * they leave the store, like any change of a command. A process that ends in between writes them again, to its own
 * archive file.
 */
export function createAging({ tables, store, command, durable, archive, now, keepMs }: Ports) {
  let turn = 0
  /** The row with the highest number stays: a start goes on counting from it. */
  const lastOf = async ({ name, key, idOf }: AgingTable) => {
    if (key !== 'int') return null
    const [last] = await store.span(name, 0, Number.MAX_SAFE_INTEGER, 1, 'high')
    return last === undefined ? null : idOf(last)
  }
  /** Returns how many rows have left. */
  return async (): Promise<number> => {
    const table = tables[turn % tables.length]
    if (!table) return 0
    const { name, idOf, isInMemory, remove } = table
    const bodies = await store.spent(name, now() - keepMs, rowsAtOnce)
    const last = await lastOf(table)
    const due = bodies.filter((body) => idOf(body) !== last && !isInMemory(idOf(body)))
    // A table with more of them goes on; where all that are left must wait another has its turn.
    if (due.length < rowsAtOnce) turn += 1
    if (due.length === 0) return 0
    await archive(due.map((body) => `{"table":"${name}","row":${body}}`))
    await command(() => due.map(idOf).forEach(remove))
    await durable()
    return due.length
  }
}
