import { accessSync, constants } from 'node:fs'

/** A running server, and how to stop it. */
export type RunningApp = {
  readonly url: string
  readonly stop: () => Promise<void>
  readonly failed?: Promise<unknown>
}

const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown))

/**
 * A terminal's signal reaches npm, its shell and both processes of a start, and some of them pass it on: one that comes
 * this soon is the same signal.
 */
const echoMs = 1000
const parentEveryMs = 250
const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

const parent = process.ppid
/**
 * Calls back when the parent process has ended: npm's shell ends without passing its signal on, and nothing else would
 * stop this process.
 */
export const whenAlone = (then: () => void) => {
  if (process.env['npm_lifecycle_event'] === undefined && process.env['KONTOR_RUNTIME'] === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    then()
  }, parentEveryMs).unref()
}

const end = (thrown: unknown) => {
  console.error(messageOf(thrown))
  process.exit(1)
}

/**
 * Refuses arguments on the command line: settings are environment variables, and an argument would be ignored silently.
 */
export const refuseOptions = (words: readonly string[]) => {
  if (words.length > 0)
    end(
      `Unknown option: ${words.join(' ')}. Settings are environment variables, like PORT=8080; the README lists them.`,
    )
}

/** Refuses to build in a folder that this user may not write to. */
export function refuseReadOnly(folder: string) {
  try {
    accessSync(folder, constants.W_OK)
  } catch (thrown) {
    throw new Error(
      `The app is not built, and ${folder} cannot be written to. Run "npm run build" there as a user who may.`,
      { cause: thrown },
    )
  }
}

/**
 * Starts the server, prints its URL as the only line on standard output, and stops it in order on a signal; a second,
 * later signal exits at once.
 */
export const launch = async (start: () => Promise<RunningApp>) => {
  const running = await start().catch(end)
  let stoppedAt: number | null = null
  const stop = (code: number) => {
    const at = performance.now()
    if (stoppedAt === null) {
      stoppedAt = at
      running.stop().then(() => process.exit(0), end)
    } else if (at - stoppedAt > echoMs) process.exit(code)
  }
  whenAlone(() => stop(codes.SIGTERM))
  process.on('SIGHUP', () => stop(codes.SIGHUP))
  process.on('SIGINT', () => stop(codes.SIGINT))
  process.on('SIGTERM', () => stop(codes.SIGTERM))
  running.failed?.then(end, end)
  console.log(running.url)
}
