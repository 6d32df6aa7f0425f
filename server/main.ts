import { createBusHost } from './bus/host.ts'
import type { Maybe } from './core/maybe.ts'
import { readPriceFeeds } from './features/market/prices/sources/list.ts'
import { createUploads } from './identity/uploads.ts'
import { readEnv } from './operate/env.ts'
import { writePrivately } from './operate/private-folder.ts'
import { warningsFor, type Env } from './operate/start-check.ts'
import { storeError } from './operate/start-error.ts'
import { createBase } from './roles/base.ts'
import { openGateway, type Options } from './roles/gateway.ts'
import { startCare, startTrading, startVenue } from './roles/venue.ts'

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
  const started = await unlessFailed(startVenue(base, failure.resolve))
  const { venue, failpoint } = started
  let isReady = false
  const host = createBusHost(venue, { uploads: createUploads(venue.asyncCtx) })
  const line = { bus: host.open('own'), now: venue.now, failpoint }
  const gateway = await openGateway(base, line, options, () => isReady)
  const trading = startTrading(base, venue, named)
  // The generated price history must be durable before the first request is accepted.
  venue.flush()
  await unlessFailed(venue.durable())
  const care = startCare(base, started)
  failpoint('duringStart')
  isReady = true

  const stop = async () => {
    isReady = false
    await care.stop()
    trading.stop()
    await gateway.stop()
    host.stop()
    await venue.stop()
  }
  return {
    url: `http://${env['HOST'] ?? 'localhost'}:${gateway.port}${env['BASE_PATH'] ?? '/'}`,
    stop,
    failed: failure.promise,
  }
}
