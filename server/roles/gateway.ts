import type { HttpBindings, ServerType } from '@hono/node-server'
import type { Context } from 'hono'
import { join, resolve } from 'node:path'
import type { Duplex } from 'node:stream'
import type { Bus } from '#server/bus/port.ts'
import type { Failpoint } from '#server/core/failpoints.ts'
import { createLegacyFeed } from '#server/features/market/legacy.ts'
import { createApp, createHealth, type Statics } from '#server/gateway/app.ts'
import { attachLegacySocket } from '#server/gateway/legacy-socket.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { callLog } from '#server/gateway/log.ts'
import { mayReadMetrics } from '#server/gateway/metrics.ts'
import { socketsPerAddress } from '#server/gateway/roster.ts'
import { createForwarding } from '#server/gateway/proxy.ts'
import { openServer } from '#server/gateway/server.ts'
import { attachSockets, type SocketPorts } from '#server/gateway/socket.ts'
import { createStatics } from '#server/gateway/static.ts'
import { isDemo } from '#server/settings.ts'
import { portError } from '#server/operate/start-error.ts'
import { listOf, rateFactorOf, type Base } from './base.ts'

/** `dev` serves the client in place of its built files. */
export type Options = {
  isDev?: boolean
  dev?: (server: ServerType) => Promise<{ statics: Statics; stop: () => Promise<void> }>
}
/** A gateway's way to the venue; a box hands its own time and its own network in. */
type Line = { bus: Bus; now: () => number; failpoint?: Failpoint } & Pick<SocketPorts, 'every' | 'carry'>

type Fetch = (request: Request, env: object) => Response | Promise<Response>
type Port = Awaited<ReturnType<typeof openPort>>
/** Opens the port; until it is told what answers there it says that it is not ready. */
export async function openPort({ env, path }: Base) {
  const isProxyTrusted = env['TRUST_PROXY'] === '1'
  const forwarding = createForwarding(isProxyTrusted)
  const holder: { fetch: Fetch } = { fetch: () => new Response(null, { status: 503 }) }
  let isAnswering = false
  const { server, port } = await openServer({
    port: Number(env['PORT'] ?? 8080),
    bind: env['BIND'],
    base: path,
    answer: (request, more) => holder.fetch(request, typeof more === 'object' && more !== null ? more : {}),
    maxPerAddress: isProxyTrusted ? Infinity : 400 * Math.max(1, rateFactorOf(env)),
  }).catch(portError(env['PORT'] ?? '8080', env['BIND']))
  server.on('upgrade', (_request: unknown, socket: Duplex) => {
    if (!isAnswering) socket.destroy()
  })
  const addressOf = (c: Context<{ Bindings: HttpBindings }>) =>
    forwarding.addressOf(c.env.incoming.headers, c.env.incoming.socket.remoteAddress)
  return {
    server,
    port,
    forwarding,
    addressOf,
    answer: (fetch: Fetch) => {
      holder.fetch = fetch
      isAnswering = true
    },
    mayReadMetrics: (c: Context) =>
      mayReadMetrics(
        env['METRICS_TOKEN'],
        { address: addressOf(c), header: (name) => c.req.header(name) },
        env['NODE_ENV'] === 'production',
      ),
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        if ('closeAllConnections' in server) setTimeout(() => server.closeAllConnections(), 2000).unref()
        if ('closeIdleConnections' in server) server.closeIdleConnections()
      }),
  }
}

/** Opens the port of a process that serves no clients, for its operator alone. */
export async function openHealth(base: Base, health: () => Promise<string | null>) {
  const { port, answer, mayReadMetrics: mayRead, stop } = await openPort(base)
  const app = createHealth({ health, meters: base.meters, mayReadMetrics: mayRead })
  answer((request, more) => app.fetch(request, more))
  return { port, stop }
}
/** Answers on an open port: HTTP, sockets, and the client's files. `isReady` is asked at each call. */
export async function openGateway(
  base: Base,
  open: Port,
  { bus, now, ...ports }: Line,
  options: Options,
  isReady: () => boolean,
) {
  const { env, path, files, log, meters, onFault } = base
  const origins = listOf(env['ORIGINS'])
  const isProduction = env['NODE_ENV'] === 'production'
  const { server, port, forwarding, addressOf, ...opened } = open
  // Elsewhere than in production a page of our own is enough: its host is whatever the machine is reached by.
  const originOf = (c: Context<{ Bindings: HttpBindings }>) =>
    forwarding.pageOriginOf(c.env.incoming.headers, origins, isProduction)
  const dist = resolve(env['DIST_DIR'] ?? 'dist')
  const dev = options.dev ? await options.dev(server) : null
  const limits = createLimits(rateFactorOf(env))
  const http = createApp({
    bus,
    now,
    files,
    meters,
    origins,
    addressOf,
    originOf,
    onCall: callLog(log),
    isOlder: isDemo(env) || env['LEGACY_SOCKET'] === '1',
    onFault,
    limits,
    isDev: options.isDev ?? false,
    isReady,
    mayReadMetrics: opened.mayReadMetrics,
    statics: dev?.statics ?? createStatics(dist, path, env['APP_NAME']),
    docs: join(dist, 'docs'),
  })
  opened.answer((request, more) => http.fetch(request, more))
  const maxPerAddress = Math.ceil(Number(env['SOCKETS_PER_ADDRESS'] ?? socketsPerAddress) * rateFactorOf(env))
  const sockets = attachSockets({ server, bus, now, meters, origins, forwarding, log, limits, maxPerAddress, ...ports })
  const feedOf = createLegacyFeed
  const legacy = env['LEGACY_SOCKET'] === '1' ? attachLegacySocket({ server, bus, origins, forwarding, feedOf }) : null
  const stop = async () => {
    legacy?.stop()
    await sockets.stop()
    await dev?.stop()
    await opened.stop()
  }
  return { port, stop }
}
