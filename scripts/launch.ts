/** A house that stands: where it is reached, how it is closed, and when it had to close by itself. */
export type Standing = {
  readonly url: string
  readonly stop: () => Promise<void>
  readonly failed?: Promise<unknown>
}

const sentenceOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown))

/** A signal of a terminal reaches npm, its shell and both processes of a start, and some of them pass it on: what comes this soon is the same one. */
const echoMs = 1000
const parentEveryMs = 250
const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

const parent = process.ppid
/** Calls back when whoever started this process is gone: npm's shell ends without passing its signal on, and nobody else would end it. */
export const whenAlone = (then: () => void) => {
  if (process.env['npm_lifecycle_event'] === undefined && process.env['KONTOR_RUNTIME'] === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    then()
  }, parentEveryMs).unref()
}

const end = (thrown: unknown) => {
  console.error(process.env['LOG_LEVEL'] === 'debug' ? thrown : sentenceOf(thrown))
  process.exit(1)
}

/** Settings come by the environment: a word on the command line would be lost without a hint. */
export const refuseOptions = (words: readonly string[]) => {
  if (words.length > 0) end(`Unknown option: ${words.join(' ')}. Settings are environment variables, like PORT=8080; the README lists them.`)
}

/** Opens, prints the one line with the address, and closes in order when asked to. */
export const launch = async (open: () => Promise<Standing>) => {
  const standing = await open().catch(end)
  let stoppedAt: number | null = null
  const stop = (code: number) => {
    const at = performance.now()
    if (stoppedAt === null) {
      stoppedAt = at
      standing.stop().then(() => process.exit(0), end)
    } else if (at - stoppedAt > echoMs) process.exit(code)
  }
  whenAlone(() => stop(codes.SIGTERM))
  process.on('SIGHUP', () => stop(codes.SIGHUP))
  process.on('SIGINT', () => stop(codes.SIGINT))
  process.on('SIGTERM', () => stop(codes.SIGTERM))
  standing.failed?.then(end, end)
  console.log(standing.url)
}
