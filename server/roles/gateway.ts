import type { HttpBindings, ServerType } from '@hono/node-server'
import type { Context } from 'hono'
import { join, resolve } from 'node:path'
import type { Bus } from '#server/bus/port.ts'
import type { Failpoint } from '#server/core/failpoints.ts'
import { createLegacyFeed } from '#server/features/market/legacy.ts'
import { createApp, type Statics } from '#server/gateway/app.ts'
import { attachLegacySocket } from '#server/gateway/legacy-socket.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { mayReadMetrics } from '#server/gateway/metrics.ts'
import { createForwarding } from '#server/gateway/proxy.ts'
import { openServer } from '#server/gateway/server.ts'
import { attachSockets } from '#server/gateway/socket.ts'
import { createStatics } from '#server/gateway/static.ts'
import { portError } from '#server/operate/start-error.ts'
import { listOf, type Base } from './base.ts'

/** `dev` serves the client in place of its built files. */
export type Options = {
  isDev?: boolean
  dev?: (server: ServerType) => Promise<{ statics: Statics; stop: () => Promise<void> }>
}
/** A gateway's way to the venue. */
type Line = { bus: Bus; now: () => number; failpoint?: Failpoint }

/** Opens the port and answers on it: HTTP, sockets, and the client's files. `isReady` is asked at each call. */
export async function openGateway(base: Base, { bus, now, failpoint }: Line, options: Options, isReady: () => boolean) {
  const { env, path, files, log, meters, onFault } = base
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
    await dev?.stop()
    await new Promise<void>((done) => {
      server.close(() => done())
      if ('closeAllConnections' in server) setTimeout(() => server.closeAllConnections(), 2000).unref()
      if ('closeIdleConnections' in server) server.closeIdleConnections()
    })
  }
  return { port, stop }
}
