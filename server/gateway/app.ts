import { limits as constants } from '#contract/wire/limits.ts'
import { Hono, type Context } from 'hono'
import { wrapRefusal } from '#server/core/answers.ts'
import { Refusal } from '#server/core/refusal.ts'
import { securityHeaders } from './headers.ts'
import { bytesOf, callerOfRequest, createCalls, whoOf, type HttpPorts } from './http.ts'

/** What answers for everything that is no call. */
export type Statics = { fetch: (request: Request, env: object) => Response | Promise<Response> }

export type AppPorts = HttpPorts & {
  isDev: boolean
  isReady: () => boolean
  mayReadMetrics: (c: Context) => boolean
  /** What the browser is given besides the calls. */
  statics: Statics
}

/** Room for what stands around the file in a form. */
const formBytes = 16 * 1024
const formOf = async (c: Context): Promise<FormData | null> => {
  const bytes = await bytesOf(c, constants.pictureBytes + formBytes).catch((thrown: unknown) => {
    if (thrown instanceof Refusal) throw new Refusal('file_too_large', { max: constants.pictureBytes })
    throw thrown
  })
  return new Response(bytes, { headers: { 'Content-Type': c.req.header('Content-Type') ?? '' } }).formData().catch(() => null)
}

/** Everything that speaks HTTP on the one port. */
export function createApp(ports: AppPorts) {
  const { bus, limits, meters, origins } = ports
  const app = new Hono<{ Bindings: object }>()
  const shared = securityHeaders(ports.isDev)

  app.use('*', async (c, next) => {
    const origin = c.req.header('Origin')
    const isAllowed = origin !== undefined && origins.includes(origin)
    if (isAllowed && c.req.method === 'OPTIONS') c.res = new Response(null, { status: 204 })
    else await next()
    for (const [name, value] of Object.entries(shared)) c.res.headers.set(name, value)
    if (!isAllowed) return
    c.res.headers.set('Access-Control-Allow-Origin', origin)
    c.res.headers.set('Vary', 'Origin')
    c.res.headers.set('Access-Control-Allow-Methods', 'GET, POST, PUT')
    c.res.headers.set('Access-Control-Allow-Headers', 'Authorization, TOKEN_OA, DEVICE_MODEL, language-mark, App-Version, Idempotency-Key, Pay-Password, Content-Type')
    c.res.headers.set('Access-Control-Expose-Headers', 'Server-Now-Ms, Ledger-Seq, Idempotency-Replayed, Retry-After')
  })

  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', (c) => c.text(ports.isReady() ? 'ready' : 'not ready', ports.isReady() ? 200 : 503))
  app.get('/metrics', async (c) => (ports.mayReadMetrics(c) ? c.text(await meters.text(), 200, { 'Content-Type': meters.contentType }) : c.notFound()))

  const upload = async (c: Context, folder: string, wrap: 'chat' | 'said') => {
    const caller = await callerOfRequest(c, ports)
    try {
      await bus.checkUpload(caller)
      await limits.upload(whoOf(caller))
      const form = await formOf(c)
      const file = form?.get('fileName') ?? form?.get('file')
      if (!(file instanceof File)) throw new Refusal('file_required')
      const saved = await bus.saveUpload(caller, { folder, name: file.name, bytes: Buffer.from(await file.arrayBuffer()) })
      const answer = wrap === 'chat' ? { code: 200, data: saved, message: 'ok' } : { type: 'ok', message: saved.url, data: saved }
      return c.json(answer, 200, { 'Cache-Control': 'no-store', 'Server-Now-Ms': String(bus.now()) })
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      const { http, body } = wrapRefusal(wrap === 'chat' ? 'chat' : 'plain', thrown, caller.lang)
      return new Response(body, { status: http, headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' } })
    }
  }
  app.post('/chat/fileServer/upload', (c) => upload(c, 'app', 'chat'))
  app.post('/chat/fileServer/upload/:folder', (c) => upload(c, c.req.param('folder'), 'chat'))
  app.post('/api/upload', (c) => upload(c, 'app', 'said'))
  app.get('/upload/*', async (c) => {
    const url = new URL(c.req.url)
    const found = await bus.openUpload(url.pathname.slice('/upload/'.length), url.searchParams)
    if (!found) return c.notFound()
    return new Response(found.bytes, { headers: { 'Content-Type': found.type, 'Cache-Control': 'private, max-age=300' } })
  })

  app.route('/', createCalls(ports))
  app.all('*', (c) => ports.statics.fetch(c.req.raw, c.env))
  app.notFound((c) => c.text('', 404))
  app.onError((thrown, c) => {
    meters.bug('gateway')
    const { body } = wrapRefusal(c.req.path.startsWith('/chat/') ? 'chat' : 'plain', new Refusal('fault'), 'en')
    ports.onFault?.(thrown)
    return new Response(body, { status: 503, headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' } })
  })
  return app
}
