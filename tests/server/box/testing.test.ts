import { openBox } from '#server/box/testing.ts'
import type * as declared from '#scripts/box/testing.d.ts'
import { expect, test } from 'vitest'

// What is told to those who import the package is what it does; this does not compile otherwise.
const opens: typeof declared.openBox = openBox

const order = (url: string, key: string) =>
  fetch(new URL('api/coin/trade', url), {
    method: 'POST',
    headers: { Authorization: key, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify({
      legal_id: 3,
      currency_id: 1,
      type: 1,
      kind: 'limit',
      amount: '0.001',
      target_price: '90000',
    }),
  })

test('BOX-13 a test has an exchange of its own, loses an answer, waits for a fill and asks what it comes to', async () => {
  const run = async () => {
    await using box = await opens({ seed: 3, accounts: 2, funds: { USDT: '1000' } })
    const [{ key } = { key: '' }] = box.accounts
    box.fault('answer_lost', 'coin/trade')
    await expect(order(box.url, key)).rejects.toThrow('fetch failed')
    await box.jump('BTC-USDT', -8)
    const { isMet, event } = await box.until({ user: 0, ev: 'spot.orderChanged', where: { status: 2 } })
    return { isMet, event, faults: box.faults(), hash: await box.hash() }
  }
  const [one, two] = [await run(), await run()]
  expect(one).toMatchObject({ isMet: true, faults: { answer_lost: 1 } })
  expect(two).toEqual(one)
})
