import { limits as constants, limits } from '#contract/wire/limits.ts'
import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { wrapRefusal } from '#server/core/answers.ts'
import type { Files } from '#server/core/files-port.ts'
import { Refusal } from '#server/core/refusal.ts'
import { release } from '#server/core/release.ts'
import { securityHeaders } from './headers.ts'
import { bytesOf, callerOfRequest, createCalls, type HttpPorts } from './http.ts'
import type { Meters } from './metrics.ts'
import { partOf } from './ranges.ts'
import { createStatics } from './static.ts'
import type { Bus, SizedFile } from '#server/bus/port.ts'
import type { Caller } from '#server/core/context.ts'

/** Serves every request that is neither a call nor an upload. */
export type Statics = { fetch: (request: Request, env: object) => Response | Promise<Response> }

export type AppPorts = HttpPorts & {
  isDev: boolean
  isReady: () => boolean
  files: Files
  mayReadMetrics: (c: Context) => boolean
  /** Serves the client's files. */
  statics: Statics
  /** The folder of the documents that the build has made of the contract. */
  docs?: string
}

/** Allowance for the form data around the file. */
const formOverheadBytes = 16 * 1024
const formOf = async (c: Context, folder: string): Promise<FormData | null> => {
  const max = folder === fileFolder ? constants.chatFileBytes : constants.pictureBytes
  const bytes = await bytesOf(c, max + formOverheadBytes).catch((thrown: unknown) => {
    if (thrown instanceof Refusal) throw new Refusal('file_too_large', { max })
    // The line was cut before the file was whole: that is no bug, and nobody hears the answer.
    throw new Refusal('file_required')
  })
  return new Response(bytes, { headers: { 'Content-Type': c.req.header('Content-Type') ?? '' } })
    .formData()
    .catch(() => null)
}

type HealthPorts = {
  /** How it stands; null while it is not ready. */
  health: () => Promise<string | null>
  meters: Meters
  mayReadMetrics: (c: Context) => boolean
}
/** What the operator and balancers ask. */
export function createHealth({ health, meters, mayReadMetrics }: HealthPorts) {
  const app = new Hono<{ Bindings: object }>()
  app.get('/healthz', (c) => c.text(`ok ${release}`))
  // A halt is still 200: without it a balancer would cut people off from their balances and orders as well.
  app.get('/readyz', async (c) => {
    const found = await health()
    return found === null ? c.text('not ready', 503) : c.text(found)
  })
  app.get('/metrics', async (c) =>
    mayReadMetrics(c) ? c.text(await meters.text(), 200, { 'Content-Type': meters.contentType }) : c.notFound(),
  )
  return app
}

/** How the venue stands, as one sentence; null while it is not ready. */
const healthOf =
  ({ bus, isReady }: Pick<AppPorts, 'bus' | 'isReady'>) =>
  async () => {
    const found = isReady() ? await Promise.resolve(bus.health()).catch(() => null) : null
    if (found?.isUp !== true) return null
    const but = [
      ...(found.isHalted ? ['trading is halted'] : []),
      ...(found.isFull ? ['the disk is full'] : []),
      ...(found.isPriced ? [] : ['no market has a price']),
    ]
    return but.length === 0 ? 'ready' : `ready, but ${but.join(', ')}`
  }

/** Takes files, and gives them to whoever has their link. */
function serveUploads(app: Hono<{ Bindings: object }>, ports: AppPorts) {
  const { bus, now, limits, files } = ports
  const upload = async (c: Context, folder: string, wrap: 'chat' | 'said') => {
    const caller = await callerOfRequest(c, ports)
    try {
      await bus.uploads.check(caller, folder)
      await limits.upload(caller)
      const form = await formOf(c, folder)
      const file = form?.get('fileName') ?? form?.get('file')
      if (!(file instanceof File)) throw new Refusal('file_required')
      const saved = await saveUpload(bus.uploads, files, caller, {
        folder,
        name: file.name,
        bytes: Buffer.from(await file.arrayBuffer()),
        key: c.req.header('Idempotency-Key') ?? null,
      })
      const answer =
        wrap === 'chat' ? { code: 200, data: saved, message: 'ok' } : { type: 'ok', message: saved.url, data: saved }
      return c.json(answer, 200, { 'Cache-Control': 'no-store', 'Server-Now-Ms': String(now()) })
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      const { http, body } = wrapRefusal(wrap === 'chat' ? 'chat' : 'plain', thrown, caller.lang)
      return new Response(body, {
        status: http,
        headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
      })
    }
  }
  app.post('/chat/fileServer/upload', (c) => upload(c, 'app', 'chat'))
  app.post('/chat/fileServer/upload/:folder', (c) => upload(c, c.req.param('folder'), 'chat'))
  app.post('/api/upload', (c) => upload(c, 'app', 'said'))
  app.get('/upload/*', async (c) => {
    const url = new URL(c.req.url)
    const file = await bus.uploads.find(url.pathname.slice('/upload/'.length), url.searchParams.toString())
    const bytes = file && (await files.get(file.id))
    if (!bytes) return c.notFound()
    const download = file.isDownload ? { 'Content-Disposition': 'attachment' } : {}
    const part = partOf(bytes, c.req.header('Range'))
    const headers = {
      'Content-Type': file.type,
      'Cache-Control': 'private, max-age=300',
      'Accept-Ranges': 'bytes',
      ...download,
    }
    if (part.status === 416) return new Response(null, { status: 416, headers: { 'Content-Range': part.range } })
    return new Response(part.bytes, {
      status: part.status,
      headers: part.status === 206 ? { ...headers, 'Content-Range': part.range } : headers,
    })
  })
}

