import { reachOf } from '#tests/support/venues.ts'
import { createApp } from '#server/gateway/app.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import { createStatics } from '#server/gateway/static.ts'
import { openHarness, type Harness } from './harness.ts'
import { register } from '#tests/support/people.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let harness: Harness
let token = ''
let sendRequest: (method: string, path: string, init?: RequestInit) => Promise<Response>
beforeAll(async () => {
  harness = await openHarness()
  token = await harness.tokenOf(await register(harness, 'ann@kontor.test'))
  const folder = join(harness.dataFolder, 'dist')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Kontor</title>')
  await writeFile(join(folder, 'assets', 'main.js'), 'void 0')
  await writeFile(join(harness.dataFolder, 'secret.txt'), 'canary')
  const statics = createStatics(folder, '/floor/')
  const app = createApp({
    ...reachOf(harness.venue),
    meters: createMeters(),
    limits: createLimits(1),
    origins: ['https://app.test'],
    addressOf: () => '127.0.0.1',
    isDev: false,
    isReady: () => false,
    mayReadMetrics: ({ req }) => req.header('Authorization') === 'Bearer m',
    onFault: () => undefined,
    statics: {
      fetch: (request, env) => {
        if (request.url.endsWith('/broken')) throw new Error('planted')
        return statics.fetch(request, env)
      },
    },
  })
  sendRequest = async (method, path, init = {}) =>
    app.fetch(new Request(`http://gateway.test${path}`, { ...init, method }))
})
afterAll(() => harness.close())

const json = { 'Content-Type': 'application/json' }
const kinds: readonly (readonly [string, number, string, string, RequestInit?])[] = [
  ['the page', 200, 'GET', '/floor/'],
  ['the redirect to the page', 302, 'GET', '/floor'],
  ['a script', 200, 'GET', '/floor/assets/main.js'],
  ['a missing file', 404, 'GET', '/floor/assets/none.js'],
  ['a broken name', 404, 'GET', '/floor/%ff.js'],
  ['a path out of the folder', 404, 'GET', '/floor/..%2fsecret.txt'],
  ['a read', 200, 'GET', '/api/config/getSetting'],
  ['a HEAD of a read', 200, 'HEAD', '/api/config/getSetting'],
  ['a refusal', 200, 'GET', '/api/user/center'],
  ['a refusal of the chat', 401, 'POST', '/chat/sys/checkLoginStatus', { body: '{}' }],
  ['a malformed body', 400, 'POST', '/api/sms_mail', { body: '{', headers: json }],
  ['a body that is too large', 413, 'POST', '/api/sms_mail', { body: 'x'.repeat(70_000) }],
  ['an unknown call', 404, 'GET', '/api/nowhere'],
  ['a wrong method', 405, 'DELETE', '/api/config/getSetting'],
  ['an upload that does not exist', 404, 'GET', '/upload/kyc/x.png'],
  ['an upload without a login', 401, 'POST', '/chat/fileServer/upload/kyc'],
  ['the health check', 200, 'GET', '/healthz'],
  ['the readiness check', 503, 'GET', '/readyz'],
  ['metrics without a token', 404, 'GET', '/metrics'],
  ['metrics', 200, 'GET', '/metrics', { headers: { Authorization: 'Bearer m' } }],
  ['a fault', 503, 'GET', '/broken'],
  ['a preflight', 204, 'OPTIONS', '/api/config/getSetting', { headers: { Origin: 'https://app.test' } }],
  [
    'a preflight of another origin',
    405,
    'OPTIONS',
    '/api/config/getSetting',
    { headers: { Origin: 'https://evil.test' } },
  ],
]
test.each(kinds.map(([name, status, ...ask]) => ({ name, status, ask })))(
  'AT55 $name ($status) has all security headers, no cookie, and reveals nothing about the server',
  async ({ status, ask: [method, path, init] }) => {
    const answer = await sendRequest(method, path, init)
    expect(answer.status).toBe(status)
    const { headers } = answer
    expect(headers.get('Content-Security-Policy')).toMatch(
      /default-src 'self'; script-src 'self';.*trusted-types worker.*object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'/,
    )
    expect(headers.get('Content-Security-Policy')).not.toMatch(/script-src[^;]*unsafe|\*|http:|https:/)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(headers.get('Permissions-Policy')).toContain('payment=()')
    expect(
      ['Set-Cookie', 'Server', 'X-Powered-By', 'Access-Control-Allow-Credentials'].filter((name) => headers.has(name)),
    ).toEqual([])
    expect(headers.get('Access-Control-Allow-Origin')).toBe(
      path === '/api/config/getSetting' && status === 204 ? 'https://app.test' : null,
    )
    expect(await answer.text()).not.toMatch(/canary|planted|node_modules|at .*\.ts:/)
  },
)
test('W-1 answers to a request with a token, and answers to changes, are not cacheable', async () => {
  const places = [
    ['GET', '/api/user/center'],
    ['GET', '/api/config/getSetting'],
    ['POST', '/api/coin/trade'],
    ['POST', '/api/sms_mail'],
    ['POST', '/chat/sys/checkLoginStatus'],
  ] as const
  for (const [method, path] of places) {
    const answer = await sendRequest(method, path, {
      headers: { Authorization: token },
      ...(method === 'POST' && { body: '{}' }),
    })
    expect([path, answer.headers.get('Cache-Control')]).toEqual([path, 'no-store'])
  }
})
test('AT43 redirects lead only to the base path of the client', async () => {
  const evil = [
    '//evil.test',
    '/\\evil.test',
    '/floor//evil.test',
    '/floor/..//evil.test',
    '/%2f%2fevil.test',
    '/floor?backpage=https://evil.test',
    '/floor/?next=//evil.test',
  ]
  for (const path of evil) {
    const to = (await sendRequest('GET', path)).headers.get('Location')
    expect([path, to === null || to === '/floor/']).toEqual([path, true])
  }
})
test('W-17 over the rate limit the answer is 429 with the time to wait', async () => {
  const all = await Promise.all(Array.from({ length: 80 }, () => sendRequest('GET', '/api/config/getSetting')))
  const over = all.filter(({ status }) => status === 429)
  expect(over.length).toBeGreaterThan(10)
  expect(
    over.every(
      ({ headers }) => Number(headers.get('Retry-After')) > 0 && headers.get('X-Content-Type-Options') === 'nosniff',
    ),
  ).toBe(true)
})
