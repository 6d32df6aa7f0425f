import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The real app with its venue, in a process of its own, so that it can die like one. */
export type App = {
  readonly url: string
  readonly dataDir: string
  /** In order, as on SIGTERM. */
  readonly stop: () => Promise<void>
  /** As when the power goes: nothing is asked, nothing is flushed. */
  readonly kill: () => Promise<void>
  /** On the same folder and the same port, after a stop or a kill. */
  readonly start: () => Promise<void>
  /** What it said, for a story that went wrong. */
  readonly said: () => string
  /** Stops it and leaves nothing behind. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

type Options = { readonly env?: Readonly<Record<string, string>>; readonly waitMs?: number }

const patience = 180_000
const command = ['--disable-warning=ExperimentalWarning', 'scripts/run.mjs', 'start']

const firstLine = (child: ChildProcess, waitMs: number, said: string[]) =>
  new Promise<string>((settle, fail) => {
    const timer = setTimeout(() => fail(new Error(`The app did not stand in time.\n${said.join('\n')}`)), waitMs)
    const end = (code: number | null) => {
      clearTimeout(timer)
      fail(new Error(`The app ended with ${code ?? 'a signal'} before it stood.\n${said.join('\n')}`))
    }
    child.once('exit', end)
    if (child.stderr) createInterface(child.stderr).on('line', (connection) => said.push(connection))
    if (!child.stdout) return
    createInterface(child.stdout).on('line', (connection) => {
      said.push(connection)
      if (!connection.startsWith('http')) return
      clearTimeout(timer)
      child.off('exit', end)
      settle(connection.trim())
    })
  })

/** Starts the app on a free port and an empty folder. The client is built first when it is stale. */
export const startApp = async ({ env = {}, waitMs = patience }: Options = {}): Promise<App> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kontor-'))
  const said: string[] = []
  const run = async (port: string) => {
    const child = spawn(process.execPath, command, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'test', DEMO: '1', LOG_LEVEL: 'warn', RATE_FACTOR: '20', ...env, DATA_DIR: dataDir, PORT: port },
    })
    return { child, url: await firstLine(child, waitMs, said) }
  }
  const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  let now = await run('0').catch(async (thrown: unknown) => {
    await rm(dataDir, { recursive: true, force: true })
    throw thrown
  })
  const { url } = now
  return {
    url,
    dataDir,
    stop: () => end(now.child, 'SIGTERM'),
    kill: () => end(now.child, 'SIGKILL'),
    start: async () => {
      now = await run(new URL(url).port)
    },
    said: () => said.join('\n'),
    [Symbol.asyncDispose]: async () => {
      await end(now.child, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
