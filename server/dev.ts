import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { Server } from 'node:http'
import { createServer } from 'vite'
import { main as run, type Env } from './main.ts'

/** The same server with the client served by Vite, with hot module replacement. */
export const main = (env: Env) =>
  run(env, {
    isDev: true,
    dev: async (server) => {
      const hmr = server instanceof Server ? { server } : true
      const vite = await createServer({ server: { middlewareMode: true, hmr }, appType: 'spa' })
      const app = new Hono<{ Bindings: HttpBindings }>()
      app.all('*', (c) => {
        const { incoming, outgoing } = c.env
        return new Promise<Response>((answer) => {
          outgoing.once('close', () => answer(RESPONSE_ALREADY_SENT))
          vite.middlewares(incoming, outgoing, () => answer(c.text('', 404)))
        })
      })
      return { statics: { fetch: (request, bindings) => app.fetch(request, bindings) }, stop: () => vite.close() }
    },
  })
