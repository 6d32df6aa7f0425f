import { createClient, soon, type Client } from './client.ts'
import { transports, type Harness } from './harness.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

describe.each(transports)('over $name', ({ open }) => {
  let harness: Harness
  const clients: Client[] = []
  beforeEach(async () => {
    harness = await open()
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) client.stop()
    await harness.stop()
  })
  const enter = async (mail?: string) => {
    const { user, token } = await harness.enter(mail)
    const client = createClient(harness, token)
    clients.push(client)
    return { ...client, user, token }
  }
  const rename = (user: number, userName: string) =>
    harness.ask('POST /chat/imUser/updateUserInfo', { userName }, { user })

  test('RT-1 hello, then auth, then ready; nothing is sent before, subscriptions come after', async () => {
    const { feeds, keep, come, attempts, ready, user, line } = await enter()
    keep(feeds.balances$)
    keep(feeds.orderBook$('BTC-USDT'))
    expect(line.send({ m: 'ping', p: {} })).toBeNull()
    await come()
    const [first, ...others] = attempts[0]?.sent ?? []
    expect(first).toMatchObject({ i: 1, m: 'auth' })
    expect(others.map(({ i, m }) => [i, m])).toEqual(others.map((_, at) => [at + 2, 'sub']))
    expect(others.map(({ p }) => p)).toEqual(expect.arrayContaining([{ c: 'u:me' }, { c: 'depth:BTC-USDT' }]))
    expect(ready()).toMatchObject({ attempt: 1, login: 1, uid: String(user) })
    expect(harness.count()).toBe(1)
  })
  test('NET-7 a line that breaks without a word is dialled again after its share of the wait, longer each time, and goes on', async () => {
    const { come, attempts, pass, ready, keep, feeds, user } = await enter()
    const events = keep(feeds.events$)
    await come()
    harness.leave(true)
    harness.cut()
    await soon(() => expect(ready()).toBeNull())
    await rename(user, 'Ann')
    for (const [dialled, waitMs] of [
      [1, 250],
      [2, 500],
      [3, 1000],
    ] as const) {
      pass(waitMs - 50)
      expect(attempts).toHaveLength(dialled)
      pass(50)
      expect(attempts).toHaveLength(dialled + 1)
      await soon(() => expect(attempts.at(-1)?.heard.map(({ type }) => type)).toEqual(['socket.closed']))
    }
    harness.leave(false)
    pass(2000)
    await soon(() => expect(events.map(({ ev }) => ev)).toEqual(['account.changed']))
    expect(ready()).toMatchObject({ attempt: 5 })
  })
  test('RT-3 the login ends: told once, whether in-band or by the close; another account sees and sends nothing of the first', async () => {
    const ann = await enter()
    const { client, ended, who, login$, keep, feeds, come, connection, subsOf, view, later, token } = {
      ...ann,
      client: ann,
    }
    const shown = keep(feeds.spotOrders$)
    await come()
    await harness.ask(
      'POST /api/coin/trade',
      { legal_id: 3, currency_id: 1, type: 1, amount: '0.01', target_price: '50000', kind: 'limit' },
      { user: client.user },
    )
    await later(() => expect(shown.at(-1)?.value).toHaveLength(1))
    const { hashToken } = await import('#server/identity/callers.ts')
    await harness.ask('POST /chat/sys/logout', {}, { user: client.user, session: hashToken(token), device: 'd1' })
    await soon(() => expect(view().state).toBe('stopped'))
    await soon(() => expect(harness.count()).toBe(0))
    expect(ended).toHaveLength(1)
    login$.next(null)
    connection.send({ type: 'disconnect' })
    const ben = await harness.enter('ben@kontor.test')
    who.now = { login: 2, token: ben.token, lang: 'en', device: 'd1', tab: 't1' }
    const before = shown.length
    login$.next(2)
    await come()
    await later(() => expect(shown.at(-1)).toMatchObject({ value: [], freshness: 'live' }))
    expect(shown.slice(before).flatMap(({ value }) => value ?? [])).toEqual([])
    expect(subsOf('u:me').map(({ p }) => p)).toEqual([{ c: 'u:me' }])
    expect(ended).toHaveLength(1)
  })
  test('RT-4 logged out and in while a retry is pending: a new socket, and one only', async () => {
    const { come, attempts, pass, ready, connection } = await enter()
    await come()
    harness.cut()
    await soon(() => expect(ready()).toBeNull())
    connection.send({ type: 'disconnect' })
    await come()
    expect(attempts).toHaveLength(2)
    pass(5000)
    await soon(() => expect(harness.count()).toBe(1))
    expect(attempts).toHaveLength(2)
  })
  test('RT-5 a renewal leaves the socket as it is, also one that is refused once', async () => {
    const { come, attempts, ready, connection, who, user, line, sent } = await enter()
    await come()
    for (let at = 0; at < 65; at += 1) line.send({ m: 'ping', p: {} })
    who.now = { login: 2, token: await harness.tokenOf(user), lang: 'jp', device: 'd1', tab: 't1' }
    connection.send({ type: 'renew' })
    const refusals = () =>
      attempts[0]?.heard.filter((said) => said.type === 'socket.frame' && said.frame.includes('too_many')) ?? []
    await soon(() => expect(refusals().length).toBeGreaterThan(0))
    expect(ready()).toMatchObject({ login: 1 })
    harness.pass(5000)
    connection.send({ type: 'renew' })
    await soon(() => expect(ready()).toMatchObject({ attempt: 1, login: 2 }))
    expect([attempts.length, sent().filter(({ m }) => m === 'auth').length]).toEqual([1, 3])
  })
  test('RT-18 a peer that falls silent is asked after 15 s and replaced within 18; RT-26 what it says later is not heard', async () => {
    const { come, attempts, pass, ready, keep, feeds, user, sent } = await enter()
    const events = keep(feeds.events$)
    await come()
    harness.freeze()
    await rename(user, 'Ann')
    pass(14_950)
    expect(sent().at(-1)?.m).toBe('sub')
    pass(50)
    expect(sent().at(-1)?.m).toBe('ping')
    pass(3000)
    await soon(() => expect(ready()).toMatchObject({ attempt: 2 }))
    await soon(() => expect(events).toHaveLength(1))
    harness.thaw()
    await rename(user, 'Anna')
    await soon(() => expect(events.length).toBeGreaterThan(1))
    expect(events.map((event) => (event.ev === 'account.changed' ? event.v.nickname : null))).toEqual(['Ann', 'Anna'])
    expect(attempts).toHaveLength(2)
  })
  test('RT-18 eight hours of sleep: the line was closed meanwhile, waking dials at once and everything is there', async () => {
    const { come, pass, ready, keep, feeds, user, connection, attempts, jumps$ } = await enter()
    const events = keep(feeds.events$)
    await come()
    await rename(user, 'Ann')
    await soon(() => expect(events).toHaveLength(1))
    harness.freeze()
    await rename(user, 'Anna')
    harness.pass(8 * 3_600_000)
    harness.thaw()
    await soon(() => expect(ready()).toBeNull())
    jumps$.next()
    connection.send({ type: 'page.woke' })
    await soon(() => expect(ready()).toMatchObject({ attempt: 2 }))
    await soon(() => expect(events).toHaveLength(2))
    pass(2000)
    expect(attempts).toHaveLength(2)
  })
  test('RT-19 a hidden page whose timers sleep answers the beats, and lives', async () => {
    const { come, attempts, connection, visible$, sent, ready, line, answered } = await enter()
    await come()
    connection.send({ type: 'page.hidden' })
    visible$.next(false)
    for (let beats = 1; beats <= 30; beats += 1) {
      harness.pass(20_000)
      await soon(() => expect(sent().filter(({ m }) => m === 'hb')).toHaveLength(beats))
      // The server has heard of it as well: what is asked later is answered.
      line.send({ m: 'ping', p: {} })
      await answered()
    }
    expect([attempts.length, harness.count(), ready()?.attempt]).toEqual([1, 1, 1])
  })
  test('NET-7 the gateway starts anew: everybody is sent away, waits as asked, and goes on', async () => {
    const { come, attempts, pass, ready, keep, feeds, user, ended } = await enter()
    const events = keep(feeds.events$)
    await come()
    await rename(user, 'Ann')
    await soon(() => expect(events).toHaveLength(1))
    await harness.restart()
    await soon(() => expect(ready()).toBeNull())
    await rename(user, 'Anna')
    pass(450)
    expect(attempts).toHaveLength(1)
    pass(50)
    await soon(() => expect(events).toHaveLength(2))
    expect([attempts.length, ended]).toEqual([2, []])
  })
})
