import {
  callEnd,
  callLimits,
  callStatus,
  callTransitions,
  mayCallStep,
  type CallStep,
} from '#contract/chat/chat-call.ts'
import { readEnv } from '#server/operate/env.ts'
import { settingsOf } from '#server/settings.ts'
import { befriend } from '#server/features/chat/friendship.ts'
import { chatVenue, folk, rowsIn, type ChatVenue } from '#tests/support/chat/chat-venue.ts'
import { answerOf } from '#tests/support/people.ts'
import { createHmac } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

const { ann, ben, cleo, dan, zoe } = folk
let chat: ChatVenue
let pair: string
beforeEach(async () => {
  chat = await chatVenue()
  pair = await chat.single(ann, ben)
})
const tabOf = (user: number, no = 1) => `tab-${user}-${no}`
const place = (user: number, chatGroupId = pair, type: 1 | 2 = 1, no = 1) =>
  chat.rowOf('calls.place', { chatGroupId, type, tab: tabOf(user, no) }, user)
const reasonOf = (name: string, user: number, body: object) => chat.reasonOf(`calls.${name}`, { ...body }, user)
const act = (name: 'answer' | 'connect' | 'end', id: unknown, user: number, more: object = {}) =>
  chat.rowOf(`calls.${name}`, { id, tab: tabOf(user), ...more }, user)
const mine = (user: number) => chat.rowOf('calls.mine', {}, user)
const lines = async (user: number, of = pair) =>
  (await chat.history(of, user))
    .filter(({ contentType, messageType }) => contentType === 13 && messageType === 1)
    .map(({ content }) => {
      const { type, totalTime, why, fromUserId } = Object(JSON.parse(String(content)))
      return [why, type, totalTime, fromUserId]
    })
const notices = async (user: number) => {
  chat.venue.flush()
  const { answer } = await chat.ask('GET /api/notification/list', {}, { user })
  return rowsIn(Object(answerOf(answer).message).list).map(({ subject, ref, title }) => [subject, ref, title])
}
const way = { kind: 'offer', attempt: 1, sdp: 'v=0', again: 0, isMuted: 0, hasCamera: 1 } as const

