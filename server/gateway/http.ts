import { limits as constants } from '#contract/wire/limits.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { Hono, type Context } from 'hono'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { allCalls } from '#contract/endpoints.ts'
import { langOfTags } from '#contract/wire/language-tags.ts'
import type { Bus } from '#server/bus/port.ts'
import { wrapRefusal, type Wrapped } from '#server/core/answers.ts'
import type { Caller } from '#server/core/context.ts'
import type { Maybe } from '#server/core/maybe.ts'
import { Refusal } from '#server/core/refusal.ts'
import { routeKeysOf, type RouteInfo } from '#server/core/routes.ts'
import { readFields, readJson, refuseSecrets, withoutCacheBusters } from './bodies.ts'
import type { Limits } from './limits.ts'
import type { CallMade } from './log.ts'
import { askOlder } from './older-ask.ts'
import { meantBy, withGroups, withOlderNames } from './older.ts'
import type { Meters } from './metrics.ts'

export type HttpPorts = {
  /** The calls to serve; by default all of the contract. */
  calls?: readonly RouteInfo[]
  bus: Bus
  /** The venue's time in epoch milliseconds. */
  now: () => number
  limits: Limits
  meters: Meters
  /** Origins allowed besides the server's own. */
  origins: readonly string[]
  /** The client's IP address: of the connection, or as a trusted proxy reports it. */
  addressOf: (c: Context) => string
  /** The origin of the page that asks, where it is one of ours; passkeys belong to it. */
  originOf?: (c: Context) => string | null
  onFault?: (thrown: unknown) => void
  onCall?: (made: CallMade) => void
  /** Whether clients of earlier venues of the family are understood. */
  isOlder?: boolean
}
type Match = { call: RouteInfo; needsKey: boolean }
const header = (c: Context, name: string) => c.req.header(name) ?? null

/** The token of a request; programs name its scheme, as generated clients do, or send it alone. */
const tokenOf = (c: Context) => header(c, 'Authorization')?.replace(/^Bearer +/i, '') ?? null

/** The caller of a request, by its headers. */
export const callerOfRequest = (
  c: Context,
  { bus, addressOf, originOf }: Pick<HttpPorts, 'bus' | 'addressOf' | 'originOf'>,
): Maybe<Caller> => {
  const version = header(c, 'App-Version')
  return bus.callerOf({
    authorization: tokenOf(c),
    tokenOa: header(c, 'TOKEN_OA'),
    lang: header(c, 'language-mark') || langOfTags((header(c, 'Accept-Language') ?? '').split(',')),
    device: header(c, 'DEVICE_MODEL'),
    address: addressOf(c),
    appVersion: version !== null && /^\d{1,6}$/.test(version) ? Number(version) : null,
    origin: originOf?.(c) ?? null,
    agent: (header(c, 'User-Agent') ?? '').slice(0, 300),
    isChat: c.req.path.startsWith('/chat/'),
  })
}

/**
 * The body of a request. One larger than `maxBytes` is refused without reading it to its end, whatever `Content-Length`
 * says.
 */
export async function bytesOf(c: Context, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(header(c, 'Content-Length') ?? 0) > maxBytes) throw new Refusal('too_large')
  const reader = c.req.raw.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  const parts: Uint8Array[] = []
  for (let size = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > maxBytes) {
      await reader.cancel()
      throw new Refusal('too_large')
    }
    parts.push(value)
  }
  return Buffer.concat(parts)
}
/** The body as text. Invalid UTF-8 is refused, because replacing it silently would change what was sent. */
const textOf = async (c: Context) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(c, constants.bodyBytes))
  } catch (thrown) {
    throw thrown instanceof Refusal ? thrown : new Refusal('malformed', { path: '' })
  }
}

const isForm = (c: Context) => (header(c, 'Content-Type') ?? '').startsWith('application/x-www-form-urlencoded')

async function bodyOf(c: Context, { call, needsKey }: Match): Promise<unknown> {
  const fields = readFields(new URL(c.req.url).searchParams)
  const query = call.endpoint.does === 'reads' ? withoutCacheBusters(fields) : fields
  refuseSecrets(query)
  if (c.req.method === 'GET') {
    const pin = header(c, 'Pay-Password')
    return needsKey && pin !== null ? { ...query, pay_password: pin } : query
  }
  const text = await textOf(c)
  const body = isForm(c) ? readFields(new URLSearchParams(text)) : readJson(text)
  const takesQuery = call.endpoint.wrap === 'chat' && Object.keys(query).length > 0
  return takesQuery && typeof body === 'object' ? { ...query, ...body } : body
}

