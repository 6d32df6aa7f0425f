import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

export type Said = Readonly<Record<string, unknown>>
type Ready = {
  readonly url: string
  readonly ws: string
  readonly pid: number
  readonly now: number
  readonly admin: { readonly url: string; readonly token: string }
  readonly accounts: readonly { readonly key: string }[]
}
type Ended = { readonly status: number | null; readonly out: string; readonly err: string; readonly ms: number }

/** A published package in an empty folder, as somebody has it who knows nothing else, in one release of Node. */
export function installed(tarball: string, node: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'))
  const env = {
    ...process.env,
    PATH: [dirname(node), process.env['PATH']].join(delimiter),
    // What is not there cannot be built: no install script may be needed.
    npm_config_ignore_scripts: 'true',
  }
  const run = (words: readonly string[], more: Readonly<Record<string, string>> = {}, cwd = folder) =>
    new Promise<Ended>((done) => {
      const [command = '', ...args] = words
      const from = performance.now()
      const child = spawn(command, args, { cwd, env: { ...env, ...more } })
      let [out, err] = ['', '']
      child.stdout.on('data', (some: Buffer) => (out += some.toString()))
      child.stderr.on('data', (some: Buffer) => (err += some.toString()))
      child.on('close', (status) => done({ status, out, err, ms: performance.now() - from }))
    })
  const kontor = (...args: readonly string[]) => run(['npx', 'kontor', ...args])
  return {
    folder,
    bytes: statSync(tarball).size,
    version: spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim(),
    install: async () => {
      rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
      const made = await run(['npm', 'init', '-y'])
      const done = await run(['npm', 'install', '--no-audit', '--no-fund', tarball])
      if (made.status !== 0 || done.status !== 0) throw new Error(done.err)
      return done.ms
    },
    run,
    kontor,
    empty: () => {
      const inside = join(folder, `empty-${performance.now()}`)
      mkdirSync(inside)
      return inside
    },
    /** Starts a box, and tells how long that took. */
    start: async (flags: readonly string[], more: Readonly<Record<string, string>> = {}, cwd = folder) => {
      const from = performance.now()
      const args = ['kontor', '--ready-json', ...flags]
      const child = spawn('npx', args, { cwd, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'inherit'] })
      let out = ''
      const ready = await new Promise<Ready>((done, fail) => {
        child.stdout.on('data', (some: Buffer) => {
          out += some.toString()
          if (out.includes('\n')) done(JSON.parse(out))
        })
        child.once('close', () => fail(new Error(`the box ended: ${args.join(' ')}`)))
      })
      const readyMs = performance.now() - from
      const admin = async (path: string, body?: object): Promise<Said> => {
        const answer = await fetch(`${ready.admin.url}sandbox/${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { Authorization: `Bearer ${ready.admin.token}` },
          ...(body && { body: JSON.stringify(body) }),
        })
        const said: Said = JSON.parse(await answer.text())
        return said
      }
      return {
        ready,
        readyMs,
        admin,
        output: () => out,
        call: async (method: string, path: string, body: object | null = null, key = ''): Promise<Said> => {
          const answer = await fetch(new URL(`api/${path}`, ready.url), {
            method,
            headers: {
              Authorization: ready.accounts[0]?.key ?? '',
              'Content-Type': 'application/json',
              ...(key !== '' && { 'Idempotency-Key': key }),
            },
            ...(body && { body: JSON.stringify(body) }),
          })
          const said: Said = JSON.parse(await answer.text())
          return said
        },
        stop: async () => {
          const asked = performance.now()
          const ended = new Promise<number | null>((done) => child.once('close', done))
          process.kill(ready.pid, 'SIGTERM')
          return { status: await ended, ms: performance.now() - asked }
        },
        /** Ends what has started the box, and tells how long it lived on. */
        abandon: async () => {
          const asked = performance.now()
          const ended = new Promise((done) => child.once('close', done))
          child.kill('SIGTERM')
          await ended
          return performance.now() - asked
        },
      }
    },
  }
}
export type Installed = ReturnType<typeof installed>
export type Started = Awaited<ReturnType<Installed['start']>>
