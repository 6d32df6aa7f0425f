import { closePolicy, type ClosePolicy } from '#contract/wire/close.ts'
import { createClient, soon, type Client } from './client.ts'
import { stages, type Script } from '#tests/kit/scripts.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** Every code there is a rule for, and strangers around them: what the client does after it, exactly. */
const table: readonly (readonly [number, ClosePolicy])[] = [
  ...[
    1000, 1001, 1005, 1006, 1011, 1012, 1013, 1002, 1008, 3000, 4000, 4001, 4002, 4003, 4050, 4099, 4199, 4250, 4299,
  ].map((code) => [code, 'backOff'] as const),
  [4100, 'authAnew'],
  [4101, 'dropCursors'],
  [4102, 'waitAfter'],
  [4200, 'atOnce'],
  ...[4300, 4400, 4401, 4403, 4408, 4409, 4413, 4426, 4500, 4998].map((code) => [code, 'stop'] as const),
  [4999, 'logOut'],
]

describe.each(stages)('over $name', ({ open }) => {
  let stage: Script
  const clients: Client[] = []
  beforeEach(async () => {
    stage = await open()
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) client.stop()
    await stage.stop()
  })
  const enter = async () => {
    const client = createClient(stage, 'a')
    clients.push(client)
    const events = client.keep(client.feeds.events$)
    await client.come()
    return { ...client, events }
  }
  const closed = ({ attempts }: Client) => soon(() => expect(attempts[0]?.heard.at(-1)?.type).toBe('socket.closed'))
  const resumed = { c: 'u:me', e: 'e1', s: 4 }
  const next = async (client: Client) => {
    await soon(() => expect(client.ready()).toMatchObject({ attempt: 2 }))
    await client.answered()
    expect(client.attempts).toHaveLength(2)
    return client.subsOf('u:me')[0]?.p
  }

  /** What is seen of each policy after the line has closed. */
  const seen: Record<ClosePolicy, (client: Client, code: number) => Promise<void>> = {
    backOff: async (client) => {
      client.pass(200)
      expect([client.attempts.length, client.ready()]).toEqual([1, null])
      client.pass(50)
      expect(await next(client)).toEqual(resumed)
    },
    authAnew: async (client) => {
      client.who.now = { login: 1, token: 'renewed', lang: 'en', device: 'd1', tab: 't1' }
      client.pass(250)
      expect(await next(client)).toEqual(resumed)
      expect(stage.peers[1]?.asked[0]?.p?.token).toBe('renewed')
    },
    dropCursors: async (client) => {
      client.pass(250)
      expect(await next(client)).toEqual({ c: 'u:me' })
    },
    waitAfter: async (client) => {
      client.pass(4950)
      expect(client.attempts).toHaveLength(1)
      client.pass(50)
      expect(await next(client)).toEqual(resumed)
    },
    atOnce: async (client) => {
      expect(await next(client)).toEqual(resumed)
    },
    stop: (client, code) => {
      client.pass(60_000)
      expect([client.attempts.length, client.view(), client.ended]).toEqual([
        1,
        { state: 'stopped', reason: String(code) },
        [],
      ])
      return Promise.resolve()
    },
    logOut: (client) => {
      client.pass(60_000)
      expect([client.attempts.length, client.view().state, client.ended.length]).toEqual([1, 'stopped', 1])
      return Promise.resolve()
    },
  }
  test.each(table)('RT-2 after %i: %s, and nothing else', async (code, policy) => {
    expect(closePolicy(code)).toBe(policy)
    const client = await enter()
    stage.peers[0]?.close(code)
    await closed(client)
    await seen[policy](client, code)
  })
  test('RT-2 a bye before the close says how long to wait', async () => {
    const client = await enter()
    stage.peers[0]?.say({ k: 'bye', code: 1012, msg: 'restart', after: 3000 })
    stage.peers[0]?.close(4000)
    await closed(client)
    client.pass(2950)
    expect(client.attempts).toHaveLength(1)
    client.pass(50)
    await next(client)
  })
  test('RT-3 999 in-band, repeated, and then 4999: one logout', async () => {
    const client = await enter()
    const bye = { k: 'bye', code: 999, msg: 'Please log in.' } as const
    stage.peers[0]?.say([bye, bye])
    stage.peers[0]?.say(bye)
    stage.peers[0]?.close(4999)
    await soon(() => expect(client.view().state).toBe('stopped'))
    client.pass(60_000)
    expect([client.attempts.length, client.ended]).toEqual([1, ['Please log in.']])
  })
  test('NET-2 whoever accepts and closes again and again is dialled less and less often', async () => {
    const client = await enter()
    const waited: number[] = []
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      stage.peers.at(-1)?.close(1011)
      await soon(() => expect(client.attempts.at(-1)?.heard.at(-1)?.type).toBe('socket.closed'))
      let waitedMs = 0
      while (client.attempts.length === attempt) {
        client.pass(50)
        waitedMs += 50
      }
      waited.push(waitedMs)
      await soon(() => expect(client.ready()).toMatchObject({ attempt: attempt + 1 }))
    }
    expect(waited).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000])
  })
})
