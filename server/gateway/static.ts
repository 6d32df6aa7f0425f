import { defaultName } from '#server/core/settings.ts'
import { Hono } from 'hono'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/**
 * Compressed copies next to a built file, in order of preference; the file itself is sent if the browser accepts none
 * of them.
 */
const codings = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
  { coding: null, ending: '' },
]
/** True when an `Accept-Encoding` header names a coding without the weight `q=0`. */
const accepts = (header: string, coding: string) =>
  header.split(',').some((part) => {
    const [name = '', ...more] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === coding && !more.some((text) => /^q=0(\.0*)?$/.test(text))
  })

const decodeName = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The files that a browser shows the name of the app from before any script has run. */
const named: Readonly<Record<string, (name: string) => string>> = {
  'index.html': (name) => name.replaceAll('&', '&amp;'),
  'manifest.webmanifest': (name) => JSON.stringify(name).slice(1, -1),
}

/**
 * Serves the built client under its base path, under the name of the operator. Assets with a hash in their name are
 * cached forever, the
 * page is revalidated.
 */
export function createStatics(folder: string, base: string, appName = defaultName): Hono {
  const root = normalize(folder)
  const prefix = base.endsWith('/') ? base : `${base}/`
  const app = new Hono()
  const open = async (name: string, accepted: string) => {
    const file = normalize(join(root, name))
    const type = types[extname(file)]
    if (!file.startsWith(root + sep) || type === undefined || name.includes('/.') || name.startsWith('.')) return null
    for (const { coding, ending } of codings) {
      if (coding !== null && !accepts(accepted, coding)) continue
      const path = file + ending
      if ((await stat(path).catch(() => null))?.isFile()) return { type, coding, bytes: await readFile(path) }
    }
    return null
  }
  const send = async (name: string, accepted: string) => {
    const write = appName === defaultName ? undefined : named[name]
    const found = await open(name, write === undefined ? accepted : '')
    if (found === null) return null
    const body =
      write === undefined ? found.bytes : found.bytes.toString().replaceAll(defaultName, () => write(appName))
    const isHashed = name.startsWith('assets/')
    return new Response(body, {
      headers: {
        'Content-Type': found.type,
        'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        Vary: 'Accept-Encoding',
        ...(found.coding !== null && { 'Content-Encoding': found.coding }),
      },
    })
  }
  app.get('*', async (c) => {
    const { pathname } = new URL(c.req.url)
    if (pathname === prefix.slice(0, -1) || (pathname === '/' && prefix !== '/')) return c.redirect(prefix)
    const name = pathname.startsWith(prefix) ? decodeName(pathname.slice(prefix.length)) : null
    const answer =
      name === null ? null : await send(name === '' ? 'index.html' : name, c.req.header('Accept-Encoding') ?? '')
    return answer ?? c.text('', 404)
  })
  return app
}
