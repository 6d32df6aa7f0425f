import { readRecord } from '#server/box/record.ts'
import { replay } from '#server/box/replay.ts'
import { openBox } from '#server/box/testing.ts'
import { ownFolder } from '#tests/support/folders.ts'
import { isSigned, openReceiver } from '#tests/support/push/webhook-venue.ts'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const order = {
  legal_id: 3,
  currency_id: 1,
  type: 1,
  kind: 'limit',
  amount: '0.001',
  target_price: '90000',
}

test('HOOK-12 a box posts to this machine by its own time, to one who asks it before answering, and its run replays', async () => {
  await using box = await openBox({ seed: 7 })
  const [{ token, pin, key } = { token: '', pin: '', key: '' }] = box.accounts
  const post = async (path: string, body: object, Authorization: string): Promise<Record<string, unknown>> => {
    const headers = { Authorization, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
    const answer = await fetch(new URL(path, box.url), { method: 'POST', headers, body: JSON.stringify(body) })
    return Object(await answer.json()).data
  }
  const cancelled = Promise.withResolvers<void>()
  const { url, heard } = await openReceiver(async (n, body) => {
    const { v } = Object(JSON.parse(body)).data
    // It does something by what it is told before it says that it has heard it.
    if (n === 1) await post('api/coin/cancel', { id: v.id }, key)
    else cancelled.resolve()
    return 200
  })
  const { secret } = await post('api/user/webhooks/add', { url, events: ['spot'], pay_password: pin }, token)
  await post('api/coin/trade', order, key)
  expect(heard).toEqual([])
  const going = setInterval(() => void box.advance(500), 20)
  await cancelled.promise
  clearInterval(going)
  expect(heard.map(({ body }) => Object(JSON.parse(body)).data.v.status)).toEqual([1, 3])
  expect(heard.every((each) => isSigned(each, String(secret)))).toBe(true)
  const { plan, lines } = readRecord(await box.save(join(ownFolder('box'), 'hooks')))
  const { was, is } = await replay(plan, lines)
  expect(is).toEqual(was)
})
