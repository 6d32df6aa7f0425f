import { marketOf } from '#contract/market/market.ts'
import { defaultWaits } from '#machines/kit/connection.ts'
import { createLoop } from '#server/loop.ts'
import { connectionView$ } from '#src/actors/connection.actors.ts'
import { createFeeds, type FeedPorts } from '#streams/feeds.ts'
import { clientParts } from '#tests/support/client-parts.ts'
import { openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { filter, firstValueFrom, NEVER, of, Subscription, type Observable } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'

/** The real venue behind real sockets, its engines stepped by the test; the client as the app assembles it. */
let harness: TestGateway
const running: Subscription[] = []
beforeEach(async () => {
  harness = await openGateway()
})
afterEach(async () => {
  running.splice(0).forEach((one) => one.unsubscribe())
  await harness.stop()
})

const steadyMs = () => performance.now()

async function enter() {
  const { token, user } = await harness.enter()
  const invalidFrames: string[] = []
  const { adapter, read, samples$ } = clientParts({
    url: harness.url,
    token,
    steadyMs,
    onInvalidFrame: (invalidFrame) => invalidFrames.push(invalidFrame),
  })
  const connection = createActor(adapter.logic, { input: defaultWaits }).start()
  const ports: FeedPorts = {
    connection: adapter.connection,
    view$: connectionView$(connection),
    login$: of(1),
    read,
    samples$,
    jumps$: NEVER,
    steadyMs,
    visible$: of(true),
  }
  const feeds = createFeeds(ports)
  const engines = createLoop(harness.venue)
  const timer = setInterval(() => {
    harness.clock.advance(250)
    void engines.step().then(() => harness.beat())
  }, 20)
  running.push(new Subscription(() => clearInterval(timer)), new Subscription(() => connection.stop()))
  connection.send({ type: 'connect' })
  const collect = <T>(stream$: Observable<T>) => {
    const seen: T[] = []
    running.push(stream$.subscribe((value) => seen.push(value)))
    return seen
  }
  const ready = () => firstValueFrom(adapter.connection.ready$.pipe(filter((is) => is !== null)))
  return { feeds, collect, connection, user, invalidFrames, ready, timer }
}

test('RT-7 book, deals and prices received over a real socket equal those of the venue', async () => {
  const { feeds, collect, invalidFrames, ready, timer } = await enter()
  await ready()
  const books = collect(feeds.orderBook$('BTC-USDT'))
  const deals = collect(feeds.deals$('BTC-USDT'))
  const pairs = collect(feeds.tickers$)
  await vi.waitFor(() => expect(new Set(books.map(({ value }) => value?.seq)).size).toBeGreaterThan(5), 10_000)
  clearInterval(timer)
  harness.beat()
  harness.pass(1000)
  const depth = harness.venue.publisher.snap('depth:BTC-USDT')
  await vi.waitFor(
    () => expect(books.at(-1)).toMatchObject({ freshness: 'live', value: { market: 'BTC-USDT', seq: depth?.s } }),
    5000,
  )
  const { bids, asks } = books.at(-1)?.value ?? {}
  expect(depth?.d).toMatchObject({ bids, asks })
  expect(deals.at(-1)?.value?.deals.length).toBeGreaterThan(0)
  expect(pairs.at(-1)?.value?.map(({ symbol }) => marketOf(symbol))).toContain('BTC-USDT')
  expect(books.every(({ freshness }) => freshness === 'loading' || freshness === 'live')).toBe(true)
  expect(invalidFrames).toEqual([])
}, 30_000)

test('RT-16 an order cancelled while the socket is away is gone after the reconnect', async () => {
  const { feeds, collect, connection, user, invalidFrames, ready } = await enter()
  await ready()
  const open = collect(feeds.spotOrders$)
  const ended = collect(feeds.spotHistory$)
  const balances = collect(feeds.balances$)
  const held = () => balances.at(-1)?.value?.cells.change.find(({ currency }) => currency === 3)?.lock_change_balance
  await vi.waitFor(() => expect([open.at(-1)?.value, held()]).toEqual([[], '0']), 5000)
  const input = { legal_id: 3, currency_id: 1, type: 1, amount: '0.01', target_price: '50000', kind: 'limit' }
  const { answer } = await harness.ask('POST /api/coin/trade', input, { user }, '01890000-0000-4000-8000-000000000001')
  expect(answer).toMatchObject({ type: 'ok' })
  await vi.waitFor(() => expect([open.at(-1)?.value?.length, held()]).toEqual([1, '500']), 5000)
  const id = open.at(-1)?.value?.[0]?.id
  connection.send({ type: 'disconnect' })
  await harness.ask('POST /api/coin/cancel', { id }, { user }, '01890000-0000-4000-8000-000000000002')
  connection.send({ type: 'connect' })
  await vi.waitFor(
    () => expect([open.at(-1)?.value, held(), ended.map((order) => order.id)]).toEqual([[], '0', [id]]),
    5000,
  )
  expect([open.at(-1)?.freshness, invalidFrames]).toEqual(['live', []])
}, 30_000)
