import { createLoop } from '#server/loop.ts'
import { transports } from './harness.ts'
import { tellOver } from './story.ts'
import { optionActs } from '#tests/support/option-venue.ts'
import { describe, expect, test } from 'vitest'

const market = 'BTC-USDT'
const isBook = (value: unknown): value is { bids: unknown; asks: unknown } =>
  typeof value === 'object' && value !== null && 'bids' in value

describe.each(transports)('over $name', (transport) => {
  const { harness, enter } = tellOver(transport)
  const truth = () => {
    const snap = harness().venue.publisher.snap(`depth:${market}`)
    return isBook(snap?.d) ? { seq: snap.s, bids: snap.d.bids, asks: snap.d.asks } : null
  }

  test('RT-7 book, deals and prices followed through a busy market are those of the venue, and each value bears its market', async () => {
    const { come, keep, feeds, until, invalidFrames, pass } = await enter()
    const books = keep(feeds.orderBook$(market))
    const others = keep(feeds.orderBook$('ETH-USDT'))
    const deals = keep(feeds.deals$(market))
    const pairs = keep(feeds.tickers$)
    await come()
    const engines = createLoop(harness().venue)
    for (let step = 0; step < 30; step += 1) {
      await engines.step()
      harness().pass(250)
      pass(250)
    }
    await until(() => {
      expect(books.at(-1)).toMatchObject({ freshness: 'live', value: { market, ...truth() } })
      expect(pairs.at(-1)?.value?.find(({ symbol }) => symbol === 'BTC/USDT')?.now_price).toBe(
        harness().venue.ctx.markets.need(market).tickerRow().last,
      )
      expect(harness().venue.publisher.snap(`deals:${market}`)?.d).toMatchObject({
        deals: deals.at(-1)?.value?.deals.slice(0, 30),
      })
    })
    expect(new Set(others.flatMap(({ value }) => value?.market ?? []))).toEqual(new Set(['ETH-USDT']))
    const crossed = books.filter(
      ({ value }) => value && Number(value.bids[0]?.[0] ?? 0) >= Number(value.asks[0]?.[0] ?? Number.POSITIVE_INFINITY),
    )
    expect([crossed, invalidFrames]).toEqual([[], []])
  })
  test('RT-9 changes that were merged on the way chain; one that is lost makes only its own channel ask again', async () => {
    let isLossy = false
    let lost = 0
    const isLost = (frame: string) =>
      isLossy && frame.includes(`"c":"depth:${market}","k":"delta"`) && (lost += 1) === 1
    const { come, keep, feeds, until, subsOf, place, line, answered } = await enter({ isLost })
    const books = keep(feeds.orderBook$(market))
    keep(feeds.deals$(market))
    keep(feeds.orderBook$('ETH-USDT'))
    await come()
    await until(() => expect(books.at(-1)?.freshness).toBe('live'))
    // A slow lane: several changes become one frame.
    line.send({ m: 'rate', p: { c: `depth:${market}`, ms: 1000 } })
    await answered()
    for (let at = 1; at <= 5; at += 1) {
      await place({ target_price: String(50_000 + at) })
      harness().pass(100)
    }
    await until(() => expect(books.at(-1)).toMatchObject({ freshness: 'live', value: truth() }))
    const merged = subsOf(`depth:${market}`).length
    expect(merged).toBe(1)
    const before = ['u:me', `deals:${market}`, 'depth:ETH-USDT'].map((c) => subsOf(c).length)
    isLossy = true
    await place({ target_price: '50010' })
    harness().pass(1000)
    await place({ target_price: '50011' })
    harness().pass(1000)
    await until(() => expect(books.at(-1)).toMatchObject({ freshness: 'live', value: truth() }))
    expect(lost).toBeGreaterThan(0)
    expect(subsOf(`depth:${market}`).length).toBe(2)
    expect(['u:me', `deals:${market}`, 'depth:ETH-USDT'].map((c) => subsOf(c).length)).toEqual(before)
  })
  test('RT-7 a quick back and forth between two markets costs no second snapshot; a longer absence does', async () => {
    const { come, feeds, subsOf, until, pass, answered, line } = await enter()
    await come()
    const look = () => feeds.orderBook$(market).subscribe()
    const first = look()
    await until(() => expect(subsOf(`depth:${market}`)).toHaveLength(1))
    first.unsubscribe()
    pass(4900)
    const second = look()
    line.send({ m: 'ping', p: {} })
    await answered()
    second.unsubscribe()
    const held = subsOf(`depth:${market}`).filter(({ p }) => p?.['s'] === undefined)
    expect(held).toHaveLength(1)
    pass(5100)
    const third = look()
    await until(() => expect(subsOf(`depth:${market}`).filter(({ p }) => p?.['s'] === undefined)).toHaveLength(2))
    third.unsubscribe()
  })
  test('RT-16 a stake is settled while its owner is away: the round, the receipt and the money are there after resume, told once', async () => {
    const { come, keep, feeds, until, user, connection, ready } = await enter()
    const { until: pricesUntil, submit, rounds: roundsNow } = optionActs(harness())
    await pricesUntil(1000)
    const stakes = keep(feeds.optionOrders$)
    const ended = keep(feeds.optionHistory$)
    const rounds = keep(feeds.round$(market, 60))
    const balances = keep(feeds.balances$)
    const money = () => balances.at(-1)?.value?.cells.micro.find(({ currency }) => currency === 3)
    await come()
    await submit(user)
    await pricesUntil(2000)
    await until(() => expect(stakes.at(-1)?.value).toHaveLength(1))
    harness().leave(true)
    harness().cut()
    await until(() => expect(ready()).toBeNull())
    await pricesUntil(62_000, (atMs) => 100 + atMs / 1000)
    harness().leave(false)
    connection.send({ type: 'page.woke' })
    await until(() => expect(stakes.at(-1)).toMatchObject({ value: [], freshness: 'live' }))
    const truthfulRounds = await roundsNow(user)
    await until(() =>
      expect(rounds.at(-1)?.value?.rounds.map(({ no, phase, rev }) => [no, phase, rev])).toEqual(
        truthfulRounds.map(({ no, phase, rev }) => [no, phase, rev]),
      ),
    )
    expect(ended.map(({ status, profit_result_name }) => [status, profit_result_name])).toEqual([['closed', 'win']])
    await until(() => expect(Number(money()?.lock_micro_balance)).toBe(0))
  })
  test('RT-25 the clock of the venue stands five minutes off: never more time than is left, and no step back', async () => {
    const { come, feeds, keep, pass, jumps$, connection, answered } = await enter()
    const told = keep(feeds.serverTime$)
    harness().clock.advance(300_000)
    await come()
    const error = () => feeds.serverNow() - harness().venue.ctx.now()
    expect(error()).toBeGreaterThanOrEqual(0)
    for (let second = 0; second < 20; second += 1) {
      harness().pass(1000)
      pass(1000)
      expect(error()).toBeGreaterThanOrEqual(0)
      expect(error()).toBeLessThanOrEqual(1000)
    }
    // The device's own clock was set: what was believed is dropped, asked anew, and goes on from there.
    jumps$.next()
    connection.send({ type: 'page.woke' })
    await answered()
    harness().pass(1000)
    pass(1000)
    expect(error()).toBeGreaterThanOrEqual(0)
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    expect(told.length).toBeGreaterThan(15)
  })
})
