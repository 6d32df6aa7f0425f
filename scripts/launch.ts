/** A running server: its URL, how to stop it, and a promise that resolves if it fails by itself. */
export type RunningApp = {
  readonly url: string
  readonly stop: () => Promise<void>
  readonly failed?: Promise<unknown>
}

const messageOf = (thrown: unknown) => {
  if (!(thrown instanceof Error)) return String(thrown)
  const isTaken = 'code' in thrown && thrown.code === 'EADDRINUSE'
  return isTaken ? `Port ${process.env['PORT'] ?? '8080'} is taken. Set PORT to another one, or to 0 for any free one.` : thrown.message
}

const end = (thrown: unknown) => {
  console.error(process.env['LOG_LEVEL'] === 'debug' ? thrown : messageOf(thrown))
  process.exit(1)
}

/** Starts the server, prints its URL as the only line on standard output, and stops it in order on SIGINT or SIGTERM. */
export const launch = async (start: () => Promise<RunningApp>) => {
  const running = await start().catch(end)
  let isStopping = false
  const stop = (signal: NodeJS.Signals) => {
    // A second signal exits at once.
    if (isStopping) process.exit(signal === 'SIGINT' ? 130 : 143)
    isStopping = true
    running.stop().then(() => process.exit(0), end)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  running.failed?.then(end, end)
  console.log(running.url)
}
