import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The real app with its server, in a separate process that a test can kill. */
export type App = {
  readonly url: string
  readonly dataDir: string
  /** Stops it in order, by SIGTERM. */
  readonly stop: () => Promise<void>
  /** Kills it by SIGKILL, as a power cut would: nothing is flushed. */
  readonly kill: () => Promise<void>
  /** Starts it again on the same folder and port, after a stop or a kill. */
  readonly start: () => Promise<void>
  /** Its output so far, to show when a test fails. */
  readonly output: () => string
  /** Stops it and removes its folder. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

type Options = { readonly env?: Readonly<Record<string, string>>; readonly waitMs?: number }

const defaultWaitMs = 180_000
const command = ['--disable-warning=ExperimentalWarning', 'scripts/run.mjs', 'start']

const firstLine = (child: ChildProcess, waitMs: number, output: string[]) =>
  new Promise<string>((resolve, fail) => {
    const timer = setTimeout(() => fail(new Error(`The app did not start in time.\n${output.join('\n')}`)), waitMs)
    const end = (code: number | null) => {
      clearTimeout(timer)
      fail(new Error(`The app ended with ${code ?? 'a signal'} before it was ready.\n${output.join('\n')}`))
    }
    child.once('exit', end)
    if (child.stderr) createInterface(child.stderr).on('line', (line) => output.push(line))
    if (!child.stdout) return
    createInterface(child.stdout).on('line', (line) => {
      output.push(line)
      if (!line.startsWith('http')) return
      clearTimeout(timer)
      child.off('exit', end)
      resolve(line.trim())
    })
  })

/**
 * Starts the app on a free port and an empty folder; with `SCALE_APP`, on several processes. The client is built first
 * when it is stale.
 */
export const startApp = async (options: Options = {}): Promise<App> =>
  process.env['SCALE_APP'] === undefined
    ? startAlone(options)
    : (await import('./scale-app.ts')).startScaleApp(options.env ?? {})

const startAlone = async ({ env = {}, waitMs = defaultWaitMs }: Options): Promise<App> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kontor-'))
  const output: string[] = []
  const run = async (port: string) => {
    const child = spawn(process.execPath, command, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DEMO: '1',
        LOG_LEVEL: 'warn',
        RATE_FACTOR: '20',
        ...env,
        DATA_DIR: dataDir,
        PORT: port,
      },
    })
    return { child, url: await firstLine(child, waitMs, output) }
  }
  const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  let running = await run('0').catch(async (thrown: unknown) => {
    await rm(dataDir, { recursive: true, force: true })
    throw thrown
  })
  const { url } = running
  return {
    url,
    dataDir,
    stop: () => end(running.child, 'SIGTERM'),
    kill: () => end(running.child, 'SIGKILL'),
    start: async () => {
      running = await run(new URL(url).port)
    },
    output: () => output.join('\n'),
    [Symbol.asyncDispose]: async () => {
      await end(running.child, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
