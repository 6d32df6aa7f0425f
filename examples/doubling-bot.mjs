// What not to do, for `kontor run` to show: an order whose answer is lost is sent again under another key.
const { KONTOR_URL: url, KONTOR_KEY: key } = process.env
const buy = async () => {
  const headers = { Authorization: key, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
  const body = JSON.stringify({ currency_id: 1, legal_id: 3, type: 1, kind: 'market', amount: '0.001' })
  const answer = await fetch(new URL('api/coin/trade', url), { method: 'POST', headers, body })
  if ((await answer.json()).type !== 'ok') throw new Error('not done')
}
const ordersOf = async () => {
  const answer = await fetch(new URL('api/coin/orders', url), { headers: { Authorization: key } })
  return (await answer.json()).message.orders
}
/** Again until it is answered: right for a read, wrong for an order. */
const until = async (work) => {
  for (;;) {
    try {
      return await work()
    } catch {
      // Lost, late or refused: who knows?
    }
  }
}
await until(buy)
const orders = await until(ordersOf)
console.log(`wanted 1 order, has ${orders.length}`)
process.exit(orders.length === 1 ? 0 : 1)
