import { Hono } from 'hono'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8', '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp',
  '.ico': 'image/x-icon', '.txt': 'text/plain; charset=utf-8', '.webmanifest': 'application/manifest+json',
}

/** Packed copies lie beside a built file; the first that the browser takes is sent, the file itself if there is none. */
const codings = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
  { coding: null, ending: '' },
]
/** Whether a header takes a coding: named, and not by a weight of nothing. */
const accepts = (header: string, coding: string) =>
  header.split(',').some((part) => {
    const [name = '', ...more] = part.split(';').map((word) => word.trim().toLowerCase())
    return name === coding && !more.some((word) => /^q=0(\.0*)?$/.test(word))
  })

const readName = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The built client under its base path. Hashed assets are kept for ever, the page itself is asked anew. */
export function createStatics(folder: string, base: string): Hono {
  const root = normalize(folder)
  const prefix = base.endsWith('/') ? base : `${base}/`
  const app = new Hono()
  const open = async (name: string, accepted: string) => {
    const file = normalize(join(root, name))
    const type = types[extname(file)]
    if (!file.startsWith(root + sep) || type === undefined || name.includes('/.') || name.startsWith('.')) return null
    for (const { coding, ending } of codings) {
      if (coding !== null && !accepts(accepted, coding)) continue
      const packed = file + ending
      if ((await stat(packed).catch(() => null))?.isFile()) return { type, coding, bytes: await readFile(packed) }
    }
    return null
  }
  const send = async (name: string, accepted: string) => {
    const found = await open(name, accepted)
    if (found === null) return null
    const isHashed = name.startsWith('assets/')
    return new Response(found.bytes, {
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
    const name = pathname.startsWith(prefix) ? readName(pathname.slice(prefix.length)) : null
    const answer = name === null ? null : await send(name === '' ? 'index.html' : name, c.req.header('Accept-Encoding') ?? '')
    return answer ?? c.text('', 404)
  })
  return app
}
