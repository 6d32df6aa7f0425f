import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { buildVenue } from '#scripts/venue-build.ts'

/** A venue in a process of its own: it may be killed, or kill itself at a named place. */
export type Child = {
  /** Where it stands, or null when it ended before it stood. */
  readonly url: string | null
  readonly pid: number | undefined
  /** Settles when it is gone, however it went. */
  readonly gone: Promise<void>
  readonly isGone: () => boolean
  readonly kill: (signal?: NodeJS.Signals) => void
  /** In order; it says goodbye first. */
  readonly stop: () => Promise<void>
  readonly said: () => string
  /** Null while it runs, and when a signal ended it. */
  readonly code: () => number | null
}

/** Built once a campaign: a start is then a tenth of a second, and what others write meanwhile does not disturb it. */
let built: Promise<string> | null = null
const commandOf = async (main?: string) => [
  '--disable-warning=ExperimentalWarning',
  'tests/proof/venue-process.mjs',
  main ?? (await (built ??= buildVenue())),
]
const standing = (child: ChildProcess, said: string[]) =>
  new Promise<string | null>((settle) => {
    child.once('exit', () => settle(null))
    if (child.stderr) createInterface(child.stderr).on('line', (line) => said.push(line))
    if (!child.stdout) return
    createInterface(child.stdout).on('line', (line) => (line.startsWith('http') ? settle(line) : said.push(line)))
  })

/**
 * Starts the venue on a folder; `fault` as `site:n`, or nothing. `signal` kills it, also before it stands. What it
 * writes to standard error goes to the file that `log` is open on, if there is one, and is not in `said`. `main` is
 * another build than the one of these sources.
 */
export async function startChild(
  folder: string,
  fault = '',
  more: NodeJS.ProcessEnv = {},
  { signal, log = 'pipe', main }: { signal?: AbortSignal; log?: number | 'pipe'; main?: string } = {},
): Promise<Child> {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DEMO: '1',
    LOG_LEVEL: 'error',
    RATE_FACTOR: '100000',
    DATA_DIR: folder,
    PORT: '0',
    BIND: '127.0.0.1',
    HOST: '127.0.0.1',
    KONTOR_FAULTS: fault,
    ...more,
  }
  const child = spawn(process.execPath, await commandOf(main), {
    stdio: ['pipe', 'pipe', log],
    env,
    ...(signal && { signal, killSignal: 'SIGKILL' as const }),
  })
  // That it was killed by the signal is told as an error as well.
  child.on('error', () => undefined)
  const said: string[] = []
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  return {
    url: await standing(child, said),
    pid: child.pid,
    gone,
    isGone,
    kill: (signal = 'SIGKILL') => void child.kill(signal),
    stop: async () => {
      if (!isGone()) child.kill('SIGTERM')
      await gone
    },
    said: () => said.join('\n'),
    code: () => child.exitCode,
  }
}
