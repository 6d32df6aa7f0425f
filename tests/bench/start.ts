import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fillFolder } from './start-folder.ts'
import { coldLoad } from './start-load.ts'
import type { Row } from './row.ts'

const journalRows = 1_000_000
const startMostMs = 5000
const maxMemory = 150
/** So long after it is ready its memory is looked at: prices and quotes have run by then. */
const settledMs = 3000
const flags = ['--disable-warning=ExperimentalWarning']

const middle = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
const part = 'start'

type Start = { readonly readyMs: number; readonly memory: number }
const memoryOf = (metrics: string) =>
  Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1] ?? Number.NaN) / 1e6
const textAt = async (url: string) => (await fetch(url)).text()

/** From the command to the line that says where it stands, and what it holds of memory a little later. */
async function startOnce(folder: string, isWeighed: boolean): Promise<Start> {
  const beganAt = performance.now()
  const child = spawn(process.execPath, [...flags, 'scripts/run.mjs', 'start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', BIND: '127.0.0.1', LOG_LEVEL: 'error' },
  })
  try {
    const [line = ''] = await once(createInterface(child.stdout), 'line')
    const url = String(line)
    const readyMs = performance.now() - beganAt
    if ((await textAt(`${url}readyz`)) === 'not ready') throw new Error('It stands, and is not ready.')
    if (!isWeighed) return { readyMs, memory: 0 }
    await new Promise((done) => setTimeout(done, settledMs))
    return { readyMs, memory: memoryOf(await textAt(`${url}metrics`)) }
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

/** What any Node takes to do nothing, and what it then holds. */
async function bareNode() {
  const times: number[] = []
  let memory = 0
  for (let n = 0; n < 5; n += 1) {
    const beganAt = performance.now()
    const child = spawn(process.execPath, ['-p', 'process.memoryUsage.rss()'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line = ''] = await once(createInterface(child.stdout), 'line')
    times.push(performance.now() - beganAt)
    memory = Number(line) / 1e6
  }
  return { ms: middle(times), memory }
}

/** The same living rows, read by bare node:sqlite and taken apart, with no venue around them. */
function bareRead(folder: string): number {
  const beganAt = performance.now()
  const db = new DatabaseSync(join(folder, 'venue.db'), { readOnly: true })
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 't\\_%' ESCAPE '\\'")
    .all()
  let read = 0
  for (const { name } of tables) {
    const columns = db.prepare(`SELECT name FROM pragma_table_info('${String(name)}')`).all()
    const where = columns.some((column) => column['name'] === 'live') ? ' WHERE live = 1' : ''
    for (const { body } of db.prepare(`SELECT body FROM "${String(name)}"${where}`).iterate()) {
      JSON.parse(String(body))
      read += 1
    }
  }
  db.close()
  if (read < journalRows / 10) throw new Error(`only ${read} rows`)
  return performance.now() - beganAt
}

const rounded = (value: number) => Math.round(value)
const row = (name: string, value: number, unit: string, reference: number, target: string, reached: boolean): Row => ({
  part,
  name,
  value: rounded(value),
  unit,
  reference: rounded(reference),
  ratio: Number((value / reference).toFixed(2)),
  target,
  reached,
})

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-start-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * `npm start` with a built client: until it is ready, and what it holds; on nothing, and after a long life. Then pages,
 * cold.
 */
export async function bench(): Promise<Row[]> {
  // Whatever is not built yet is built by the first start; it is not counted.
  await withFolder((folder) => startOnce(folder, false))
  const bare = await bareNode()
  const fresh: Start[] = []
  for (let n = 0; n < 4; n += 1) fresh.push(await withFolder((folder) => startOnce(folder, false)))
  // A first start makes the past of all markets and keeps the memory that took; a later one reads it.
  const [first, second] = await withFolder(
    async (folder) => [await startOnce(folder, true), await startOnce(folder, true)] as const,
  )
  fresh.push(first)
  const loads = await coldLoad()
  return withFolder(async (folder) => {
    const { journal, open } = await fillFolder(folder, journalRows)
    const name = `${journal.toLocaleString('en')} journal rows, ${open.toLocaleString('en')} open orders`
    const long: Start[] = []
    for (let n = 0; n < 3; n += 1) long.push(await startOnce(folder, n === 0))
    const longMs = middle(long.map(({ readyMs }) => readyMs))
    return [
      row(
        'ready, empty folder; beside node that does nothing',
        middle(fresh.map(({ readyMs }) => readyMs)),
        'ms',
        bare.ms,
        'shown',
        true,
      ),
      row(
        `ready, ${name}; beside bare node:sqlite reading the same rows`,
        longMs,
        'ms',
        bareRead(folder),
        `≤ ${startMostMs} ms`,
        longMs <= startMostMs,
      ),
      row(
        'resident, empty folder; beside node that does nothing',
        first.memory,
        'MB',
        bare.memory,
        `≤ ${maxMemory} MB`,
        first.memory <= maxMemory,
      ),
      row(
        'resident, the same folder started again',
        second.memory,
        'MB',
        bare.memory,
        `≤ ${maxMemory} MB`,
        second.memory <= maxMemory,
      ),
      row(`resident, ${name}`, long[0]?.memory ?? Number.NaN, 'MB', bare.memory, 'shown', true),
      ...loads,
    ]
  })
}
