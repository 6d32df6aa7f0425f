import type { HttpBindings, ServerType } from '@hono/node-server'
import type { Context } from 'hono'
import { join, resolve } from 'node:path'
import { createBusHost } from './bus/host.ts'
import { failpointsOf } from './core/failpoints.ts'
import type { Files } from './core/files-port.ts'
import { isHalted, resumeTrading } from './core/halt.ts'
import type { Maybe } from './core/maybe.ts'
import { systemRandom } from './core/random.ts'
import type { Reserve } from './core/reserve.ts'
import { createSteadyClock } from './core/steady-clock.ts'
import { createLegacyFeed } from './features/market/legacy.ts'
import { readPriceFeeds } from './features/market/prices/sources/list.ts'
import { createApp, type Statics } from './gateway/app.ts'
import { dialSocket } from './gateway/dial.ts'
import { createLimits } from './gateway/limits.ts'
import { createLog, type Log } from './gateway/log.ts'
import { createMeters, mayReadMetrics, type Meters } from './gateway/metrics.ts'
import { attachLegacySocket } from './gateway/legacy-socket.ts'
import { createForwarding } from './gateway/proxy.ts'
import { openServer } from './gateway/server.ts'
import { attachSockets } from './gateway/socket.ts'
import { createStatics } from './gateway/static.ts'
import { createMessenger } from './identity/messenger.ts'
import { createUploads } from './identity/uploads.ts'
import { startKeeper } from './keeper.ts'
import { startLoop } from './loop.ts'
import { openControl } from './operate/backup.ts'
import { basePathOf, readEnv } from './operate/env.ts'
import { modeOrClosed } from './operate/folder-mode.ts'
import { keepPrivate, writePrivately } from './operate/private-folder.ts'
import { openReserve } from './operate/reserve.ts'
import { warningsFor, type Env } from './operate/start-check.ts'
import { countStepFaults, meterVenue, timeAppends } from './operate/venue-meters.ts'
import { folderError, portError } from './operate/start-error.ts'
import { startPusher } from './pusher.ts'
import { openPriceFeed } from './price-feed.ts'
import { defaultSettings, isDemo, modeOf, settingsOf } from './settings.ts'
import { createFileFolder } from './store/file-folder.ts'
import { openSqlite } from './store/sqlite.ts'
import { openVenue, type Venue, type VenuePorts } from './venue.ts'

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

const listOf = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
/** Says when the disk became full; the keeper says when there is room again. */
const loggedReserve = (reserve: Reserve, log: Log): Reserve => ({
  ...reserve,
  release: () => {
    const hadRoom = reserve.release()
    if (hadRoom)
      log.error(
        'the disk is full: changes are refused until there is room again; nothing that was acknowledged is lost',
      )
    return hadRoom
  },
})
const throwIt = (thrown: unknown): never => {
  throw thrown
}
const stackOf = (thrown: unknown) => (thrown instanceof Error ? thrown.stack : 'not an error')

/** Opens the data folder and the venue on it; resolves when all changes made by opening are durable. */
async function startVenue({ env, dataFolder, clock, log, meters, onFailure }: Base & Pick<VenuePorts, 'onFailure'>) {
  for (const path of keepPrivate(dataFolder))
    log.warn(
      { path },
      'other users of this machine may reach this, and it cannot be closed to them: give DATA_DIR a folder of its own',
    )
  const failpoint = failpointsOf(isDemo(env) ? env['KONTOR_FAULTS'] : undefined)
  const opened = openSqlite(join(dataFolder, 'venue.db'))
  modeOrClosed(opened, `The data folder ${dataFolder}`, isDemo(env) ? 'demo' : 'live')
  const { store, longestMs: longestAppendMs } = timeAppends(opened)
  const venue = await openVenue(store, {
    clock,
    random: systemRandom,
    settings: defaultSettings(isDemo(env), settingsOf(env)),
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
    reserve: loggedReserve(openReserve(dataFolder, systemRandom.bytes), log),
  })
  if (isHalted(venue.ctx)) {
    if (env['RESUME_TRADING'] === '1') void venue.command(resumeTrading)
    else log.error('trading is halted because an audit found a breach or a step failed; RESUME_TRADING=1 resumes it')
  }
  venue.flush()
  await venue.durable()
  failpoint('duringStart')
  return { venue, store, failpoint, longestAppendMs }
}

