import type { Maybe } from './core/maybe.ts'
import { readPriceFeeds } from './features/market/prices/sources/list.ts'
import { readEnv } from './operate/env.ts'
import { release } from './core/release.ts'
import { isDemo } from './settings.ts'
import { writePrivately } from './operate/private-folder.ts'
import { warningsFor, type Env } from './operate/start-check.ts'
import { storeError } from './operate/start-error.ts'
import { createBase, type Base } from './roles/base.ts'
import { openGateway, openPort, type Options } from './roles/gateway.ts'
import { hostVenue, type LeadPorts } from './roles/leading.ts'
import { startVenue, type OnFailure } from './roles/venue.ts'

export type Running = {
  url: string
  stop: () => Promise<void>
  /** Resolves with the cause when the venue had to stop because of a failure. */
  failed: Promise<unknown>
}
const throwIt = (thrown: unknown): never => {
  throw thrown
}

/** Reads the environment, opens the data folder, and serves HTTP, WebSocket and the client on one port. */
export async function main(given: Env, options: Options = {}): Promise<Running> {
  writePrivately()
  const env = readEnv(given)
  const named = readPriceFeeds(env['PRICE_FEEDS'] ?? '')
  const base = createBase(env)
  for (const warning of warningsFor(env)) base.log.warn(warning)
  const failure = Promise.withResolvers<unknown>()
  // What was decided is never durable after a failure: without this the start would wait for it for ever.
  const unlessFailed = <T>(work: Maybe<T>): Promise<T> =>
    Promise.race([work, failure.promise.then(throwIt)]).catch(storeError(env['DATABASE_URL'], base.dataFolder))
  const ports = { named, unlessFailed }
  base.log.info({ release, mode: isDemo(env) ? 'demo' : 'live', dataFolder: base.dataFolder }, 'Kontor starts')
  const { port, stop } =
    env['NATS_URL'] === undefined
      ? await runTogether(base, options, { ...ports, onFailure: failure.resolve })
      : await (await import('./roles/apart.ts')).runApart(base, options, { ...ports, onFailure: failure.resolve })
  return {
    url: `http://${env['HOST'] ?? 'localhost'}:${port}${env['BASE_PATH'] ?? '/'}`,
    stop: async () => {
      await stop()
      base.log.info('Kontor has stopped')
    },
    failed: failure.promise,
  }
}

/** The venue with its only gateway, which calls it directly. */
async function runTogether(
  base: Base,
  options: Options,
  { onFailure, ...ports }: LeadPorts & { onFailure: OnFailure },
) {
  // A port that is refused leaves no half-made data folder.
  const open = await openPort(base)
  const started = await ports.unlessFailed(startVenue(base, onFailure)).catch(async (thrown: unknown) => {
    await open.stop()
    throw thrown
  })
  const { venue, failpoint } = started
  let isReady = false
  const { host, begin, rest, stop } = hostVenue(base, started, ports)
  const line = { bus: host.open('own'), now: venue.now, failpoint }
  const gateway = await openGateway(base, open, line, options, () => isReady)
  await begin()
  isReady = true
  return {
    port: gateway.port,
    stop: async () => {
      isReady = false
      await rest()
      await gateway.stop()
      await stop()
    },
  }
}
