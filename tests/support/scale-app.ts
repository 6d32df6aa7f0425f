import { openWiring } from '#tests/proof/scale/wiring.ts'
import { openFront } from './front.ts'

/** The app on several processes: of two people of a journey each is at another gateway. A kill ends what leads. */
export async function startScaleApp(env: Readonly<Record<string, string>>) {
  const wiring = await openWiring({ env: { LOG_LEVEL: 'warn', RATE_FACTOR: '20', ...env } })
  await wiring.stands()
  const front = await openFront(wiring.urls)
  const end = async (signal: NodeJS.Signals) => {
    const leader = await wiring.venues.leader()
    leader?.kill(signal)
    await leader?.gone
  }
  return {
    url: front.url,
    dataDir: wiring.folder,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    start: wiring.stands,
    output: () => wiring.venues.said.join('\n'),
    [Symbol.asyncDispose]: async () => {
      front.stop()
      await wiring.stop()
    },
  }
}
