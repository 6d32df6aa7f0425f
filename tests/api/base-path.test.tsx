import { market } from '#contract/market/market.ts'
import { createHttp } from '#src/api/http.ts'
import { createRequest } from '#src/api/request.ts'
import { createUpload } from '#src/api/upload.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllEnvs())
const nobody = { token: null, chatToken: null, deviceMode: 'mobile_1', login: 0, lang: 'en' } as const

test.each([
  ['/', ''],
  ['/floor/', '/floor'],
  ['/a/b/', '/a/b'],
])(
  'PROXY-4 under the base path %s the client asks for calls, uploads, sockets and pictures below it',
  async (base, prefix) => {
    vi.stubEnv('BASE_URL', base)
    const asked: string[] = []
    const send = createHttp({
      caller: () => nobody,
      steadyMs: () => 0,
      onSample: () => undefined,
      onSessionOver: () => undefined,
      fetch: (url) => {
        asked.push(String(url))
        return Promise.resolve(new Response('{"type":"ok","message":[]}'))
      },
    })
    await createRequest({ send }).read(market.tickers, {})
    const xhr = new XMLHttpRequest()
    vi.spyOn(xhr, 'open').mockImplementation((_: string, url: string | URL) => {
      asked.push(String(url))
      throw new Error('not sent')
    })
    await createUpload(
      () => nobody,
      () => xhr,
    )(new File([], 'a.png'), 'kyc', () => undefined, new AbortController().signal, 'k').catch(() => undefined)
    expect(asked[0]?.startsWith(`${prefix}/api/`)).toBe(true)
    expect(asked[1]).toBe(`${prefix}/chat/fileServer/upload/kyc`)
    expect([belowBase('/ws'), belowBase('/upload/avatar/x.png'), belowBase('https://cdn.test/x.png')]).toEqual([
      `${prefix}/ws`,
      `${prefix}/upload/avatar/x.png`,
      'https://cdn.test/x.png',
    ])
  },
)
test('PROXY-4 before the app runs, the way back to the page is relative to it', () => {
  expect(/<a class="boot" href="([^"]*)"/.exec(readFileSync('index.html', 'utf8'))?.[1]).toBe('./')
})
