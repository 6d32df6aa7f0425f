import { makePackages } from '#scripts/packages/publish.ts'
import { openBox } from '#server/box/testing.ts'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** In the tree, so that what packages ask their users for is found. */
const cache = resolve('node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'packed-'))
beforeAll(() => makePackages(folder), 180_000)
afterAll(() => rmSync(folder, { recursive: true }))

const order = {
  currency_id: 1,
  legal_id: 3,
  type: 'buy',
  kind: 'limit',
  amount: '0.001',
  target_price: '90000',
} as const

test.each([
  // In kilobytes, packed: all of it, and of the contract what one needs for orders.
  ['client', 'main', 35],
  ['contract', 'spot', 12],
  ['contract', 'endpoints', 60],
  ['inspector', 'workbench', 30],
])('PACK-4 %s/%s with all it loads stays within its budget of %i kB', (name, entry, most) => {
  const lib = join(folder, name, 'lib')
  const loaded = new Set<string>()
  const load = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const [, part = ''] of readFileSync(join(lib, file), 'utf8').matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      load(part)
  }
  load(`${entry}.js`)
  const bytes = gzipSync([...loaded].map((file) => readFileSync(join(lib, file), 'utf8')).join('\n')).length
  expect([name, entry, bytes < most * 1000]).toEqual([name, entry, true])
})
test('PACK-4 nothing of this tree is asked for by what is published', () => {
  const asked = globSync('**/*.{js,d.ts}', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)].map(
      ([, path = '']) => path,
    ),
  )
  const known = /^(?:\.{1,2}\/|zod\/(?:mini|v4\/core)$|react(?:-dom)?(?:\/|$)|xstate$|elkjs)/
  expect([...new Set(asked)].filter((path) => !known.test(path))).toEqual([])
})
test('PACK-5 the client that is published makes a change once over lost answers, follows the book, and misses no event', async () => {
  await using box = await openBox({ seed: 7, funds: { USDT: '10000' } })
  const { createClient, program, spot } = Object(await import(join(folder, 'client/lib/main.js')))
  const client = createClient({ url: box.url, key: box.accounts[0]?.key ?? '' })
  const rules = await client.read(program.rules, {})
  expect(rules).toMatchObject({ ok: true, value: { markets: [{ m: 'BTC-USDT', price_step: '0.01' }] } })
  const answer = await fetch(`${box.url}api/coin/orders`, { headers: { Authorization: box.accounts[0]?.key ?? '' } })
  const [e, s] = (answer.headers.get('Events-Head') ?? '').split(':')
  const events = client.events({ e, s: Number(s) })
  for (let n = 0; n < 3; n += 1) box.fault('answer_lost', 'coin/trade')
  const { key, reply } = await client.change(spot.submit, order)
  expect(reply).toMatchObject({ ok: true, value: { status: 'waiting' } })
  expect(await client.outcome(spot.submit, key)).toMatchObject({ kind: 'known', reply: { ok: true } })
  const open = await client.read(program.orders, {})
  expect(open).toMatchObject({ ok: true, value: { orders: [{ target_price: '90000.00' }] } })
  const refused = await client.change(spot.submit, { ...order, target_price: '1' })
  expect(refused.reply).toMatchObject({ ok: false, failure: { kind: 'refused', reason: 'price_out_of_band' } })
  expect(await client.change(spot.cancel, { id: 999 })).toMatchObject({ reply: { failure: { reason: 'not_found' } } })
  box.fault('line_cut', 'u:me')
  await client.change(spot.submit, order)
  const told = await Promise.all(Array.from({ length: 4 }, () => events.next()))
  const numbers = told.map(({ value }) => Object(value).at.s)
  expect(numbers).toEqual(numbers.map((_, n) => Number(s) + 1 + n))
  const books = client.book('BTC-USDT')
  const book = await books.next()
  expect(book.value).toMatchObject({ market: 'BTC-USDT', bids: expect.any(Array), asks: expect.any(Array) })
  await Promise.all([events.return(undefined), books.return(undefined)])
})
