import { allCalls } from '#contract/endpoints.ts'
import { secretsOf } from '#contract/wire/secret.ts'
import { cleaned, cleanedPath, cleanedText } from '#src/parts/recording/clean.ts'
import { beginAnew, recordLine } from '#src/features/report/record-page.ts'
import { ReportPage } from '#src/features/report/report-page.tsx'
import { createTape, recordingOf } from '#src/parts/recording/tape.ts'
import { FakeSocket } from '#tests/support/fake-web-socket.ts'
import { showPage } from '#tests/support/page-services.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

const secretWords = [
  'hunter2',
  '246810',
  '4929123456789012',
  'kak_live_77',
  '+85261234567',
  'ann@example.test',
  'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
]

test('INS-20 whatever a call calls a secret is removed, in letters and in digits, and so are names, addresses and texts of people', () => {
  const fields = allCalls.flatMap(({ endpoint }) => [...secretsOf(endpoint)])
  expect(fields.length).toBeGreaterThan(10)
  for (const field of fields)
    for (const value of secretWords) expect(JSON.stringify(cleaned({ [field]: value }))).not.toContain(value)
  const person = {
    token: 'abcdefgh',
    chatToken: 'abcdefgh',
    real_name: 'Ann Lee',
    nickname: 'ann',
    bank_account: '123456789',
    bank_name: 'HSBC',
    address: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
    remark: 'for ann',
    email: 'ann@example.test',
    mobile: '61234567',
    card_id: 'A123456',
    text: 'hello',
    content: '{"text":"hello"}',
    target: '61234567',
    txid: 'ab12',
    account: '61234567',
    unknownField: 'hello',
    userDeviceId: 'phone1',
  }
  const left = JSON.stringify(cleaned({ type: 'ok', message: { list: [person] } }))
  for (const value of Object.values(person)) expect(left).not.toContain(value)
  // The shape stays, and what is of the venue: a replay reads it.
  const order = {
    id: 7,
    symbol: 'BTC/USDT',
    target_price: '64000.5',
    amount: '0.01',
    status: 1,
    kind: 'limit',
    round_id: 'BTC-USDT_60_12',
    rev: 3,
    at: '2026-01-05 00:00:00',
  }
  expect(cleaned({ type: 'ok', message: order })).toEqual({ type: 'ok', message: order })
  // A channel of all markets has a star in its name: without it a replay would not know whose frames they are.
  for (const c of ['ticker:*', 'quotes']) expect(cleaned({ c, k: 'snap', s: 1 })).toEqual({ c, k: 'snap', s: 1 })
  expect(cleanedPath('/base/api/user/list?mobile=61234567&page=2')).toBe(`/api/user/list?mobile=000&page=2`)
  expect(cleanedText('password=hunter2&amount=5')).toBe(`password=${encodeURIComponent('•••')}&amount=5`)
  expect(cleanedText('hunter2')).toBe('•••')
})

test('INS-21 a recording holds what fits, the newest last, and says that its beginning is gone', () => {
  let now = 0
  const tape = createTape({ steadyMs: () => now, wallMs: () => now, app: 1, limits: { ms: 10_000, chars: 2000 } })
  for (; now < 100_000; now += 100) tape.down(1, '{"k":"hb"}')
  expect(tape.size().chars).toBeLessThanOrEqual(2000)
  const read = recordingOf(tape.text())
  expect([read?.head.isCut, read?.lines.at(-1)?.[0]]).toEqual([true, 99_900])
  const slow = createTape({ steadyMs: () => now, wallMs: () => now, app: 1, limits: { ms: 10_000, chars: 2_000_000 } })
  for (let n = 0; n < 200; n += 1, now += 100) slow.page('shown')
  expect(slow.size().lines).toBe(101)
  for (const text of ['', 'no', '{"kontor":"recording"}', `${tape.text()}[1,"down"]`, `${tape.text()}[1,"eval","x"]`])
    expect(recordingOf(text)).toBeNull()
})

test('INS-22 sockets and calls of a page are recorded without their headers, and go on as before', async () => {
  const heard: string[] = []
  const page = {
    fetch: (asked: RequestInfo | URL, init?: RequestInit) => {
      heard.push(`${String(asked)} ${new Headers(init?.headers).get('Authorization')} ${String(init?.body)}`)
      return String(asked).includes('lost')
        ? Promise.reject(new TypeError('network'))
        : Promise.resolve(
            new Response('{"type":"ok","message":{"rev":1,"nickname":"ann"}}', { headers: { 'Server-Now-Ms': '77' } }),
          )
    },
    WebSocket: FakeSocket,
  }
  const tape = createTape({ steadyMs: () => 0, wallMs: () => 0, app: 1 })
  recordLine(tape, page)
  const init = {
    method: 'POST',
    headers: { Authorization: 'secret-token', 'Idempotency-Key': '0198c0de-0000-7000-8000-000000000001' },
    body: '{"amount":"5","pay_password":"246810"}',
  }
  expect(await (await page.fetch('/api/coin/trade', init)).json()).toEqual({
    type: 'ok',
    message: { rev: 1, nickname: 'ann' },
  })
  await new Promise((done) => setTimeout(done, 0))
  await expect(page.fetch('/api/lost')).rejects.toThrow('network')
  await page.fetch('/assets/a.json')
  const socket = new page.WebSocket('ws://venue.test')
  socket.dispatchEvent(new Event('open'))
  socket.send('{"i":1,"m":"auth","p":{"token":"secret-token"}}')
  socket.dispatchEvent(new MessageEvent('message', { data: '{"k":"hello","v":1}' }))
  socket.close()
  await Promise.resolve()
  expect(heard).toEqual([
    '/api/coin/trade secret-token {"amount":"5","pay_password":"246810"}',
    '/api/lost null undefined',
    '/assets/a.json null undefined',
  ])
  const text = tape.text()
  expect(recordingOf(text)?.lines.map(([, kind]) => kind)).toEqual([
    'call',
    'answer',
    'call',
    'lost',
    'dial',
    'open',
    'up',
    'down',
    'leave',
  ])
  expect(text).toContain('0198c0de-0000-7000-8000-000000000001')
  for (const secret of ['secret-token', '246810', 'ann']) expect(text).not.toContain(secret)
})

test('INS-23 the page of reports says what a recording holds and what not, before one is begun', async () => {
  const { stop, unmount } = await showPage(<ReportPage />, { at: '/report' })
  for (const said of [
    'Passwords, codes and login tokens',
    'What you typed, and everything written in chats',
    'Nothing is being recorded. Start, then do again what went wrong. The app reloads once.',
  ])
    expect(screen.getByText(said)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Start recording' })).toBeEnabled()
  unmount()
  stop()
})

test('INS-26 where the browser keeps nothing, a recording is not begun, the page says so and is not left', async () => {
  let reloads = 0
  const denied = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect([beginAnew(() => (reloads += 1)), reloads]).toEqual([false, 0])
  const { stop, unmount } = await showPage(<ReportPage />, { at: '/report' })
  await userEvent.click(screen.getByRole('button', { name: 'Start recording' }))
  expect(screen.getByRole('alert')).toHaveTextContent('does not let the app keep anything')
  unmount()
  stop()
  denied.mockRestore()
  expect([beginAnew(() => (reloads += 1)), reloads, sessionStorage.getItem('kontor.recording')]).toEqual([true, 1, '1'])
  sessionStorage.clear()
})
