/** A house that stands: where it is reached, and how it is closed. */
export type Standing = { readonly url: string; readonly stop: () => Promise<void> }

/** Opens, prints the one line with the address, and closes in order when asked to. */
export const launch = async (open: () => Promise<Standing>) => {
  let standing: Standing
  try {
    standing = await open()
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : thrown)
    if (process.env['LOG_LEVEL'] === 'debug') console.error(thrown)
    process.exit(1)
  }
  let isStopping = false
  const stop = (signal: NodeJS.Signals) => {
    // The second time the person means it.
    if (isStopping) process.exit(signal === 'SIGINT' ? 130 : 143)
    isStopping = true
    standing.stop().then(
      () => process.exit(0),
      (thrown: unknown) => {
        console.error(thrown)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  console.log(standing.url)
}
