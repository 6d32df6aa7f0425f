import { main } from '#server/main.ts'
import { staticsOf } from '#server/dev.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

const paths = [
  '',
  'healthz',
  'readyz',
  'api/currency/quotation_new',
  'api/news/list?page=1',
  'api/user/login',
  'api/none',
  'upload/app/x',
  'nope',
]
/** What a path answers, by a connection of its own; bytes that follow where none may be would break it. */
const answerOf = (url: string, method: string) =>
  new Promise<{ status: number | undefined; type: string | undefined; bytes: number }>((settle, fail) => {
    const asked = request(url, { method, agent: false, headers: { Accept: '*/*' } }, (answer) => {
      let bytes = 0
      answer.on('data', (piece: Buffer) => (bytes += piece.length))
      answer.on('end', () => settle({ status: answer.statusCode, type: answer.headers['content-type'], bytes }))
    })
    asked.on('error', fail)
    asked.end()
  })

/** As vite in the middle of the server: it writes by itself. */
const middleware = staticsOf(
  (_, outgoing) => void outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>here</p>'),
)
const develop = (env: Parameters<typeof main>[0]) =>
  main(env, { dev: async () => ({ statics: middleware, stop: async () => undefined }) })

test.each([
  ['as built', main],
  ['in development', develop],
] as const)(
  'GATE-1 HEAD is answered like GET without its body, and nothing is complained about: %s',
  async (_, start) => {
    const folder = mkdtempSync(join(tmpdir(), 'head-'))
    writeFileSync(join(folder, 'index.html'), '<p>here</p>')
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const running = await start({
      NODE_ENV: 'test',
      DEMO: '1',
      LOG_LEVEL: 'silent',
      PORT: '0',
      BIND: '127.0.0.1',
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      DIST_DIR: folder,
    })
    onTestFinished(async () => {
      await running.stop()
      rmSync(folder, { recursive: true })
    })
    for (const path of paths) {
      const { status, type } = await answerOf(running.url + path, 'GET')
      expect([path, await answerOf(running.url + path, 'HEAD')]).toEqual([path, { status, type, bytes: 0 }])
    }
    expect(complaints.mock.calls).toEqual([])
  },
)
