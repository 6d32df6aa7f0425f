/** A house that stands: where it is reached, how it is closed, and when it had to close by itself. */
export type Standing = {
  readonly url: string
  readonly stop: () => Promise<void>
  readonly failed?: Promise<unknown>
}

const sentenceOf = (thrown: unknown) => {
  if (!(thrown instanceof Error)) return String(thrown)
  const isTaken = 'code' in thrown && thrown.code === 'EADDRINUSE'
  return isTaken ? `Port ${process.env['PORT'] ?? '8080'} is taken. Set PORT to another one, or to 0 for any free one.` : thrown.message
}

const end = (thrown: unknown) => {
  console.error(process.env['LOG_LEVEL'] === 'debug' ? thrown : sentenceOf(thrown))
  process.exit(1)
}

/** Opens, prints the one line with the address, and closes in order when asked to. */
export const launch = async (open: () => Promise<Standing>) => {
  const standing = await open().catch(end)
  let isStopping = false
  const stop = (signal: NodeJS.Signals) => {
    // The second time the person means it.
    if (isStopping) process.exit(signal === 'SIGINT' ? 130 : 143)
    isStopping = true
    standing.stop().then(() => process.exit(0), end)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  standing.failed?.then(end, end)
  console.log(standing.url)
}
