import { randomUUID } from 'node:crypto'
import { startApp } from '#tests/support/app.ts'
import { registerAt, venueClient, type RawAnswer, type VenueClient } from '#tests/support/venue-client.ts'
import { expect, test } from '@playwright/test'

type Sent = { readonly key: string; readonly answer: RawAnswer | null }

const fieldOf = (json: unknown, name: string): unknown =>
  typeof json === 'object' && json !== null ? Object.entries(json).find(([key]) => key === name)?.[1] : undefined
const orderId = (answer: RawAnswer) => fieldOf(answer.body['data'], 'id')

/** A small buy far below the market, so that it rests. */
const orderBelow = async (venue: VenueClient) => {
  const { body } = await venue.get('api/currency/quotation_new')
  const coins = body['message']
  const pairs = Array.isArray(coins) ? coins.flatMap((coin: unknown) => fieldOf(coin, 'quotation')) : []
  const pair: unknown = pairs.find((each: unknown) => fieldOf(each, 'symbol') === 'BTC/USDT')
  const price = Math.floor(Number(fieldOf(pair, 'now_price')) * 0.98)
  return {
    legal_id: fieldOf(pair, 'legal_id'),
    currency_id: fieldOf(pair, 'currency_id'),
    type: 1,
    kind: 'limit',
    amount: '0.00002',
    target_price: String(price),
  }
}

/** Sends orders in sequence until the server is killed; the last one has no reply. */
const sendUntilCut = async (venue: VenueClient, order: Readonly<Record<string, unknown>>, told: () => void) => {
  const sent: Sent[] = []
  for (;;) {
    const key = randomUUID()
    const answer = await venue.post('api/coin/trade', order, key).catch(() => null)
    sent.push({ key, answer })
    if (answer === null) return sent
    told()
  }
}

const listed = async (venue: VenueClient) => {
  const ids: unknown[] = []
  for (const status of [1, 2]) {
    for (let page = 1; ; page += 1) {
      const { body } = await venue.get(`api/coin/list?status=${status}&page=${page}&limit=50`)
      const rows = Array.isArray(body['message']) ? body['message'] : []
      if (rows.length === 0) break
      ids.push(...rows.map((row: unknown) => fieldOf(row, 'id')))
    }
  }
  return ids
}

test('SF1 killed at any moment during writes: acknowledged commands are stored, all others completely or not at all', async () => {
  await using app = await startApp({ env: { RATE_FACTOR: '1000' } })
  const people = await Promise.all([1, 2, 3, 4].map(() => registerAt(app.url)))
  const venues = people.map(({ token }) => venueClient(app.url, token))
  const order = await orderBelow(venueClient(app.url))

  let acknowledged = 0
  const gone: Promise<void>[] = []
  const all = await Promise.all(
    venues.map((venue) =>
      sendUntilCut(venue, order, () => {
        acknowledged += 1
        if (acknowledged === 120) gone.push(app.kill())
      }),
    ),
  )
  await Promise.all(gone)
  await app.start()

  for (const [at, venue] of venues.entries()) {
    const sent = all[at] ?? []
    const done = sent.filter(({ answer }) => answer?.body['type'] === 'ok')
    expect(done.length).toBeGreaterThan(5)
    const ids = await listed(venue)
    expect(done.map(({ answer }) => answer && orderId(answer)).filter((id) => !ids.includes(id))).toEqual([])
    const last = done.at(-1)
    // The same key returns the same reply and creates no second order.
    expect(last && (await venue.post('api/coin/trade', order, last.key)).body).toEqual(last?.answer?.body)
    const cut = sent.at(-1)
    const settled = await venue.post('api/coin/trade', order, cut?.key)
    expect(settled.body['type']).toBe('ok')
    const after = await listed(venue)
    expect(after.filter((id) => id === orderId(settled))).toHaveLength(1)
    expect(after).toHaveLength(sent.length)
  }
})
