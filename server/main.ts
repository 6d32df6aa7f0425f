import { serve, type ServerType } from '@hono/node-server'
import type { Context } from 'hono'
import { getConnInfo } from '@hono/node-server/conninfo'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { systemClock } from '#server/core/clock.ts'
import { createRehearsal } from '#server/features/market/prices/price-file.ts'
import { startEngines } from './loop.ts'
import { startKeeper } from './keeper.ts'
import { failpointsOf } from '#server/core/failpoints.ts'
import { createApp, type Statics } from '#server/gateway/app.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { createLog } from '#server/gateway/log.ts'
import { createMeters, mayReadMetrics } from '#server/gateway/metrics.ts'
import { attachSockets } from '#server/gateway/socket.ts'
import { createMessenger } from '#server/identity/messenger.ts'
import { createStatics } from '#server/gateway/static.ts'
import { systemRandom } from '#server/core/random.ts'
import { defaultSettings } from '#server/core/settings.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { createVenue } from './venue.ts'

export type Env = Readonly<Record<string, string | undefined>>
export type Running = {
  url: string
  stop: () => Promise<void>
  /** Settles when the venue had to stop by itself; says why. */
  failed: Promise<unknown>
}

/** How the client is served besides from its built files. */
export type Options = {
  isDev?: boolean
  dev?: (server: ServerType) => Promise<{ statics: Statics; stop: () => Promise<void> }>
}

const listOf = (text: string | undefined) => (text ?? '').split(',').map((part) => part.trim()).filter((part) => part !== '')

/** Reads the environment, opens the data folder, starts everything on one port. */
export async function main(env: Env, options: Options = {}): Promise<Running> {
  const isProduction = env['NODE_ENV'] === 'production'
  const dataFolder = resolve(env['DATA_DIR'] ?? 'data')
  mkdirSync(dataFolder, { recursive: true })
  const log = createLog(env['LOG_LEVEL'] ?? 'warn')
  const meters = createMeters()
  const trouble = Promise.withResolvers<unknown>()
  const store = openSqlite(join(dataFolder, 'venue.db'))
  const failpoint = failpointsOf(env['KONTOR_FAULTS'])
  const settings = defaultSettings(!isProduction && env['DEMO'] !== '0')
  const venue = createVenue({
    store,
    clock: systemClock,
    random: systemRandom,
    settings,
    messenger: createMessenger(env),
    onFailure: (thrown) => {
      log.fatal({ reason: String(thrown) }, 'the store failed: stopping, nothing more is acknowledged')
      trouble.resolve(thrown)
    },
    onBug: (thrown, { word, name }) => {
      const incident = systemRandom.bytes(6).toString('hex')
      meters.bug(`${word}.${name}`)
      log.error({ incident, call: `${word}.${name}`, stack: thrown instanceof Error ? thrown.stack : 'not an error' }, 'a handler failed')
      return incident
    },
    failpoint,
  })
  venue.flush()
  failpoint('duringStart')
  const origins = listOf(env['ORIGINS'])
  const isProxyTrusted = env['TRUST_PROXY'] === '1'
  const addressOf = (c: Context) => {
    const forwarded = isProxyTrusted ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
    return forwarded ?? getConnInfo(c).remote.address ?? ''
  }
  const limits = createLimits(Number(env['RATE_FACTOR'] ?? 1))
  let isReady = false
  const parts = {
    venue, limits, meters, origins, addressOf, dataFolder,
    isDev: options.isDev ?? false,
    isReady: () => isReady && !venue.isBroken(),
    mayReadMetrics: (c: Context) => mayReadMetrics(env['METRICS_TOKEN'], { address: addressOf(c), header: (name) => c.req.header(name) }),
    onFault: (thrown: unknown) => log.error({ stack: thrown instanceof Error ? thrown.stack : 'not an error' }, 'the gateway failed'),
  }
  const app = { fetch: (_request: Request, _env?: unknown): Response | Promise<Response> => new Response(null, { status: 503 }) }
  const { server, port } = await listen(env, (request, more) => app.fetch(request, more))
  const dev = options.dev ? await options.dev(server) : null
  const statics = dev?.statics ?? createStatics(resolve(env['DIST_DIR'] ?? 'dist'), env['BASE_PATH'] ?? '/')
  const http = createApp({ ...parts, statics })
  app.fetch = (request, more) => http.fetch(request, typeof more === 'object' && more !== null ? more : {})
  const sockets = attachSockets({ server, venue, meters, origins, isProxyTrusted, log, failpoint })
  const rehearsal = settings.demo ? env['PRICE_FILE'] : undefined
  const engines = startEngines(venue, {
    onBug: (thrown) => parts.onFault(thrown),
    ...(rehearsal !== undefined && { feed: createRehearsal(resolve(rehearsal)) }),
  })
  // The past that was made is durable before anybody is let in.
  venue.flush()
  const keeper = startKeeper({ venue, log, meters })
  failpoint('duringStart')
  isReady = true

  const stop = async () => {
    isReady = false
    keeper.stop()
    engines.stop()
    await sockets.stop()
    await dev?.stop()
    await new Promise<void>((done) => {
      server.close(() => done())
      if ('closeAllConnections' in server) setTimeout(() => server.closeAllConnections(), 2000).unref()
      if ('closeIdleConnections' in server) server.closeIdleConnections()
    })
    venue.stop()
  }
  const host = env['HOST'] ?? 'localhost'
  return { url: `http://${host}:${port}${env['BASE_PATH'] ?? '/'}`, stop, failed: trouble.promise }
}

const listen = (env: Env, fetch: (request: Request, more: unknown) => Response | Promise<Response>) =>
  new Promise<{ server: ServerType; port: number }>((ready, fail) => {
    const server = serve({ fetch, port: Number(env['PORT'] ?? 8080), ...(env['BIND'] !== undefined && { hostname: env['BIND'] }) }, ({ port }) => ready({ server, port }))
    server.on('error', fail)
    if ('requestTimeout' in server) {
      server.requestTimeout = 60_000
      server.headersTimeout = 10_000
    }
  })
