import { account } from '#contract/account/account.ts'
import { market } from '#contract/market/market.ts'
import { session } from '#contract/session/session.ts'
import { appVersion } from '#contract/wire/limits.ts'
import { createHttp, type Caller, type ClockSample, type SessionOver } from '#src/api/http.ts'
import { createRequest } from '#src/api/request.ts'
import { expect, test } from 'vitest'

const json = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), init)
const nobody: Caller = { token: null, chatToken: null, deviceMode: 'mobile_1', login: 3, lang: 'th' }

const begin = (answer: () => Promise<Response>, caller: Caller = nobody) => {
  const asked: { url: string; init: RequestInit }[] = []
  const samples: ClockSample[] = []
  const overs: SessionOver[] = []
  const acked: number[] = []
  const heads: unknown[] = []
  let steady = 0
  const send = createHttp({
    caller: () => ({ ...caller }),
    steadyMs: () => (steady += 10),
    onSample: (sample) => samples.push(sample),
    onSessionOver: (over) => overs.push(over),
    onAcked: (seq) => acked.push(seq),
    onHead: (head) => heads.push(head),
    fetch: (url, init = {}) => {
      asked.push({ url: String(url), init })
      return answer()
    },
  })
  return { request: createRequest({ send }), asked, samples, overs, acked, heads }
}
const ok = () => Promise.resolve(json({ type: 'ok', message: 'token' }, { headers: { 'Server-Now-Ms': '5000' } }))
const here: Caller = { ...nobody, token: 'main', chatToken: 'chat' }

test('CALL-3 a call says who asks, under which key, and never by a cookie', async () => {
  const { request, asked, samples } = begin(ok, here)
  await request.change(session.login, { user_type: 'email', user_string: 'a@b.cd', password: 'secret1' }, 'k1')
  expect(asked[0]?.url).toBe('/api/user/login')
  expect(asked[0]?.init).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    headers: {
      Authorization: 'main',
      TOKEN_OA: 'chat',
      DEVICE_MODEL: 'mobile_1',
      'language-mark': 'th',
      'App-Version': String(appVersion.code),
      'Idempotency-Key': 'k1',
      'Content-Type': 'application/json',
    },
    body: '{"user_type":"email","user_string":"a@b.cd","password":"secret1"}',
  })
  expect(samples).toEqual([{ askedAt: 10, answeredAt: 20, serverAt: 5000 }])
})
test('V1 the reply to a change tells the version of the balances that it acknowledges; a read and a reply to an earlier login tell none', async () => {
  const told = () =>
    Promise.resolve(
      json({ type: 'ok', message: 'token' }, { headers: { 'Server-Now-Ms': '5000', 'Ledger-Seq': '42' } }),
    )
  const input = { user_type: 'email', user_string: 'a@b.cd', password: 'secret1' } as const
  const now = begin(told, here)
  await now.request.change(session.login, input, 'k1')
  await now.request.read(account.center, {})
  expect(now.acked).toEqual([42])
  let login = 3
  const late = begin(
    () => {
      login = 4
      return told()
    },
    {
      ...here,
      get login() {
        return login
      },
    },
  )
  await late.request.change(session.login, input, 'k2')
  expect(late.acked).toEqual([])
})
test('RT-27 a reply tells up to which event it was read, for the token it was asked with; what is no place is none', async () => {
  const told = (head: string) => () =>
    Promise.resolve(json({ type: 'ok', message: [] }, { headers: { 'Events-Head': head } }))
  const heads: unknown[] = []
  for (const head of ['e1:7', 'e1:', '7', 'e1:x']) {
    const now = begin(told(head), here)
    await now.request.read(account.center, {}, { token: 'mine' })
    heads.push(...now.heads)
  }
  expect(heads).toEqual([{ token: 'mine', epoch: 'e1', seq: 7 }])
})
test('CALL-4 a GET carries its input in the query, and nobody bears no token', async () => {
  const { request, asked } = begin(ok)
  await request.read(market.candles, { symbol: 'BTC/USDT', period: '5min', from: 1, to: 2 })
  expect(asked[0]?.url).toBe('/api/currency/new_timeshar?symbol=BTC%2FUSDT&period=5min&from=1&to=2')
  expect(asked[0]?.init.headers).not.toHaveProperty('Authorization')
  expect(asked[0]?.init.body).toBeUndefined()
})
test('CALL-5 no answer is no refusal', async () => {
  const { request } = begin(() => Promise.reject(new TypeError('cut')))
  expect(await request.read(account.center, {})).toEqual({
    ok: false,
    failure: { kind: 'unknown', because: 'unreachable' },
  })
})
test('CALL-6 what breaks the contract never leaves', async () => {
  const { request, asked } = begin(ok)
  const reply = await request.change(session.login, { user_type: 'email', user_string: 'x'.repeat(101) }, 'k')
  expect(reply).toMatchObject({
    ok: false,
    failure: { kind: 'refused', reason: 'malformed', params: { path: 'user_string' } },
  })
  expect(asked).toEqual([])
})
test('CALL-7 an answer that ends a login says which one; nobody has none to end', async () => {
  const over = () => Promise.resolve(json({ type: 999, message: 'Log in.', reason: 'not_logged_in' }))
  const ended = begin(over, here)
  await ended.request.read(account.center, {})
  expect(ended.overs).toEqual([{ login: 3, message: 'Log in.' }])
  const open = begin(over)
  await open.request.read(account.center, {})
  expect(open.overs).toEqual([])
  const coming = begin(over, here)
  await coming.request.read(account.center, {}, { token: 'other' })
  expect(coming.overs).toEqual([])
  expect(coming.asked[0]?.init.headers).toMatchObject({ Authorization: 'other' })
  expect(coming.asked[0]?.init.headers).not.toHaveProperty('TOKEN_OA')
})
test('CALL-8 an app that is too old is told so once it asks', async () => {
  let told = 0
  const send = async () => ({
    status: 426,
    retryAfterMs: null,
    body: { type: 'error', message: '', reason: 'app_too_old' },
  })
  const request = createRequest({ send, onTooOld: () => (told += 1) })
  await request.read(account.center, {})
  expect(told).toBe(1)
})