const packed = promisify(gzip)
/** Below this many characters packing costs more than it saves. */
const packedFrom = 8192
/** The body as it is sent: long ones are packed for who takes that. */
async function sentAs(c: Context, body: string): Promise<{ body: string | Uint8Array<ArrayBuffer>; headers: object }> {
  if (body.length < packedFrom || !(header(c, 'Accept-Encoding') ?? '').includes('gzip')) return { body, headers: {} }
  return {
    body: new Uint8Array(await packed(body, { level: 4 })),
    headers: { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' },
  }
}

/** Answers and refusals as they are sent. */
function createResponses({ now }: Pick<HttpPorts, 'now'>) {
  const respond = async (
    c: Context,
    caller: Caller,
    { http, body }: Wrapped,
    extraHeaders: Record<string, string> = {},
  ) => {
    const isPrivate = caller.user !== 0 || header(c, 'Authorization') !== null || c.req.method !== 'GET'
    const sent = await sentAs(c, body)
    return new Response(sent.body, {
      status: http,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Server-Now-Ms': String(now()),
        ...(isPrivate && { 'Cache-Control': 'no-store' }),
        ...sent.headers,
        ...extraHeaders,
      },
    })
  }
  const refuse = (
    c: Context,
    caller: Caller,
    wrap: Endpoint['wrap'],
    refusal: Refusal,
    headers: Record<string, string> = {},
  ) => {
    const afterSeconds = refusal.params['after']
    return respond(c, caller, wrapRefusal(wrap, refusal, caller.lang), {
      ...headers,
      ...(typeof afterSeconds === 'number' && { 'Retry-After': String(afterSeconds) }),
    })
  }
  return { respond, refuse }
}

/** Finds the call of a request. */
function createRoutes({ calls = allCalls, isOlder = false }: Pick<HttpPorts, 'calls' | 'isOlder'>) {
  const routes = new Map<string, Match>()
  const urls = new Set<string>()
  for (const call of calls)
    for (const routeKey of routeKeysOf(call)) {
      routes.set(routeKey, { call, needsKey: call.endpoint.does === 'changes' && routeKey.startsWith('GET ') })
      urls.add(routeKey.slice(routeKey.indexOf(' ') + 1))
    }
  return {
    isKnown: (pathname: string) => urls.has(pathname),
    of: (method: string, pathname: string): Match | undefined => {
      const match = routes.get(`${method} ${pathname}`)
      if (match || !isOlder) return match
      return meantBy(method, pathname)
        .map((route) => routes.get(route))
        .find((route) => route?.call.endpoint.does === 'reads')
    },
  }
}

/** Names of calls in the log: no two processes begin with the same. */
function createIds() {
  const process = randomBytes(4).toString('hex')
  let count = 0
  return () => `${process}-${((count += 1)).toString(36)}`
}

/** The calls of the contract over HTTP: `/api/*` and `/chat/*`. */
export function createCalls(ports: HttpPorts): Hono {
  const { bus, limits, meters, now, isOlder = false, onCall } = ports
  const routes = createRoutes(ports)
  const { respond, refuse } = createResponses(ports)
  const nextId = createIds()

  /** Asks the venue, with a body as it may have been meant where the caller is an older client. */
  const askOf = async (c: Context, caller: Caller, match: Match) => {
    const { call, needsKey } = match
    if (needsKey && header(c, 'Sec-Fetch-Site') === 'cross-site') throw new Refusal('cross_site')
    await limits.call(call.endpoint, caller)
    const sent = await bodyOf(c, match)
    const body = isOlder && call.endpoint.wrap === 'chat' ? withGroups(c.req.path, sent) : sent
    const { feature, name } = call
    const key = header(c, 'Idempotency-Key')
    const ask = (asked: unknown) =>
      // What is asked once more was counted the first time.
      bus.ask({ call: { feature, name }, caller, body: asked, key, needsKey, isCounted: asked === body })
    if (!isOlder || caller.apiKey) return ask(body)
    const isPatient = isForm(c) || call.endpoint.wrap === 'chat'
    // Older clients are apps in a browser; this release says its version, and programs keep to the reference.
    const isOwn = header(c, 'App-Version') !== null || !(header(c, 'User-Agent') ?? '').startsWith('Mozilla/')
    const isGone = () => c.req.raw.signal.aborted
    const outcome = await (isPatient ? askOlder(call.endpoint, { asked: body, key, ask, isGone, now }) : ask(body))
    return outcome.refused === null ? { ...outcome, body: withOlderNames(c.req.path, outcome.body, isOwn) } : outcome
  }
  const answer = async (c: Context, defaultWrap: Endpoint['wrap']): Promise<Response> => {
    const caller = await callerOfRequest(c, ports)
    const { pathname } = new URL(c.req.url)
    const match = routes.of(c.req.method === 'HEAD' ? 'GET' : c.req.method, pathname)
    if (!match)
      return refuse(c, caller, defaultWrap, new Refusal(routes.isKnown(pathname) ? 'method_wrong' : 'unknown_route'))
    const { call } = match
    const id = nextId()
    const started = performance.now()
    const note = (refused: string | null) => {
      const ms = performance.now() - started
      meters.call(call, refused ?? 'ok', ms)
      onCall?.({ call, caller, refused, ms, id })
    }
    try {
      const outcome = await askOf(c, caller, match)
      note(outcome.refused)
      return await respond(c, caller, outcome, {
        'Request-Id': id,
        ...(await limits.headers(call.endpoint, caller)),
        ...(caller.user !== 0 && { 'Ledger-Seq': String(outcome.ledgerSeq) }),
        ...(outcome.eventsHead !== null && { 'Events-Head': outcome.eventsHead }),
        ...(outcome.replayed && { 'Idempotency-Replayed': 'true' }),
        ...(outcome.ack !== null && { Ack: outcome.ack }),
      })
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      note(thrown.reason)
      return refuse(c, caller, call.endpoint.wrap, thrown, {
        'Request-Id': id,
        ...(await limits.headers(call.endpoint, caller)),
      })
    }
  }

  const app = new Hono()
  app.all('/api/*', (c) => answer(c, 'plain'))
  app.all('/chat/*', (c) => answer(c, 'chat'))
  return app
}
