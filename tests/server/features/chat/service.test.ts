import { supportOf } from '#server/features/chat/seed.ts'
import { answerOf } from '#tests/support/people.ts'
import { chatVenue, rowsIn, textsOf } from '#tests/support/chat/chat-venue.ts'
import { expect, test } from 'vitest'

const open = async (hasBots: boolean) => {
  const v = await chatVenue({ settings: { chat: { hasBots } } })
  const hold = (user: number, powers: readonly string[]) =>
    v.venue.command(({ tables }) => void tables.users.put({ ...tables.users.need(user), powers }))
  await hold(v.ben, ['deskService'])
  await hold(v.cleo, ['deskService'])
  const desk = async (user: number, call: string, body: object = {}) =>
    answerOf((await v.ask(call, body, { user }, crypto.randomUUID())).answer)
  const chat = await v.single(v.ann, Number(supportOf(v.venue.ctx)))
  const queue = async (user: number, status: string) =>
    rowsIn(Reflect.get(Object((await desk(user, 'GET /api/desk/service', { status })).message), 'list')).map(
      ({ id }) => id,
    )
  const texts = async () => textsOf(await v.history(chat, v.ann)).map((text) => String(text).replace(/\. .*/s, ''))
  return { ...v, hold, desk, chat, queue, texts }
}
const answer = 'POST /api/desk/talk'
const close = 'POST /api/desk/talk/close'

test('CHAT-82 the rules of the demo answer until a person is asked for; then the desk does, until it closes the conversation', async () => {
  const v = await open(true)
  await v.say(v.chat, 'deposit please', v.ann)
  await v.advance(1500)
  expect(await v.queue(v.ben, 'waiting')).toEqual([])
  await v.say(v.chat, 'I want to talk to a PERSON', v.ann)
  await v.advance(1500)
  await v.say(v.chat, 'withdraw?', v.ann)
  await v.advance(1500)
  expect(await v.queue(v.ben, 'waiting')).toEqual([v.chat])
  expect((await v.desk(v.ben, 'GET /api/desk/index')).message).toMatchObject({ service: { open: 1 } })
  expect((await v.desk(v.ben, answer, { id: v.chat, text: 'Ben here' })).message).toMatchObject({
    status: 'taken',
    unanswered_ms: null,
    agent: { id: v.ben },
  })
  await v.say(v.chat, 'withdraw!', v.ann)
  expect((await v.desk(v.ben, close, { id: v.chat })).message).toMatchObject({ status: 'closed' })
  await v.say(v.chat, 'withdraw again', v.ann)
  await v.advance(1500)
  expect(await v.texts()).toEqual([
    'deposit please',
    'Deposits: open Assets, then Deposit, and choose the coin and its network',
    'I want to talk to a PERSON',
    'You are in the queue of the service desk now; the bot stays silent until somebody closes the conversation',
    'withdraw?',
    'Ben here',
    'withdraw!',
    'This conversation is closed',
    'withdraw again',
    'Withdrawals: open Assets, then Withdraw',
  ])
})
test.each([
  '转人工客服',
  '轉人工客服',
  '担当者と話す',
  '상담원과 대화',
  'คุยกับเจ้าหน้าที่',
  'Hablar con una persona',
  'Talk to a person',
])('CHAT-82 a person is asked for in every language: %s', async (said) => {
  const v = await open(true)
  await v.say(v.chat, said, v.ann)
  expect(await v.queue(v.ben, 'waiting')).toEqual([v.chat])
})
test('CHAT-82 without rules every first message waits for the desk, a file too, and its arrival is told once', async () => {
  const v = await open(false)
  expect(await v.rowOf('groups.info', { chatGroupId: v.chat }, v.ann)).toMatchObject({
    imGroup: { peerIsBot: 0, peerIsStaff: 1, maySend: 1 },
  })
  await v.done(
    'messages.sendFiles',
    { chatGroupId: v.chat, sendFiles: [{ relativePath: `chat/p${v.ann}.png` }] },
    v.ann,
  )
  await v.advance(1500)
  await v.say(v.chat, 'anybody there?', v.ann)
  await v.advance(1500)
  expect(await v.queue(v.ben, 'waiting')).toEqual([v.chat])
  expect((await v.texts()).filter((text) => text.startsWith('Your message has reached'))).toEqual([
    'Your message has reached our service desk',
  ])
})
test("CHAT-83 who answers somebody else's conversation takes it over knowingly, nobody answers themselves, and the log says who wrote", async () => {
  const v = await open(false)
  await v.say(v.chat, 'hello', v.ann)
  expect([
    (await v.desk(v.zoe, 'GET /api/desk/service')).reason,
    (await v.desk(v.zoe, answer, { id: v.chat, text: 'x' })).reason,
  ]).toEqual(['not_found', 'not_found'])
  expect([
    (await v.desk(v.ben, answer, { id: v.chat, text: ' ' })).reason,
    (await v.desk(v.ben, answer, { id: 'g999', text: 'x' })).reason,
  ]).toEqual(['content_empty', 'not_found'])
  await v.desk(v.ben, answer, { id: v.chat, text: 'first' })
  const refused = await v.desk(v.cleo, answer, { id: v.chat, text: 'second' })
  expect(refused).toMatchObject({ reason: 'state_moved' })
  expect((await v.desk(v.cleo, answer, { id: v.chat, text: 'second', take: 1 })).message).toMatchObject({
    agent: { id: v.cleo },
  })
  const read = (await v.desk(v.cleo, 'GET /api/desk/talk', { id: v.chat })).message
  expect(read).toMatchObject({
    is_own: false,
    is_mine: true,
    has_more: false,
    messages: [{ n: 3, meFlag: true, userName: 'Kontor Support' }, { n: 2 }, { n: 1, meFlag: false }],
  })
  await v.desk(v.cleo, close, { id: v.chat })
  expect((await v.desk(v.cleo, close, { id: v.chat })).reason).toBe('step_refused')
  await v.hold(v.ann, ['deskService'])
  expect([
    (await v.desk(v.ann, answer, { id: v.chat, text: 'me' })).reason,
    (await v.desk(v.ann, 'GET /api/desk/talk', { id: v.chat })).message,
  ]).toMatchObject(['own_case', { is_own: true }])
  await v.hold(v.dan, ['deskSettings'])
  const { list } = Object((await v.desk(v.dan, 'GET /api/desk/log')).message)
  const log = rowsIn(list)
    .toReversed()
    .map(({ by, action, about }) => [Object(by).id, action, about])
  expect(log).toEqual([
    [v.ben, 'service.answer', `${v.chat}-2`],
    [v.cleo, 'service.answer', `${v.chat}-3`],
    [v.cleo, 'service.close', v.chat],
  ])
})
test('CHAT-80 the venue takes a place with a name on the earth, and no other', async () => {
  const v = await open(false)
  const send = (body: object) => v.reasonOf('messages.send', { ...v.text(v.chat, ''), type: 9, body }, v.ann)
  const pier = { name: 'Pier 4', address: '', latitude: 22.2783, longitude: 114.1747 }
  const reasons = []
  for (const body of [
    { ...pier, name: ' ' },
    { ...pier, latitude: 91 },
    { ...pier, longitude: 'x' },
    { ...pier, name: 'Pier\u202e 4' },
    pier,
  ])
    reasons.push(await send(body))
  expect(reasons).toEqual(['content_empty', 'malformed', 'malformed', 'malformed', 'ok'])
  expect(
    (await v.history(v.chat, v.ann)).map(({ contentType, content }) => [contentType, JSON.parse(String(content))])[0],
  ).toEqual([9, pier])
})