/** The HTTP application: CORS and security headers, health and metrics, uploads, calls, and the client's files. */
export function createApp(ports: AppPorts) {
  const { meters, origins } = ports
  const app = new Hono<{ Bindings: object }>()
  const commonHeaders = securityHeaders(ports.isDev)

  app.use('*', async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(commonHeaders)) c.res.headers.set(name, value)
  })
  // A page of another origin learns nothing, not even that it may not ask.
  const allow = cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'PUT'],
    allowHeaders: [
      'Authorization',
      'TOKEN_OA',
      'DEVICE_MODEL',
      'language-mark',
      'App-Version',
      'Idempotency-Key',
      'Pay-Password',
      'Content-Type',
    ],
    exposeHeaders: [
      'Request-Id',
      'Server-Now-Ms',
      'Ledger-Seq',
      'Events-Head',
      'Idempotency-Replayed',
      'Retry-After',
      'Ack',
      'RateLimit',
      'RateLimit-Policy',
    ],
  })
  app.use('*', (c, next) => (origins.includes(c.req.header('Origin') ?? '') ? allow(c, next) : next()))

  app.route('/', createHealth({ health: healthOf(ports), meters, mayReadMetrics: ports.mayReadMetrics }))

  app.get('/.well-known/kontor-keys', async (c) =>
    c.json({ keys: await ports.bus.ackKeys() }, 200, { 'Cache-Control': 'max-age=3600' }),
  )
  serveUploads(app, ports)
  app.route('/', createCalls(ports))
  if (ports.docs !== undefined) {
    const docs = createStatics(ports.docs, '/docs/')
    app.get('/docs', (c) => c.redirect('docs/'))
    app.get('/docs/*', (c) => docs.fetch(c.req.raw))
    app.get('/errors', (c) => c.redirect('docs/errors.html'))
    for (const name of ['openapi.json', 'asyncapi.json', 'openapi.bots.json', 'errors.json', 'llms.txt'])
      app.get(`/${name}`, (c) => docs.request(`/docs/${name}`, c.req.raw))
  }
  app.all('*', (c) => ports.statics.fetch(c.req.raw, c.env))
  app.notFound((c) => c.text('', 404))
  app.onError((thrown, c) => {
    // No venue has said who calls: that is no bug of the gateway.
    const isBug = !(thrown instanceof Refusal)
    if (isBug) meters.bug('gateway')
    const { body } = wrapRefusal(c.req.path.startsWith('/chat/') ? 'chat' : 'plain', new Refusal('fault'), 'en')
    if (isBug) ports.onFault?.(thrown)
    return new Response(body, {
      status: 503,
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
    })
  })
  return app
}

/** A file as it came; `key` is the idempotency key of the upload. */
type Upload = { folder: string; name: string; bytes: Buffer; key: string | null }
type Checked = Omit<SizedFile, 'bytes'> & { data: Buffer }

const maxPixels = 20_000_000
const formats: Readonly<Record<string, string>> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }
/** The folder into which more than pictures may be sent. */
const fileFolder = 'chat'
/** Checks the magic bytes of JPEG, PNG and WebP: only these may reach the decoder, which accepts many more formats. */
const isPicture = (bytes: Buffer) => {
  const head = bytes.toString('latin1', 0, 12)
  return head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF[^]{4}WEBP$/.test(head)
}

/** A picture: its format is detected by content, and it is re-encoded without metadata. */
async function readPicture({ bytes, ...file }: Upload): Promise<Checked> {
  if (bytes.length > limits.pictureBytes) throw new Refusal('file_too_large', { max: limits.pictureBytes })
  if (!isPicture(bytes)) throw new Refusal('file_type')
  // Loaded on first use, because the library is large and uploads are rare.
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { limitInputPixels: maxPixels, animated: false })
  const metadata = await picture.metadata().catch(() => null)
  const type = formats[metadata?.format ?? '']
  if (!metadata || type === undefined) throw new Refusal('file_type')
  const reencoded = await picture
    .rotate()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
  if (!reencoded) throw new Refusal('file_type')
  const { width, height } = reencoded.info
  return { ...file, suffix: metadata.format, type, data: reencoded.data, width, height }
}

/** Types that a player of the browser may open, by their first bytes; everything else is a download. */
const mediaOf = (bytes: Buffer): string | null => {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\x1aE\xdf\xa3')) return 'video/webm'
  if (/^.{4}ftyp/s.test(head)) return head.includes('M4A') ? 'audio/mp4' : 'video/mp4'
  if (head.startsWith('OggS')) return 'audio/ogg'
  if (/^RIFF[^]{4}WAVE$/.test(head)) return 'audio/wav'
  return head.startsWith('ID3') || /^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/.test(head) ? 'audio/mpeg' : null
}
const suffixOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin'
/** A file of the chat that is no picture, stored as it came. */
function readFile({ bytes, ...file }: Upload): Checked {
  if (bytes.length > limits.chatFileBytes) throw new Refusal('file_too_large', { max: limits.chatFileBytes })
  const type = mediaOf(bytes) ?? 'application/octet-stream'
  return { ...file, suffix: suffixOf(file.name), type, data: bytes, width: null, height: null }
}

/** Checks an uploaded file, stores its bytes, and then lets the venue register it: no row is without its file. */
async function saveUpload(uploads: Bus['uploads'], files: Files, caller: Caller, upload: Upload) {
  const { folder, bytes } = upload
  if (bytes.length === 0) throw new Refusal('file_required')
  const { data, ...checked } = folder === fileFolder && !isPicture(bytes) ? readFile(upload) : await readPicture(upload)
  const file = { ...checked, bytes: data.length }
  const { id, stored } = await uploads.place(caller, file)
  if (stored) return stored
  await files.put(id, data)
  return uploads.keep(caller, id, file)
}
