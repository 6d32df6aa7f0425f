import { request } from 'node:http'
import { boxStartMs } from '#server/box/box.ts'
import { calm } from '#server/box/faults.ts'
import { exits, main } from '#server/box/main.ts'
import { serveBox } from '#server/box/serve.ts'
import { openBox } from '#server/box/testing.ts'
import { readOf, restingBuy, sendOrder } from '#tests/support/box/orders.ts'
import { expect, onTestFinished, test } from 'vitest'

const plan = { seed: 7, start: boxStartMs, accounts: 1, funds: {}, maker: true, markets: ['BTC-USDT'] }
const serve = async (bind: string) => {
  const box = await serveBox(plan, { port: 0, bind, speed: 0, weather: calm, rates: 1_000_000, app: null })
  onTestFinished(box.stop)
  return box
}

test.each([
  ['NODE_ENV', 'production'],
  ['DESK_ACCOUNTS', 'a@b.c'],
  ['PRICE_FEEDS', 'x'],
  ['SMTP_URL', 'smtps://mail.example'],
  ['SMTP_URL_FILE', '/run/secrets/smtp'],
  ['DATABASE_URL', 'postgres://x'],
  ['NATS_URL', 'nats://x'],
  ['DEPOSIT_SECRET', 'x'],
])('BOX-36 a box does not start beside what people use: %s=%s', async (name, value) => {
  const said: string[] = []
  const io = { out: (text: string) => void said.push(text), err: (text: string) => void said.push(text) }
  expect(await main([], { [name]: value }, { app: null }, io)).toBe(exits.forbidden)
  expect(said.join('')).toContain('This is a sandbox with play money')
})
test('BOX-36 the admin answers under no other name than that of this machine, so that no page of a browser reaches it', async () => {
  const { admin } = await serve('127.0.0.1')
  const { port } = new URL(admin.url)
  const ask = (host: string) =>
    new Promise<number | undefined>((done) => {
      const headers = { Host: host, Authorization: `Bearer ${admin.token}` }
      request({ port, path: '/sandbox/clock', headers }, (answer) => {
        answer.resume()
        done(answer.statusCode)
      }).end()
    })
  expect([await ask(`evil.test:${port}`), await ask(`127.0.0.1.evil.test`), await ask(`localhost:${port}`)]).toEqual([
    403, 403, 200,
  ])
})
test('BOX-36 keys and token can be foretold on this machine alone: a box that others reach draws them anew', async () => {
  const secretsOf = async (bind: string) => {
    const { accounts, admin } = await serve(bind)
    return [accounts[0]?.key, accounts[0]?.token, admin.token]
  }
  const own = [await secretsOf('127.0.0.1'), await secretsOf('127.0.0.1')]
  expect(own[0]).toEqual(own[1])
  const others = [...(await secretsOf('0.0.0.0')), ...(await secretsOf('0.0.0.0')), ...(own[0] ?? [])]
  expect(new Set(others).size).toBe(9)
})
test('BOX-36 what a box answers says that it is one, and that no search engine is to keep it', async () => {
  const { url } = await serve('127.0.0.1')
  const { headers } = await fetch(`${url}api/market/depth?symbol=BTC-USDT`)
  expect([headers.get('Kontor-Box'), headers.get('X-Robots-Tag')]).toEqual(['1', 'none'])
})
test('BOX-36 an order and a login run out by the clock of the box, not by that of this machine', async () => {
  const box = await openBox()
  onTestFinished(box.stop)
  const dayMs = 86_400_000
  const [{ token } = { token: '' }] = box.accounts
  const standing = async () =>
    Object(await (await fetch(`${box.url}api/user/info`, { headers: { Authorization: token } })).json()).type
  await sendOrder(box, { ...restingBuy, expires_ms: box.now() + dayMs })
  expect(await standing()).toBe('ok')
  await box.act({ act: 'clock', ms: 8 * dayMs })
  await box.advance(1000)
  expect(Object(await readOf(box, 'coin/orders')).orders).toMatchObject([{ status: 3 }])
  expect(await standing()).toBe('999')
})
