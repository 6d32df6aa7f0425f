import { defaultName } from '#server/core/settings.ts'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files that a browser shows the name of the app from before any script has run. */
const named: Readonly<Record<string, { type: string; write: (name: string) => string }>> = {
  'index.html': { type: 'text/html; charset=utf-8', write: (name) => name.replaceAll('&', '&amp;') },
  'manifest.webmanifest': {
    type: 'application/manifest+json',
    write: (name) => JSON.stringify(name).slice(1, -1),
  },
}
/** What lies beside the files of a page but has no address: compressed copies, and what a build keeps for itself. */
const isHidden = (name: string) => /\.(?:br|gz)$|(?:^|\/)\./.test(name)

/**
 * Serves the built client under its base path, under the name of the operator. Assets with a hash in their name are
 * cached forever, the page is revalidated.
 */
export function createStatics(folder: string, base: string, appName = defaultName): Hono {
  const prefix = base.endsWith('/') ? base : `${base}/`
  const nameOf = (path: string) => path.slice(prefix.length) || 'index.html'
  const app = new Hono()
  app.use('*', async (c, next) => {
    const { path } = c.req
    if (path === prefix.slice(0, -1) || (path === '/' && prefix !== '/')) return c.redirect(prefix)
    if (!path.startsWith(prefix) || isHidden(path)) return c.text('', 404)
    const name = nameOf(path)
    await next()
    if (!c.res.ok) return undefined
    c.header('Cache-Control', name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    c.header('Vary', 'Accept-Encoding')
    // The library knows no type of it, and a browser would save it instead of showing it.
    if (name.endsWith('.md')) c.header('Content-Type', 'text/markdown; charset=utf-8')
    return undefined
  })
  if (appName !== defaultName)
    app.get('*', async (c, next) => {
      const name = nameOf(c.req.path)
      const found = named[name]
      const file = join(folder, name)
      if (found === undefined || !existsSync(file)) return next()
      const text = readFileSync(file, 'utf8').replaceAll(defaultName, () => found.write(appName))
      return c.body(text, 200, { 'Content-Type': found.type })
    })
  const options = { root: folder, precompressed: true, rewriteRequestPath: (path: string) => `/${nameOf(path)}` }
  let serve: MiddlewareHandler | null = null
  // A folder may be built after the start; of one that is not there the library complains.
  app.get('*', (c, next) => {
    serve ??= existsSync(folder) ? serveStatic(options) : null
    return serve === null ? next() : serve(c, next)
  })
  app.notFound((c) => c.text('', 404))
  return app
}
