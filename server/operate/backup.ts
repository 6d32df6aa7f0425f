import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { cp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { Server } from 'node:http'
import { join, resolve } from 'node:path'
import { release } from '#server/core/release.ts'
import type { Mode } from '#server/settings.ts'
import type { CopyEnd } from '#server/store/sqlite.ts'
import { checkMode } from './folder-mode.ts'
import { keepPrivate } from './private-folder.ts'
import { StartError } from './start-error.ts'

/** The socket in the data folder through which the running process is asked: whoever may enter the folder may ask. */
export const controlSocketOf = (dataFolder: string) =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\kontor${resolve(dataFolder).replace(/[^\w]/g, '-')}`
    : join(dataFolder, 'operate.sock')
/** Unix refuses longer addresses of sockets. */
const maxSocketPath = 100

/** What is said where a copy of a file would not be the venue. */
export const databaseElsewhere =
  'The books of this venue are in PostgreSQL: back them up and restore them there (pg_dump, or a replica), ' +
  'and copy uploads and archive of DATA_DIR.'

export type Backup = { to: string; files: number; bytes: number }
type Source = {
  dataFolder: string
  /** Copies the open database, page by page and consistent, while it is written to; null where it is no file. */
  copyDatabase: ((file: string) => Promise<CopyEnd>) | null
  now: () => number
  mode: Mode | null
}
const sync = async (path: string) => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
/** Files below a folder, with their sizes. */
const filesBelow = async (folder: string) => {
  const entries = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : []
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        return { path, bytes: (await stat(path)).size }
      }),
  )
}

/**
 * Writes the database and the uploads to a folder that is new or empty. The database first: the files its rows name
 * exist by then and never change. The folder gets its name when all of it is on the disk.
 */
export async function writeBackup(
  { dataFolder, copyDatabase, now, mode }: Source,
  to: string,
  asked: Mode | null,
): Promise<Backup> {
  checkMode(`The data folder ${dataFolder}`, mode, asked)
  if (copyDatabase === null) throw new StartError(databaseElsewhere)
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new StartError(`${to} is not empty: a backup goes into a new folder.`)
  const partial = `${to}.partial`
  try {
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(partial, { recursive: true, mode: 0o700 })
    const { seq, hash } = await copyDatabase(join(partial, 'venue.db'))
    for (const name of ['uploads', 'archive'])
      if (existsSync(join(dataFolder, name))) await cp(join(dataFolder, name), join(partial, name), { recursive: true })
    const copied = await filesBelow(partial)
    for (const { path } of copied) await sync(path)
    await writeFile(
      join(partial, 'backup.json'),
      `${JSON.stringify({ at: new Date(now()).toISOString(), files: copied.length, mode, release, seq, hash })}\n`,
      { flush: true },
    )
    keepPrivate(partial)
    await rm(to, { recursive: true, force: true })
    await rename(partial, to)
    return { to, files: copied.length, bytes: copied.reduce((sum, { bytes }) => sum + bytes, 0) }
  } catch (thrown) {
    rmSync(partial, { recursive: true, force: true })
    throw new StartError(
      `The backup could not be written: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      { cause: thrown },
    )
  }
}

/**
 * Answers the operator, and takes requests for a backup, one at a time; null where the folder's name is too long for a
 * socket in it.
 */
export function openControl(source: Source, answer: (words: readonly string[]) => Promise<string>) {
  const path = controlSocketOf(source.dataFolder)
  if (process.platform !== 'win32' && path.length > maxSocketPath) return null
  let isBusy = false
  const server = new Server((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local')
    const say = (status: number, body: object) =>
      void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    const failed = (thrown: unknown) => say(500, { message: thrown instanceof Error ? thrown.message : String(thrown) })
    if (request.method === 'POST' && pathname === '/ask')
      return void answer(searchParams.getAll('word')).then((text) => say(200, { text }), failed)
    const [to, asked] = [searchParams.get('to'), searchParams.get('mode')]
    if (request.method !== 'POST' || pathname !== '/backup' || to === null)
      return say(404, { message: 'Ask for POST /backup?to=…' })
    if (isBusy) return say(409, { message: 'A backup is under way already.' })
    isBusy = true
    writeBackup(source, to, asked === 'demo' || asked === 'live' ? asked : null)
      .then((done) => say(200, done), failed)
      .finally(() => {
        isBusy = false
      })
  })
  server.on('error', () => undefined)
  const close = () => new Promise<void>((done) => server.close(() => done()))
  if (process.platform === 'win32') {
    server.listen(path)
    return { stop: close }
  }
  // A venue of several processes has one folder: who leads next takes the name, and who ends leaves it alone then.
  const own = join(source.dataFolder, `op${randomBytes(4).toString('hex')}`)
  server.listen(own)
  const inode = statSync(own, { throwIfNoEntry: false })?.ino
  if (inode !== undefined) {
    chmodSync(own, 0o600)
    renameSync(own, path)
  }
  return {
    stop: async () => {
      await close()
      if (inode !== undefined && statSync(path, { throwIfNoEntry: false })?.ino === inode) rmSync(path)
    },
  }
}
