import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { Server } from 'node:http'
import { createServer, normalizePath } from 'vite'
import type { Statics } from './gateway/app.ts'
import { main as run } from './main.ts'
import type { Env } from './operate/start-check.ts'
import { venueFolders } from './operate/venue-folders.ts'

type Middleware = (incoming: HttpBindings['incoming'], outgoing: HttpBindings['outgoing'], next: () => void) => void
/** A middleware as what answers for the client; it writes its answer by itself. */
export const staticsOf = (middleware: Middleware): Statics => {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.all('*', (c) => {
    const { incoming, outgoing } = c.env
    return new Promise<Response>((answer) => {
      outgoing.once('close', () => answer(RESPONSE_ALREADY_SENT))
      middleware(incoming, outgoing, () => answer(c.text('', 404)))
    })
  })
  return { fetch: (request, bindings) => app.fetch(request, bindings) }
}

/**
 * A change of what the venue runs from is no update of the page: the process ends for it, and a page that reloaded at
 * once would find nobody. Vite's client in the page reloads it when the process is there again.
 */
export const waitsForVenue = (root: string) => ({
  name: 'waits-for-venue',
  hotUpdate: ({ file }: { readonly file: string }) =>
    venueFolders.some((folder) => file.startsWith(`${root}/${folder}/`)) ? [] : undefined,
})

/** The same server with the client served by Vite, with hot module replacement. */
export const main = (env: Env) =>
  run(env, {
    isDev: true,
    dev: async (server) => {
      const hmr = server instanceof Server ? { server } : true
      const plugins = [waitsForVenue(normalizePath(process.cwd()))]
      const vite = await createServer({ server: { middlewareMode: true, hmr }, appType: 'spa', plugins })
      return { statics: staticsOf(vite.middlewares), stop: () => vite.close() }
    },
  })
