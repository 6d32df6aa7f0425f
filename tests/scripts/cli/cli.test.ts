import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { stand } from './standing.ts'

type Standing = Awaited<ReturnType<typeof stand>>
const open: Standing['box'][] = []
const begin = async () => {
  const standing = await stand()
  open.push(standing.box)
  return standing
}
afterEach(async () => {
  for (const box of open.splice(0)) await box.stop()
})
const order = ['order', 'buy', 'BTC-USDT', '0.001', '@90000']

test('CLI-1 data goes to the output as lines, words to the errors, and a table is for eyes', async () => {
  const { run } = await begin()
  const piped = await run(['markets'])
  expect([piped.code, piped.rows()]).toEqual([0, [expect.objectContaining({ m: 'BTC-USDT', price_step: '0.01' })]])
  const seen = await run(['balances'], { isTable: true })
  expect([seen.code, seen.text]).toEqual([0, expect.stringMatching(/^coin +free +held\n/)])
  expect((await run(['balances', '--json'], { isTable: true })).rows()[0]).toHaveProperty('coin')
  for (const words of [['tickers'], ['book', 'BTC-USDT'], ['candles', 'BTC-USDT'], ['trades', 'BTC-USDT'], ['key']])
    expect([words, (await run(words)).code]).toEqual([words, 0])
})
test('CLI-2 an order is placed once although its answers are lost, and ends with 3 and its key if none comes back', async () => {
  const { run, net, orders } = await begin()
  net.lost = 3
  const placed = await run([...order, '--id', 'grid-1'])
  expect([placed.code, placed.rows()]).toEqual([0, [expect.objectContaining({ client_id: 'grid-1', status: 1 })]])
  expect(await orders()).toHaveLength(1)
  net.lost = 1
  const { code, rows } = await run(['plan', ...order.slice(1)])
  const ticket = String(rows()[0]?.['ticket'])
  expect(code).toBe(0)
  net.lost = 1000
  const unknown = await run(['do', ticket])
  expect([unknown.code, unknown.rows()]).toEqual([3, [{ outcome: 'unknown', key: ticket }]])
  net.lost = 0
  expect((await run(['outcome', ticket])).rows()).toMatchObject([{ state: 'done', answer: { type: 'ok' } }])
  expect((await run(['do', ticket])).code).toBe(0)
  expect(await orders()).toHaveLength(2)
})
test('CLI-3 it ends with what happened: refused, unknown, not let in, or makes no sense', async () => {
  const { run, net } = await begin()
  const refused = await run(['order', 'buy', 'BTC-USDT', '0.001', '@1'])
  expect([refused.code, refused.rows()]).toEqual([
    2,
    [{ reason: 'price_out_of_band', params: expect.anything(), repeat: 'decide', help: '/errors#price_out_of_band' }],
  ])
  expect((await run(['balances'], { more: { KONTOR_KEY: 'kak_none' } })).code).toBe(5)
  for (const words of [
    ['order', 'keep', 'BTC-USDT', '1'],
    ['order', 'buy', 'BTC-USDT', 'much'],
    ['dance'],
    ['do'],
    ['--no'],
  ])
    expect([words, (await run(words)).code]).toEqual([words, 64])
  net.isDown = true
  expect((await run(['markets'])).code).toBe(3)
})
test('CLI-4 orders are cancelled one by one or all, and any call of the reference can be made', async () => {
  const { run, orders } = await begin()
  for (let n = 0; n < 3; n += 1) await run(order)
  const [first] = await orders()
  expect((await run(['cancel', String(first?.['id'])])).rows()).toMatchObject([{ status: 3 }])
  expect((await run(['cancel', '--all'])).rows()).toHaveLength(2)
  expect((await run(['orders', '--open'])).text).toBe('')
  const bought = await run(['order', 'buy', 'BTC-USDT', '100USDT'])
  expect(bought.rows()).toMatchObject([{ kind: 'market', status: 2 }])
  expect((await run(['fills', 'BTC-USDT'])).rows().length).toBeGreaterThan(0)
  expect((await run(['call', 'spot.queue', '{"currency_id":1,"legal_id":3}'])).code).toBe(0)
  expect((await run(['call', 'withdraw.submit', '{}'])).code).not.toBe(0)
})
test('CLI-5 a key that was pasted is kept for its owner alone, and one that others may read is not used', async () => {
  const { run, home, env } = await begin()
  const kept = join(home, 'kontor', 'key')
  expect((await run(['login'], { input: ['kak_wrong'] })).code).toBe(5)
  expect((await run(['login'], { input: [String(env.KONTOR_KEY)] })).code).toBe(0)
  expect([readFileSync(kept, 'utf8').trim(), statSync(kept).mode & 0o777]).toEqual([env.KONTOR_KEY, 0o600])
  expect((await run(['key'], { more: { KONTOR_KEY: undefined } })).rows()).toMatchObject([{ scope: 'trade' }])
  chmodSync(kept, 0o644)
  expect(await run(['key'], { more: { KONTOR_KEY: undefined } })).toMatchObject({ code: 64, text: '' })
})
test('CLI-6 events of the account are told once each and in order, also over a line that is cut, and go on where one was', async () => {
  const { run, box, head } = await begin()
  const telling = run(['events', '--after', await head(), '--count', '6'])
  for (let n = 0; n < 3; n += 1) {
    expect((await run(order)).code).toBe(0)
    if (n === 0) box.fault('line_cut', 'u:me')
  }
  const { code, rows } = await telling
  const told = rows()
  const numbers = told.map(({ at }) => Number(String(at).split(':').at(-1)))
  expect([code, numbers]).toEqual([0, numbers.map((_, n) => (numbers[0] ?? 0) + n)])
  expect(told.map(({ ev }) => ev)).toContain('spot.orderChanged')
  const again = await run(['events', '--after', String(told[1]?.['at']), '--count', '3'])
  expect(again.rows()).toEqual(told.slice(2, 5))
  expect((await run(['events'], { more: { KONTOR_KEY: 'kak_none' } })).code).toBe(5)
  expect((await run(['events', '--after', 'then'])).code).toBe(64)
})

