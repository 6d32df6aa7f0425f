import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { allCalls } from '#contract/endpoints.ts'
import { release } from '#server/core/release.ts'
import type { RouteInfo } from '#server/core/routes.ts'
import { createPriceMeters } from './price-meters.ts'

/** Metrics for the operator at `/metrics`: calls by outcome, sockets, bugs, audit breaches. */
export function createMeters() {
  const registry = new Registry()
  // Each look at the event loop wakes the process: of one that is idle that was half of its work.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 })
  const registers = [registry]
  const calls = new Histogram({
    name: 'kontor_call_seconds',
    help: 'Time to answer a call',
    labelNames: ['call', 'outcome'],
    registers,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
  })
  const sockets = new Gauge({ name: 'kontor_sockets', help: 'Open sockets', registers })
  const closes = new Counter({
    name: 'kontor_socket_closes_total',
    help: 'Sockets closed by the server, by code',
    labelNames: ['code'],
    registers,
  })
  const bugs = new Counter({
    name: 'kontor_bugs_total',
    help: 'Handlers that threw something other than a refusal',
    labelNames: ['call'],
    registers,
  })
  const breaches = new Counter({
    name: 'kontor_audit_breaches_total',
    help: 'Invariants the auditor found broken',
    labelNames: ['rule'],
    registers,
  })
  const unsent = new Counter({
    name: 'kontor_message_failures_total',
    help: 'Mails and text messages that were not taken',
    labelNames: ['channel'],
    registers,
  })
  new Gauge({ name: 'kontor_build_info', help: '1, with the release that runs', labelNames: ['release'], registers })
    .labels(release)
    .set(1)
  // A series that is born at 1 never rises: an alarm would miss the first.
  for (const { feature, name } of allCalls) bugs.inc({ call: `${feature}.${name}` }, 0)
  for (const channel of ['mail', 'sms']) unsent.inc({ channel }, 0)
  const prices = createPriceMeters(registers)
  return {
    prices,
    call: ({ feature, name }: Pick<RouteInfo, 'feature' | 'name'>, outcome: string, ms: number) =>
      calls.observe({ call: `${feature}.${name}`, outcome }, ms / 1000),
    sockets: (open: number) => sockets.set(open),
    closed: (code: number) => closes.inc({ code: String(code) }),
    bug: (call: string) => bugs.inc({ call }),
    unsent: (channel: 'mail' | 'sms') => unsent.inc({ channel }),
    breach: (rule: string) => breaches.inc({ rule }),
    /** A figure that is read when the metrics are. */
    gauge: (name: string, help: string, read: () => number) => {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
export type Meters = ReturnType<typeof createMeters>

type RequestInfo = { address: string; header: (name: string) => string | undefined }
const isLoopback = (address: string) => address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1'
/**
 * Headers added by proxies; with one of them, a loopback connection does not mean that the request comes from this
 * machine.
 */
const proxyHeaders = [
  'Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-Port',
  'X-Real-IP',
  'Via',
]
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Metrics may be read with the token as bearer; if none is configured, only from this machine and not through a proxy,
 * and in production by nobody (OPS-1).
 */
export const mayReadMetrics = (
  token: string | undefined,
  { address, header }: RequestInfo,
  isProduction = false,
): boolean =>
  token === undefined
    ? !isProduction && isLoopback(address) && proxyHeaders.every((name) => header(name) === undefined)
    : timingSafeEqual(digest(header('Authorization') ?? ''), digest(`Bearer ${token}`))
