import { serve, type ServerType } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createLocalBus } from './bus/local.ts'
import { systemClock } from './core/clock.ts'
import { failpointsOf } from './core/failpoints.ts'
import { isHalted, resumeTrading } from './core/halt.ts'
import { systemRandom } from './core/random.ts'
import { createLegacyFeed } from './features/market/legacy.ts'
import { createPriceFile } from './features/market/prices/price-file.ts'
import { createApp, type Statics } from './gateway/app.ts'
import { createLimits } from './gateway/limits.ts'
import { createLog, type Log } from './gateway/log.ts'
import { createMeters, mayReadMetrics, type Meters } from './gateway/metrics.ts'
import { attachLegacySocket } from './gateway/legacy-socket.ts'
import { attachSockets } from './gateway/socket.ts'
import { createStatics } from './gateway/static.ts'
import { createMessenger } from './identity/messenger.ts'
import { openUpload, saveUpload } from './identity/uploads.ts'
import { startKeeper } from './keeper.ts'
import { startLoop } from './loop.ts'
import { settingsOf } from './settings.ts'
import { openSqlite } from './store/sqlite.ts'
import { openVenue, type Venue } from './venue.ts'

export type Env = Readonly<Record<string, string | undefined>>
export type Running = {
  url: string
  stop: () => Promise<void>
  /** Resolves with the cause when the venue had to stop because of a failure. */
  failed: Promise<unknown>
}

/** `dev` serves the client in place of its built files. */
export type Options = {
  isDev?: boolean
  dev?: (server: ServerType) => Promise<{ statics: Statics; stop: () => Promise<void> }>
}

const listOf = (text: string | undefined) => (text ?? '').split(',').map((part) => part.trim()).filter((part) => part !== '')
const stackOf = (thrown: unknown) => (thrown instanceof Error ? thrown.stack : 'not an error')

/** Opens the data folder and the venue on it; resolves when all changes made by opening are durable. */
async function startVenue(env: Env, { dataFolder, log, meters, onFailure }: { dataFolder: string; log: Log; meters: Meters; onFailure: (thrown: unknown) => void }) {
  const failpoint = failpointsOf(env['KONTOR_FAULTS'])
  const venue = await openVenue(openSqlite(join(dataFolder, 'venue.db')), {
    clock: systemClock,
    random: systemRandom,
    settings: settingsOf(env, (sentence) => log.warn(sentence)),
    messenger: createMessenger(env),
    onFailure: (thrown) => {
      log.fatal({ reason: String(thrown) }, 'the store failed: stopping; nothing more is acknowledged')
      onFailure(thrown)
    },
    onBug: (thrown, { feature, name }) => {
      const incident = systemRandom.bytes(6).toString('hex')
      meters.bug(`${feature}.${name}`)
      log.error({ incident, call: `${feature}.${name}`, stack: stackOf(thrown) }, 'a handler failed')
      return incident
    },
    failpoint,
  })
  if (isHalted(venue.ctx)) {
    if (env['RESUME_TRADING'] === '1') void venue.command(resumeTrading)
    else log.error('trading is halted because an audit found a breach or a step failed; RESUME_TRADING=1 resumes it')
  }
  venue.flush()
  await venue.durable()
  failpoint('duringStart')
  return { venue, failpoint }
}
const filesOf = ({ asyncCtx }: Venue, dataFolder: string): Parameters<typeof createLocalBus>[1] => ({
  save: (user, file) => saveUpload(asyncCtx, { ...file, user, dataFolder }),
  open: (path, query) => openUpload(asyncCtx, path, query, dataFolder),
})

/** Reads the environment, opens the data folder, and serves HTTP, WebSocket and the client on one port. */
export async function main(env: Env, options: Options = {}): Promise<Running> {
  const dataFolder = resolve(env['DATA_DIR'] ?? 'data')
  mkdirSync(dataFolder, { recursive: true })
  const log = createLog(env['LOG_LEVEL'] ?? 'warn')
  const meters = createMeters()
  const failure = Promise.withResolvers<unknown>()
  const { venue, failpoint } = await startVenue(env, { dataFolder, log, meters, onFailure: failure.resolve })
  const bus = createLocalBus(venue, filesOf(venue, dataFolder))
  const origins = listOf(env['ORIGINS'])
  const isProxyTrusted = env['TRUST_PROXY'] === '1'
  const addressOf = (c: Context) => {
    const forwarded = isProxyTrusted ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
    return forwarded ?? getConnInfo(c).remote.address ?? ''
  }
  let isReady = false
  const onFault = (thrown: unknown) => log.error({ stack: stackOf(thrown) }, 'the gateway failed')
  const app = { fetch: (_request: Request, _env?: unknown): Response | Promise<Response> => new Response(null, { status: 503 }) }
  const { server, port } = await listen(env, (request, more) => app.fetch(request, more))
  const dev = options.dev ? await options.dev(server) : null
  const http = createApp({
    bus, meters, origins, addressOf, onFault,
    limits: createLimits(Number(env['RATE_FACTOR'] ?? 1)),
    isDev: options.isDev ?? false,
    isReady: () => isReady && bus.isUp(),
    mayReadMetrics: (c: Context) => mayReadMetrics(env['METRICS_TOKEN'], { address: addressOf(c), header: (name) => c.req.header(name) }),
    statics: dev?.statics ?? createStatics(resolve(env['DIST_DIR'] ?? 'dist'), env['BASE_PATH'] ?? '/'),
  })
  app.fetch = (request, more) => http.fetch(request, typeof more === 'object' && more !== null ? more : {})
  const sockets = attachSockets({ server, bus, meters, origins, isProxyTrusted, log, failpoint })
  const legacySocket = env['LEGACY_SOCKET'] === '1' ? attachLegacySocket({ server, bus, origins, isProxyTrusted, feed: createLegacyFeed(venue.ctx) }) : null
  const priceFile = venue.ctx.settings.demo ? env['PRICE_FILE'] : undefined
  const loop = startLoop(venue, { onBug: onFault, ...(priceFile !== undefined && { feed: createPriceFile(resolve(priceFile)) }) })
  // The generated price history must be durable before the first request is accepted.
  venue.flush()
  await venue.durable()
  const keeper = startKeeper({ venue, log, meters })
  failpoint('duringStart')
  isReady = true

  const stop = async () => {
    isReady = false
    keeper.stop()
    loop.stop()
    legacySocket?.stop()
    await sockets.stop()
    await dev?.stop()
    await new Promise<void>((done) => {
      server.close(() => done())
      if ('closeAllConnections' in server) setTimeout(() => server.closeAllConnections(), 2000).unref()
      if ('closeIdleConnections' in server) server.closeIdleConnections()
    })
    await venue.stop()
  }
  const host = env['HOST'] ?? 'localhost'
  return { url: `http://${host}:${port}${env['BASE_PATH'] ?? '/'}`, stop, failed: failure.promise }
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