test('CLI-7 OTC, chat and alerts are for a key of that area, and what is said is told once each, over a line that is cut', async () => {
  const { run, box, head, asPerson, keyWith } = await begin()
  const plain = { KONTOR_KEY: await keyWith({ scope: 'trade' }) }
  for (const words of [['otc', 'orders'], ['chat'], ['alerts'], ['chat', 'tail', '1']])
    expect([words, (await run(words, { more: plain })).code]).toEqual([words, 5])
  for (const words of [['otc', 'ads', 'buy', 'USDT', 'CNY'], ['otc', 'mine'], ['otc', 'orders'], ['chat'], ['alerts']])
    expect([words, (await run(words)).code]).toEqual([words, 0])
  const set = await run(['alert', 'BTC-USDT', 'below', '50000'])
  expect([set.code, set.rows()]).toEqual([0, [expect.objectContaining({ m: 'BTC-USDT', side: 'below' })]])
  expect((await run(['alerts'])).rows()).toHaveLength(1)
  expect((await run(['alert', 'end', String(set.rows()[0]?.['id'])])).code).toBe(0)
  expect((await run(['otc', 'cancel', '9'])).rows()).toMatchObject([{ reason: 'not_found' }])
  for (const words of [['otc'], ['otc', 'shelf', '1', 'up'], ['chat', 'hum'], ['alert', 'BTC-USDT', 'near', '1']])
    expect([words, (await run(words)).code]).toEqual([words, 64])
  const group = { chatGroupName: 'Desk', chatGroupMembers: [] }
  await asPerson('chat/imChatGroup/launchChatGroup', group)
  const [room] = (await run(['chat'])).rows()
  expect(room).toMatchObject({ name: 'Desk' })
  const id = String(room?.['id'])
  const [epoch] = (await head()).split(':')
  const telling = run(['chat', 'tail', id, '--after', `${epoch}:1`, '--count', '3'])
  for (const text of ['one', 'two', 'three']) {
    expect((await run(['chat', 'say', id, text])).code).toBe(0)
    if (text === 'one') box.fault('line_cut', 'chat:')
  }
  expect((await telling).rows().map(({ v }) => JSON.parse(Object(v).content).text)).toEqual(['one', 'two', 'three'])
})
