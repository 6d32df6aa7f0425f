import { chatCalls } from '#contract/chat/chat-calls.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { urlOf, type Endpoint } from '#contract/wire/endpoint.ts'
import { openSession } from '#server/identity/callers.ts'
import { enterFolk, folk } from '#tests/support/chat/chat-venue.ts'
import { dial, openGateway } from '#tests/support/gateway.ts'
import { expect, test } from 'vitest'

const { ann, ben } = folk

test('CALL-18 each step of a call is told by the socket to every page of both, on whatever gateway it is', async () => {
  const harness = await openGateway()
  await enterFolk(harness.venue)
  const enter = async (user: number, tab: string) => {
    const token = await harness.venue.command((ctx) => openSession(ctx, user, 'main', tab))
    const client = await dial(harness.url)
    await client.wait(({ k }) => k === 'hello')
    await client.ask('auth', { token, lang: 'en', device: tab, tab, v: 1 })
    await client.ask('sub', { c: 'u:me' })
    return client
  }
  const ask = async (endpoint: Endpoint, body: object, user: number) => {
    const { answer } = await harness.ask(`${endpoint.method} ${urlOf(endpoint)}`, body, { user })
    return Object(Object(answer)['data'])
  }
  const pages = [await enter(ann, 'a1'), await enter(ben, 'b1'), await enter(ben, 'b2')]
  const told = (status: string) =>
    Promise.all(
      pages.map((page) =>
        page.wait(({ d }) => Object(d)['ev'] === 'chat.callChanged' && Object(Object(d)['v'])['status'] === status),
      ),
    )
  const { id: chatGroupId } = await ask(chatGroups.createSingle, { toUser: String(ben) }, ann)
  const { id } = await ask(chatCalls.place, { chatGroupId, type: 1, tab: 'a1' }, ann)
  expect((await told('ringing')).map(({ d }) => Object(Object(d)['v'])['id'])).toEqual([id, id, id])
  await ask(chatCalls.answer, { id, tab: 'b1' }, ben)
  const tabs = (await told('answered')).map(({ d }) => Object(Object(Object(d)['v'])['called'])['tab'])
  expect(tabs).toEqual(['b1', 'b1', 'b1'])
  await ask(chatCalls.connect, { id, tab: 'a1' }, ann)
  await told('talking')
  await ask(chatCalls.end, { id, tab: 'b1' }, ben)
  expect((await told('ended')).map(({ d }) => Object(Object(d)['v'])['why'])).toEqual(['hungUp', 'hungUp', 'hungUp'])
  for (const page of pages) page.end()
  await harness.stop()
})
