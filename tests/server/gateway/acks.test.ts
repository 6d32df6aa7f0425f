import { openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

let harness: TestGateway
afterEach(() => harness.stop())

const order = { legal_id: 3, currency_id: 1, type: 1, amount: '0.001', target_price: '90000' }
const stand = async () => {
  harness = await openGateway({ settings: { identity: { verification: '0' } } })
  const { token } = await harness.enter()
  const as = { Authorization: token }
  await harness.call('POST', 'api/safe/update_password', { password: '246813', re_password: '246813' }, as)
  const made = { name: 'bot', scope: 'trade', pay_password: '246813' }
  const { answer } = await harness.call('POST', 'api/user/api_keys/add', made, as)
  const bot = { Authorization: String(answer.data?.['secret']) }
  const change = async (path: string, body: object, key: string, headers: Record<string, string> = bot) => {
    const got = await harness.call('POST', path, body, { ...headers, 'Idempotency-Key': key })
    return { ack: got.headers.get('Ack'), text: got.text, replayed: got.headers.get('Idempotency-Replayed') }
  }
  return { as, bot, change }
}
type Claim = { readonly key: string; readonly ack: string; readonly body: string }
/** What the example says, in a process of its own: with the address of the venue, or with a key set that was kept. */
const verified = async ({ key, ack, body }: Claim, venue = harness.url) => {
  const file = join(mkdtempSync(join(tmpdir(), 'ack-')), 'answer.json')
  writeFileSync(file, body)
  return new Promise<unknown>((done) => {
    execFile(process.execPath, ['examples/verify.mjs', venue, key, ack, file], (_, out) => done(JSON.parse(out)))
  })
}

test('ACK-1 a change of a program is acknowledged: the example verifies the answer to its key, and nothing that differs from it', async () => {
  const { change } = await stand()
  const key = crypto.randomUUID()
  const { ack, text } = await change('api/coin/trade', order, key)
  const claim = { key, ack: ack ?? '', body: text }
  const [seq = '', hash, signature = ''] = claim.ack.split('.')
  const entries = await harness.venue.store.entries(0, 10_000)
  // The entry that holds the money for the order is the last one then, and it is stored.
  expect(entries.at(-1)).toMatchObject({ seq: Number(seq), hash })
  expect(await verified(claim)).toEqual({ seq: Number(seq), hash })
  const keys = await (await fetch(`${harness.url}.well-known/kontor-keys`)).text()
  const kept = join(mkdtempSync(join(tmpdir(), 'keys-')), 'keys.json')
  writeFileSync(kept, keys)
  expect(await verified({ ...claim, key: key.toUpperCase() }, kept)).toEqual({ seq: Number(seq), hash })
  const others: readonly Claim[] = [
    { ...claim, key: crypto.randomUUID() },
    { ...claim, body: text.replace('0.001', '0.002') },
    { ...claim, ack: [Number(seq) + 1, hash, signature].join('.') },
    { ...claim, ack: [seq, entries.at(-2)?.hash, signature].join('.') },
    { ...claim, ack: [seq, hash, signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))].join('.') },
  ]
  for (const other of others) expect(await verified(other, kept)).toBe('not acknowledged')
})
test('ACK-2 what is answered again is acknowledged again, and so is a refusal that is kept under its key', async () => {
  const { change } = await stand()
  const key = crypto.randomUUID()
  const first = await change('api/coin/trade', order, key)
  await change('api/coin/trade', order, crypto.randomUUID())
  const again = await change('api/coin/trade', order, key)
  expect([again.text, again.replayed]).toEqual([first.text, 'true'])
  // The same answer, at a later place of the journal.
  expect(Number(again.ack?.split('.')[0])).toBeGreaterThan(Number(first.ack?.split('.')[0]))
  expect(await verified({ key, ack: again.ack ?? '', body: again.text })).toMatchObject({ seq: expect.any(Number) })
  const refusedKey = crypto.randomUUID()
  const refused = await change('api/coin/cancel', { id: 9 }, refusedKey)
  expect(JSON.parse(refused.text)).toMatchObject({ reason: 'not_found' })
  expect(await verified({ key: refusedKey, ack: refused.ack ?? '', body: refused.text })).toMatchObject({
    seq: expect.any(Number),
  })
})
test('ACK-3 nothing is signed that is not kept under a key of a program: reads, refused scopes, and the changes of people', async () => {
  const { as, bot, change } = await stand()
  const key = crypto.randomUUID()
  expect((await change('api/wallet/out', {}, key)).ack).toBeNull()
  expect((await change('api/coin/trade', { ...order, amount: 'x' }, key)).ack).toBeNull()
  expect((await change('api/key/status', { key }, key)).ack).toBeNull()
  expect((await change('api/coin/trade', order, crypto.randomUUID(), as)).ack).toBeNull()
  expect((await harness.call('GET', 'api/coin/orders', undefined, bot)).headers.get('Ack')).toBeNull()
})