const steadyClock = (log: Log) =>
  createSteadyClock({
    wall: Date.now,
    steady: () => performance.now(),
    onJump: (byMs) =>
      log.error(
        { byMs },
        'the clock of this machine jumped; the venue goes on by steady time and follows a lasting jump forward',
      ),
    onBehind: (byMs) =>
      log.error(
        { byMs },
        'the clock of this machine is behind the data folder; the venue goes on from the latest instant in it',
      ),
  })

type PriceFeeds = ReturnType<typeof readPriceFeeds>
type Started = Awaited<ReturnType<typeof startVenue>>
/** What the parts of a running server are made of. */
type Base = {
  env: Env
  /** Where the app lives on its host. */
  path: string
  dataFolder: string
  files: Files
  log: Log
  meters: Meters
  clock: ReturnType<typeof createSteadyClock>
  onFault: (thrown: unknown) => void
}

/** Opens the port and answers on it: HTTP, sockets, and the client's files. `isReady` is asked at each call. */
async function openGateway(base: Base, { venue, failpoint }: Started, options: Options, isReady: () => boolean) {
  const { env, path, files, log, meters, onFault } = base
  const busHost = createBusHost(venue, { uploads: createUploads(venue.asyncCtx) })
  const bus = busHost.open('own')
  const { now } = venue
  const origins = listOf(env['ORIGINS'])
  const isProxyTrusted = env['TRUST_PROXY'] === '1'
  const isProduction = env['NODE_ENV'] === 'production'
  const forwarding = createForwarding(isProxyTrusted)
  const addressOf = (c: Context<{ Bindings: HttpBindings }>) =>
    forwarding.addressOf(c.env.incoming.headers, c.env.incoming.socket.remoteAddress)
  // Elsewhere than in production a page of our own is enough: its host is whatever the machine is reached by.
  const originOf = (c: Context<{ Bindings: HttpBindings }>) =>
    forwarding.pageOriginOf(c.env.incoming.headers, origins, isProduction)
  const rateFactor = Number(env['RATE_FACTOR'] ?? 1)
  const dist = resolve(env['DIST_DIR'] ?? 'dist')
  const app = {
    fetch: (_request: Request, _env?: unknown): Response | Promise<Response> => new Response(null, { status: 503 }),
  }
  const { server, port } = await openServer({
    port: Number(env['PORT'] ?? 8080),
    bind: env['BIND'],
    base: path,
    answer: (request, more) => app.fetch(request, more),
    maxPerAddress: isProxyTrusted ? Infinity : 400 * Math.max(1, rateFactor),
  }).catch(portError(env['PORT'] ?? '8080', env['BIND']))
  const dev = options.dev ? await options.dev(server) : null
  const http = createApp({
    bus,
    now,
    files,
    meters,
    origins,
    addressOf,
    originOf,
    onFault,
    limits: createLimits(rateFactor),
    isDev: options.isDev ?? false,
    isReady,
    mayReadMetrics: (c: Context) =>
      mayReadMetrics(
        env['METRICS_TOKEN'],
        { address: addressOf(c), header: (name) => c.req.header(name) },
        isProduction,
      ),
    statics: dev?.statics ?? createStatics(dist, path, env['APP_NAME']),
    docs: join(dist, 'docs'),
  })
  app.fetch = (request, more) => http.fetch(request, typeof more === 'object' && more !== null ? more : {})
  const sockets = attachSockets({ server, bus, now, meters, origins, forwarding, log, failpoint })
  const feedOf = createLegacyFeed
  const legacy = env['LEGACY_SOCKET'] === '1' ? attachLegacySocket({ server, bus, origins, forwarding, feedOf }) : null
  const stop = async () => {
    legacy?.stop()
    await sockets.stop()
    busHost.stop()
    await dev?.stop()
    await new Promise<void>((done) => {
      server.close(() => done())
      if ('closeAllConnections' in server) setTimeout(() => server.closeAllConnections(), 2000).unref()
      if ('closeIdleConnections' in server) server.closeIdleConnections()
    })
  }
  return { port, stop }
}

