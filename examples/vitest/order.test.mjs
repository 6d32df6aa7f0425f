// Each test has an exchange of its own. When one fails, the reporter prints the command that runs it again:
//   replay: npx kontor replay .kontor/run-1a2b3c4d.jsonl
import { testWith } from 'kontor/vitest'
import { expect } from 'vitest'

const test = testWith({ seed: 7, accounts: 2, funds: { USDT: '10000' } })

/** Sends an order until it is known what became of it: always under the same key, so that there is never a second. */
async function buy({ url, accounts: [{ key }] }, amount) {
  const id = crypto.randomUUID()
  const headers = { Authorization: key, 'Content-Type': 'application/json', 'Idempotency-Key': id }
  const body = JSON.stringify({ currency_id: 1, legal_id: 3, type: 1, kind: 'market', amount })
  for (;;) {
    try {
      const answer = await fetch(new URL('api/coin/trade', url), { method: 'POST', headers, body })
      if (answer.status < 500) return await answer.json()
    } catch {
      // Lost on the way there or back: nobody knows yet.
    }
  }
}
const ordersOf = async ({ url, accounts: [{ key }] }) => {
  const answer = await fetch(new URL('api/coin/orders', url), { headers: { Authorization: key } })
  return (await answer.json()).message.orders
}

test('an order whose answer is lost is placed once', async ({ box }) => {
  box.fault('answer_lost', 'coin/trade')
  expect(await buy(box, '0.01')).toMatchObject({ type: 'ok' })
  expect(await ordersOf(box)).toHaveLength(1)
  expect(box.faults()).toEqual({ answer_lost: 1 })
})
test('an order that the venue dies of is placed once', async ({ box }) => {
  box.fault('killed_after', 'coin/trade')
  expect(await buy(box, '0.01')).toMatchObject({ type: 'ok' })
  expect(await ordersOf(box)).toHaveLength(1)
})
test('nothing is bought where nobody sells', async ({ box }) => {
  await box.act({ act: 'quotes', market: 'BTC-USDT', sides: 'none' })
  expect(await buy(box, '0.01')).toMatchObject({ reason: 'no_liquidity' })
  expect(await ordersOf(box)).toEqual([])
})
