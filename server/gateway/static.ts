import { Hono } from 'hono'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8', '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp',
  '.ico': 'image/x-icon', '.txt': 'text/plain; charset=utf-8', '.webmanifest': 'application/manifest+json',
}

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
  const send = async (name: string) => {
    const file = normalize(join(root, name))
    const type = types[extname(file)]
    if (!file.startsWith(root + sep) || type === undefined || name.includes('/.') || name.startsWith('.')) return null
    const found = await stat(file).catch(() => null)
    if (!found?.isFile()) return null
    const isHashed = name.startsWith('assets/')
    return new Response(await readFile(file), {
      headers: {
        'Content-Type': type,
        'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
    })
  }
  app.get('*', async (c) => {
    const { pathname } = new URL(c.req.url)
    if (pathname === prefix.slice(0, -1) || (pathname === '/' && prefix !== '/')) return c.redirect(prefix)
    const name = pathname.startsWith(prefix) ? readName(pathname.slice(prefix.length)) : null
    const answer = name === null ? null : await send(name === '' ? 'index.html' : name)
    return answer ?? c.text('', 404)
  })
  return app
}