/** Prices come in, and the periodic steps run. */
function startTrading({ env, log, meters, clock, onFault }: Base, venue: Venue, named: PriceFeeds) {
  const prices = openPriceFeed(named, env['PRICE_FILE'], {
    venue,
    log,
    clock,
    random: systemRandom,
    dial: dialSocket,
    steadyMs: () => performance.now(),
  })
  meters.prices.follow(prices.figures)
  for (const name of listOf(env['CONFIRM_PRICES'])) {
    if (!venue.ctx.markets.find(name)) log.error({ market: name }, 'CONFIRM_PRICES names no such market')
    else
      log.warn({ market: name, from: venue.ctx.priceIndex.confirm(name) }, 'the operator accepts the price as it comes')
  }
  const loop = startLoop(venue, { onBug: countStepFaults(meters, onFault), ...(prices.feed && { feed: prices.feed }) })
  const stop = () => {
    loop.stop()
    prices.stop()
  }
  return { stop }
}

/** What looks after the folder and the people while the venue runs: figures, backup, audits, notifications. */
function startCare({ dataFolder, files, log, meters, clock }: Base, { venue, store, longestAppendMs }: Started) {
  const figures = meterVenue(meters, venue, {
    file: join(dataFolder, 'venue.db'),
    clockOffsetMs: clock.offsetMs,
    longestAppendMs,
  })
  const control = openControl({
    dataFolder,
    copyDatabase: store.backup,
    now: venue.ctx.now,
    mode: modeOf(venue.ctx.settings),
  })
  if (control === null)
    log.warn('DATA_DIR is too long for a socket in it: npm run backup works only while the venue is stopped')
  const keeper = startKeeper({ venue, log, meters, files })
  const pusher = startPusher({ venue, log })
  const stop = async () => {
    keeper.stop()
    pusher.stop()
    figures.stop()
    await control?.stop()
  }
  return { stop }
}

/** Reads the environment, opens the data folder, and serves HTTP, WebSocket and the client on one port. */
export async function main(given: Env, options: Options = {}): Promise<Running> {
  writePrivately()
  const env = readEnv(given)
  const path = basePathOf(env)
  const named = readPriceFeeds(env['PRICE_FEEDS'] ?? '')
  const dataFolder = resolve(env['DATA_DIR'] ?? 'data')
  const log = createLog(env['LOG_LEVEL'] ?? 'warn')
  for (const warning of warningsFor(env)) log.warn(warning)
  const onFault = (thrown: unknown) => log.error({ stack: stackOf(thrown) }, 'the gateway failed')
  const files = createFileFolder(() => dataFolder)
  const base: Base = { env, path, dataFolder, files, log, meters: createMeters(), clock: steadyClock(log), onFault }
  const failure = Promise.withResolvers<unknown>()
  // What was decided is never durable after a failure: without this the start would wait for it for ever.
  const unlessFailed = <T>(work: Maybe<T>): Promise<T> =>
    Promise.race([work, failure.promise.then(throwIt)]).catch(folderError(dataFolder))
  const started = await unlessFailed(startVenue({ ...base, onFailure: failure.resolve }))
  const { venue, failpoint } = started
  let isReady = false
  const gateway = await openGateway(base, started, options, () => isReady)
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
    await venue.stop()
  }
  const host = env['HOST'] ?? 'localhost'
  return { url: `http://${host}:${gateway.port}${env['BASE_PATH'] ?? '/'}`, stop, failed: failure.promise }
}