test('CALL-1 a call rings, is answered by one page, talks, and is hung up; both are told each step and the chat has one line', async () => {
  const { id, status, caller, untilMs, serverNowMs } = await place(ann, pair, 2)
  expect([status, Object(caller).tab, Number(untilMs) - Number(serverNowMs)]).toEqual([
    'ringing',
    tabOf(ann),
    callLimits.ringMs,
  ])
  expect(await mine(ben)).toMatchObject({ call: { id, status: 'ringing', called: { tab: null } } })
  expect(await act('answer', id, ben)).toMatchObject({ status: 'answered', called: { tab: tabOf(ben) } })
  expect(await reasonOf('answer', ben, { id, tab: tabOf(ben, 2) })).toBe('call_elsewhere')
  expect(await reasonOf('end', ben, { id, tab: tabOf(ben, 2) })).toBe('call_elsewhere')
  expect(await act('connect', id, ann)).toMatchObject({ status: 'talking', untilMs: null })
  await chat.advance(61_000)
  expect(await chat.done('groups.callMembers', { chatGroupId: pair }, ben)).toMatchObject([
    { userId: String(ann) },
    { userId: String(ben) },
  ])
  expect(await act('end', id, ben)).toMatchObject({ status: 'ended', why: 'hungUp' })
  expect(await lines(ann)).toEqual([['hungUp', 2, 61, String(ann)]])
  expect((await chat.line(pair, ben)).mine['unReadNum']).toBe(0)
  expect(await notices(ben)).toEqual([])
  expect(await mine(ann)).toEqual({ call: null, way: null })
})
test.each([
  ['missed', ben, () => chat.advance(callLimits.ringMs)],
  ['cancelled', ann, async (id: unknown) => void (await act('end', id, ann))],
] as const)('CALL-2 a call that was %s leaves an unread line and a notice for who was called', async (why, _, end) => {
  const { id } = await place(ann)
  await end(id)
  expect(await lines(ben)).toEqual([[why, 1, 0, String(ann)]])
  expect((await chat.line(pair, ben)).mine['unReadNum']).toBe(1)
  expect((await chat.line(pair, ann)).mine['unReadNum']).toBe(0)
  expect(await notices(ben)).toEqual([['call_missed', pair, 'n100001']])
  expect(await notices(ann)).toEqual([])
})
test('CALL-2 a declined call is no missed one', async () => {
  const { id } = await place(ann)
  expect(await act('end', id, ben)).toMatchObject({ why: 'declined' })
  expect((await chat.line(pair, ben)).mine['unReadNum']).toBe(0)
  expect(await notices(ben)).toEqual([])
})
test('CALL-3 two who call each other at once are in one call', async () => {
  const { id } = await place(ann)
  expect(await place(ben)).toMatchObject({ id, status: 'answered', called: { tab: tabOf(ben) } })
  expect(await lines(ann)).toEqual([])
})
test('CALL-4 who is in a call is busy for others, who leave them a missed call; nobody has two', async () => {
  const { id } = await place(ann)
  await act('answer', id, ben)
  const other = await chat.single(cleo, ben)
  expect(await place(cleo, other)).toMatchObject({ status: 'ended', why: 'busy' })
  expect(await notices(ben)).toEqual([['call_missed', other, 'n100003']])
  expect(await reasonOf('place', ann, { chatGroupId: await chat.single(ann, cleo), type: 1, tab: tabOf(ann) })).toBe(
    'call_active',
  )
})
test('CALL-5 only friends are called: no group, no stranger, nobody across a block, and all of these hear the same as a stranger', async () => {
  const to = (chatGroupId: string, user: number) => reasonOf('place', user, { chatGroupId, type: 1, tab: tabOf(user) })
  expect(await to(await chat.launch(), ann)).toBe('call_single')
  expect(await to(pair, zoe)).toBe('not_found')
  await chat.rowOf('friends.block', { friendId: String(ann), blockFlag: 1 }, ben)
  expect([await to(pair, ann), await to(pair, ben)]).toEqual(['call_friend', 'call_friend'])
  const { id } = await place(cleo, await chat.single(cleo, ann))
  expect(await reasonOf('answer', zoe, { id, tab: tabOf(zoe) })).toBe('not_found')
  expect(await reasonOf('answer', cleo, { id, tab: tabOf(cleo) })).toBe('not_found')
  expect(await reasonOf('say', zoe, { id, tab: tabOf(zoe), way })).toBe('not_found')
})
test('CALL-6 no way within its time, or nobody there who asks for it, ends a call; one that is asked for goes on', async () => {
  const first = await place(ann)
  await act('answer', first['id'], ben)
  await chat.advance(callLimits.connectMs)
  expect(await lines(ann)).toEqual([['noWay', 1, 0, String(ann)]])
  const { id } = await place(ann)
  await act('answer', id, ben)
  await act('connect', id, ben)
  for (let at = 0; at < 8; at += 1) {
    await chat.advance(callLimits.askEveryMs)
    expect(await mine(ann)).toMatchObject({ call: { id, status: 'talking' } })
  }
  await chat.advance(2 * callLimits.aliveMs)
  expect(await mine(ann)).toEqual({ call: null, way: null })
  expect((await lines(ann))[0]?.[0]).toBe('lost')
})
test('CALL-7 how a side is reached is told to the other side alone, the newest whole, and is in no table', async () => {
  const { id } = await place(ann)
  await act('answer', id, ben)
  const said = await chat.rowOf('calls.say', { id, tab: tabOf(ann), way }, ann)
  expect(said).toMatchObject({ caller: { says: 1 }, called: { says: 0 } })
  await chat.rowOf('calls.say', { id, tab: tabOf(ann), way: { ...way, sdp: 'candidate-of-ann' } }, ann)
  expect(await mine(ben)).toMatchObject({ way: { ...way, sdp: 'candidate-of-ann' } })
  expect(await mine(ann)).toMatchObject({ way: null })
  expect(JSON.stringify([...chat.venue.ctx.tables.chatCalls.all()])).not.toContain('candidate-of-ann')
  expect(await reasonOf('say', ben, { id, tab: tabOf(ben, 2), way })).toBe('call_elsewhere')
})
test('CALL-8 a page that is opened while it rings is told within seconds', async () => {
  const { id } = await place(ann)
  let heard = 0
  chat.venue.deliveries$.subscribe((all) => {
    heard += all.filter(
      ({ user, body }) => user === ben && body.includes('chat.callChanged') && body.includes(String(id)),
    ).length
  })
  await chat.advance(callLimits.ringAgainMs)
  chat.venue.flush()
  expect(heard).toBe(1)
  await act('end', id, ben)
  chat.venue.flush()
  await chat.advance(callLimits.ringAgainMs)
  chat.venue.flush()
  expect(heard).toBe(2)
})
test('CALL-9 the steps of a call are those of its table', () => {
  const steps = Object.keys(callTransitions).filter((step): step is CallStep => Object.hasOwn(callTransitions, step))
  const may = steps.flatMap((step) =>
    callStatus.options.filter((status) => mayCallStep(step, status)).map((s) => `${step} ${s}`),
  )
  expect(may).toEqual(['answer ringing', 'connect answered', 'end ringing', 'end answered', 'end talking'])
  expect(callEnd.options.length).toBe(7)
})
test('CALL-10 the operator names the servers; a password of TURN is made of the secret, the person and its time', async () => {
  const secret = 'a-secret-of-twenty-letters'
  const env = readEnv({ CALL_SERVERS: 'stun:s.example:3478, turn:t.example:3478?transport=udp', CALL_SECRET: secret })
  chat = await chatVenue({ settings: settingsOf(env) })
  const { enabled, servers, expireMs, serverNowMs } = await chat.rowOf('account.callInfo', { type: 1 }, ann)
  const username = `${Math.floor(Number(expireMs) / 1000)}:${ann}`
  expect([enabled, Number(expireMs) - Number(serverNowMs)]).toEqual([true, 6 * 3_600_000])
  expect(servers).toEqual([
    { urls: ['stun:s.example:3478'] },
    {
      urls: ['turn:t.example:3478?transport=udp'],
      username,
      credential: createHmac('sha1', secret).update(username).digest('base64'),
    },
  ])
  expect(() => readEnv({ CALL_SERVERS: 'https://s.example' })).toThrow('CALL_SERVERS must be off, or addresses')
  expect(() => readEnv({ CALL_SECRET: 'short' })).toThrow('CALL_SECRET must have 16 to 200 characters.')
})
test('CALL-10 outside of the demo there are calls only where the operator has named servers', async () => {
  const off = await chatVenue({ settings: settingsOf(readEnv({ CALL_SERVERS: 'off' })) })
  const chatGroupId = await off.single(ann, ben)
  expect(await off.reasonOf('calls.place', { chatGroupId, type: 1, tab: tabOf(ann) }, ann)).toBe('call_off')
  expect(await off.rowOf('account.callInfo', { type: 1 }, ann)).toMatchObject({ enabled: false, servers: [] })
})
test('CALL-5 who was a friend when the chat began and is none now is not called', async () => {
  await chat.venue.command((ctx) => {
    befriend(ctx, {
      id: `${dan}:${ann}`,
      no: 90,
      from: dan,
      to: ann,
      remark: '',
      name: '',
      tag: '',
      power: 0,
      status: 'pending',
      at: ctx.now(),
      rev: 0,
    })
  })
  const chatGroupId = await chat.single(ann, dan)
  await chat.rowOf('friends.remove', { friendId: String(ann) }, dan)
  expect(await reasonOf('place', ann, { chatGroupId, type: 1, tab: tabOf(ann) })).toBe('call_friend')
})
