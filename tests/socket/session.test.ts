import { arrived } from '#tests/support/gateway.ts'
import { transports } from './harness.ts'
import { tellOver } from './story.ts'
import { describe, expect, test } from 'vitest'

describe.each(transports)('over $name', (transport) => {
  const { harness, enter, speak, rename } = tellOver(transport)

  /** Somebody with five events behind them, and the epoch they are of. */
  const lived = async () => {
    const { user, token } = await harness().enter()
    const line = await speak(token)
    await line.ask('sub', { c: 'u:me' })
    for (let at = 1; at <= 5; at += 1) await rename(user, `Ann ${at}`)
    const last = await line.wait(({ c, d }) => c === 'u:me' && JSON.stringify(d).includes('Ann 5'))
    return { user, line, e: String(last['e']), s: Number(last['s']) }
  }
  test.each([
    ['none was missed', 0, { mode: 'resumed', n: 0 }],
    ['some were missed', -3, { mode: 'resumed', n: 3 }],
    ['the client is ahead', 1, { mode: 'fresh', why: 'ahead' }],
  ] as const)('RT-6 resume when %s', async (_, by, reply) => {
    const { line, e, s } = await lived()
    const before = line.heard.length
    expect((await line.ask('sub', { c: 'u:me', e, s: s + by }))['r']).toMatchObject(reply)
    await line.ask('ping')
    const events = line.heard.slice(before).filter(({ k }) => k === 'event')
    expect(events.map((event) => event['s'])).toEqual(
      Array.from({ length: Math.max(0, -by) }, (_none, at) => s + by + at + 1),
    )
  })
  test('RT-6 resume when another epoch is held, nothing is held, or what was missed is gone: fresh, and not one event of before', async () => {
    const { line, e, s } = await lived()
    await harness().venue.store.sweep(0, Number.MAX_SAFE_INTEGER, 2)
    const before = line.heard.length
    expect((await line.ask('sub', { c: 'u:me', e: 'another', s }))['r']).toEqual({
      mode: 'fresh',
      why: 'epoch',
      head: s,
    })
    expect((await line.ask('sub', { c: 'u:me' }))['r']).toEqual({ mode: 'fresh', why: 'new', head: s })
    expect((await line.ask('sub', { c: 'u:me', e, s: s - 4 }))['r']).toEqual({ mode: 'fresh', why: 'trimmed', head: s })
    await line.ask('ping')
    expect(line.heard.slice(before).filter(({ k }) => k === 'event')).toEqual([])
    expect((await line.ask('sub', { c: 'u:me', e, s: s - 2 }))['r']).toEqual({ mode: 'resumed', n: 2 })
  })
  test('RT-6 a page that was away longer than events are kept hears that it has to read again; one that begins or resumes does not', async () => {
    const { come, keep, feeds, user, until, connection, ready } = await enter()
    const events = keep(feeds.events$)
    const renewed = keep(feeds.renewed$)
    await come()
    await rename(user, 'Ann 1')
    await until(() => expect(events).toHaveLength(1))
    const returnAfter = async (away: () => Promise<unknown>) => {
      harness().leave(true)
      harness().cut()
      await until(() => expect(ready()).toBeNull())
      await away()
      harness().leave(false)
      connection.send({ type: 'page.woke' })
      await until(() => expect(ready()).not.toBeNull())
    }
    await returnAfter(() => rename(user, 'Ann 2'))
    await until(() => expect(events).toHaveLength(2))
    expect(renewed).toEqual([])
    await returnAfter(async () => {
      for (const n of [3, 4, 5]) await rename(user, `Ann ${n}`)
      await harness().venue.store.sweep(0, Number.MAX_SAFE_INTEGER, 1)
    })
    // A page that is opened only now has missed nothing that it has shown.
    await until(() => expect(renewed).toEqual([null]))
    expect(events).toHaveLength(2)
  })
  test('RT-8 the last event is lost on the way: the next beat shows the hole, and it is asked for', async () => {
    let lost = 0
    const isLost = (frame: string) => frame.includes('Ann 2') && (lost += 1) === 1
    const { come, keep, feeds, user, until, subsOf } = await enter({ isLost })
    const events = keep(feeds.events$)
    await come()
    await rename(user, 'Ann 1')
    await rename(user, 'Ann 2')
    await until(() => expect(events).toHaveLength(1))
    expect(subsOf('u:me')).toHaveLength(1)
    await arrived()
    harness().pass(20_000)
    await until(() =>
      expect(events.map((event) => event.ev === 'account.changed' && event.v.nickname)).toEqual(['Ann 1', 'Ann 2']),
    )
    expect(subsOf('u:me')).toHaveLength(2)
  })
  test('RT-10 bookings told while the wallets are still being read are applied after them, none lost, none twice', async () => {
    let letGo: () => void = () => undefined
    const held = new Promise<void>((done) => {
      letGo = done
    })
    const { come, keep, feeds, place, until, pass } = await enter({
      // What was read is from before: it only arrives later.
      fetch: (here) => async (path, init) => {
        const answer = await here(path, init)
        if (String(path).includes('wallet/list')) await held
        return answer
      },
    })
    const balances = keep(feeds.balances$)
    const events = keep(feeds.events$)
    await come()
    pass(10)
    await place()
    await place()
    await until(() =>
      expect(events.filter(({ ev }) => ev === 'assets.balanceChanged').length).toBeGreaterThanOrEqual(2),
    )
    expect(balances.at(-1)?.value ?? null).toBeNull()
    letGo()
    await until(() =>
      expect(balances.at(-1)?.value?.cells.change.find(({ currency }) => currency === 3)?.lock_change_balance).toBe(
        '1000',
      ),
    )
  })
  test('RT-16 placed while here, cancelled and placed while away: all there after resume, with the money', async () => {
    const { come, keep, feeds, place, user, until, connection, ready } = await enter()
    const orders = keep(feeds.spotOrders$)
    const balances = keep(feeds.balances$)
    const ended = keep(feeds.spotHistory$)
    const heldMoney = () =>
      balances.at(-1)?.value?.cells.change.find(({ currency }) => currency === 3)?.lock_change_balance
    await come()
    await place()
    await until(() => expect([orders.at(-1)?.value?.length, heldMoney()]).toEqual([1, '500']))
    const id = orders.at(-1)?.value?.[0]?.id
    harness().leave(true)
    harness().cut()
    await until(() => expect(ready()).toBeNull())
    await harness().ask('POST /api/coin/cancel', { id }, { user })
    await place({ amount: '0.02' })
    await place({ amount: '0.03' })
    harness().leave(false)
    connection.send({ type: 'page.woke' })
    await until(() => expect(ready()).not.toBeNull())
    await until(() =>
      expect([orders.at(-1)?.value?.map(({ trade_amount }) => trade_amount), heldMoney()]).toEqual([
        ['0.03', '0.02'],
        '2500',
      ]),
    )
    expect([ended.map((order) => order.id), orders.at(-1)?.freshness]).toEqual([[id], 'live'])
  })
  test('RT-22 a subscription that comes too fast is asked again after the wait it was told, not before', async () => {
    const { come, keep, feeds, line, subsOf, until, pass, answered } = await enter()
    await come()
    for (let at = 0; at < 64; at += 1) line.send({ m: 'ping', p: {} })
    const books = keep(feeds.orderBook$('BTC-USDT'))
    await answered()
    expect(subsOf('depth:BTC-USDT')).toHaveLength(1)
    harness().pass(5000)
    pass(10)
    await answered()
    expect(subsOf('depth:BTC-USDT')).toHaveLength(1)
    await until(() => expect(books.at(-1)?.freshness).toBe('live'))
    expect(subsOf('depth:BTC-USDT')).toHaveLength(2)
  })
  test('RT-3 two people on one venue: each hears of their own and of nothing else', async () => {
    const ann = await enter()
    const ben = await enter({ mail: 'ben@kontor.test' })
    const [hers, his] = [ann.keep(ann.feeds.events$), ben.keep(ben.feeds.events$)]
    await ann.come()
    await ben.come()
    await ann.place()
    await ben.place({ type: 2, target_price: '50000', amount: '0.01' })
    await ann.until(() => expect(hers.some((event) => event.ev === 'spot.filled')).toBe(true))
    await ben.until(() => expect(his.some((event) => event.ev === 'spot.filled')).toBe(true))
    const owners = (events: typeof hers) =>
      new Set(events.flatMap((event) => (event.ev === 'spot.orderChanged' ? [event.v.u_id] : [])))
    expect([owners(hers), owners(his)]).toEqual([new Set([ann.user]), new Set([ben.user])])
  })
})
