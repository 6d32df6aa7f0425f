import { askSocket } from '#streams/kit/ask.ts'
import { channel$ } from '#streams/kit/channel.ts'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import { aReady, fakeConnection } from '#tests/support/fake-connection.ts'
import { VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'

const read = { m: 'msg.read', p: { chat: 'g1', upTo: 3 } } as const

test('CHAT-9 a request over the socket is done, refused, away, or lost: lost may have been done', async () => {
  const fake = fakeConnection(aReady())
  const time = new VirtualTimeScheduler()
  const [done, refused, cut] = [
    askSocket(fake.connection, read, time),
    askSocket(fake.connection, read, time),
    askSocket(fake.connection, read, time),
  ]
  const x = { code: 403, reason: 'not_member', msg: 'no', retry: false } as const
  fake.messages$.next({ i: 2, x })
  fake.messages$.next({ i: 1, r: { upTo: 3, unread: 0 } })
  expect([await done, await refused]).toEqual([
    { type: 'done', payload: { upTo: 3, unread: 0 } },
    { type: 'refused', fault: x },
  ])
  fake.ready$.next(null)
  expect([await cut, await askSocket(fake.connection, read, time)]).toEqual([{ type: 'lost' }, { type: 'away' }])
  fake.ready$.next(aReady({ attempt: 2 }))
  const late = askSocket(fake.connection, read, time)
  time.flush()
  expect(await late).toEqual({ type: 'lost' })
})
test('RT-8 the head in a heartbeat is that of the own channel: another stream is not resubscribed for it', () => {
  const fake = fakeConnection(aReady())
  const time = new VirtualTimeScheduler()
  const events: ChannelEvent[] = []
  const subscription = channel$('chat:g1', { connection: fake.connection, kind: 'stream', time }).subscribe((event) =>
    events.push(event),
  )
  fake.answer({ mode: 'fresh', why: 'new', head: 4 })
  fake.messages$.next({ k: 'hb', now: 0, h: { u: 99 } })
  time.maxFrames = 1000
  time.flush()
  fake.push({ c: 'chat:g1', k: 'event', s: 5, b: 4, d: 'next' })
  expect([fake.subs().length, events.map(({ type }) => type)]).toEqual([1, ['fresh', 'event']])
  subscription.unsubscribe()
})
