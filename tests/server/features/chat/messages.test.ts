import { chatVenue, newCid, rowsIn, textsOf, type ChatVenue } from '#tests/support/chat/chat-venue.ts'
import { beforeEach, expect, test } from 'vitest'

let chat: ChatVenue
let group = ''
beforeEach(async () => {
  chat = await chatVenue({ settings: { chat: { sendsPerSecond: 1000, sendBurst: 1000 } } })
  group = await chat.launch()
})

test('CHAT-1 messages are numbered without holes, whoever sends and whatever was refused between', async () => {
  for (const [user, said] of [
    [chat.ann, 'one'],
    [chat.ben, 'two'],
    [chat.cleo, 'three'],
  ] as const)
    await chat.say(group, said, user)
  expect(await chat.reasonOf('messages.send', chat.text(group, '   '), chat.ann)).toBe('content_empty')
  expect(await chat.reasonOf('messages.send', chat.text(group, 'x'.repeat(4001)), chat.ann)).toBe('text_too_long')
  await chat.say(group, '😀'.repeat(4000), chat.ben)
  const rows = await chat.history(group, chat.cleo, { limit: 50 })
  expect(rows.map(({ n }) => n)).toEqual([5, 4, 3, 2, 1])
  expect(textsOf(rows).slice(0, 3)).toEqual(['one', 'two', 'three'])
  expect(rows.map(({ meFlag }) => meFlag)).toEqual([false, true, false, false, false])
})
test('C1 one wish is one message: repeated it gets the same answer, also over the other way, and nothing is written twice', async () => {
  const wish = chat.text(group, 'once')
  const first = await chat.rowOf('messages.send', wish, chat.ann)
  const again = await Promise.all([1, 2, 3].map(() => chat.rowOf('messages.send', wish, chat.ann)))
  expect(again).toEqual([first, first, first])
  expect(textsOf(await chat.history(group, chat.ben))).toEqual(['once'])
  expect(await chat.reasonOf('messages.send', { ...wish, body: { text: 'twice' } }, chat.ann)).toBe('cid_reused')
  // The id belongs to its sender: another's message with the same id is another message.
  await chat.rowOf('messages.send', wish, chat.ben)
  expect(textsOf(await chat.history(group, chat.ben))).toEqual(['once', 'once'])
  const row = (await chat.history(group, chat.ann)).at(1)
  expect([row?.['cid'], (await chat.history(group, chat.ben)).at(1)?.['cid']]).toEqual([wish.cid, null])
})
test('CHAT-1 history goes both ways by number, and around one', async () => {
  for (let n = 1; n <= 40; n += 1) await chat.say(group, `m${n}`, chat.ann)
  const numbers = async (more: object) => (await chat.history(group, chat.ben, { ...more })).map(({ n }) => n)
  expect(await numbers({ limit: 3 })).toEqual([41, 40, 39])
  expect(await numbers({ before: 4, limit: 50 })).toEqual([3, 2, 1])
  expect(await numbers({ after: 38, limit: 2 })).toEqual([40, 39])
  expect(await numbers({ around: 20, limit: 5 })).toEqual([22, 21, 20, 19, 18])
  expect(await numbers({ pageNum: 2, pageSize: 10 })).toEqual([31, 30, 29, 28, 27, 26, 25, 24, 23, 22])
  expect(await numbers({ before: 1 })).toEqual([])
})
test('CHAT-1 unread counts what others said after the read mark, which never falls; the own messages never count', async () => {
  await chat.say(group, 'a', chat.ann)
  await chat.say(group, 'b', chat.ann, { mentions: [String(chat.ben)] })
  expect((await chat.line(group, chat.ben)).mine).toMatchObject({ unReadNum: 2, mentionN: [3] })
  expect((await chat.line(group, chat.ann)).mine).toMatchObject({ unReadNum: 0, mentionN: [] })
  expect(await chat.rowOf('groups.readAll', { chatGroupId: group, upTo: 2 }, chat.ben)).toEqual({ readN: 2, unread: 1 })
  expect(await chat.rowOf('groups.readAll', { chatGroupId: group, upTo: 1 }, chat.ben)).toEqual({ readN: 2, unread: 1 })
  expect(await chat.rowOf('groups.readAllByQuery', { chatGroupId: group }, chat.ben)).toEqual({ readN: 3, unread: 0 })
  expect((await chat.line(group, chat.ben)).mine).toMatchObject({ unReadNum: 0, mentionN: [] })
  await chat.say(group, 'c', chat.ben)
  await chat.say(group, 'all', chat.ann, { mentions: 'all' })
  expect((await chat.line(group, chat.cleo)).mine).toMatchObject({ unReadNum: 4, mentionN: [5] })
  expect(await chat.reasonOf('messages.send', chat.text(group, 'x', { mentions: 'all' }), chat.ben)).toBe('not_admin')
})
test('C3 a revoked message is blank in history, in the list, in quotes, in search and in a resumed channel', async () => {
  const { id } = await chat.say(group, 'secret word', chat.ann, { mentions: [String(chat.ben)] })
  await chat.say(group, 'answer', chat.ben, { replyTo: 2 })
  const last = await chat.say(group, 'secret end', chat.ann)
  for (const each of [id, last['id']])
    await chat.rowOf('messages.revoke', { id: each, chatGroupId: group, content: 'secret' }, chat.ann)
  const told = JSON.stringify([
    await chat.history(group, chat.ben, { limit: 50 }),
    await chat.line(group, chat.ben),
    await chat.history(group, chat.ben, { keyWord: 'secret' }),
  ])
  expect(told).not.toContain('secret')
  expect(textsOf(await chat.history(group, chat.ben))).toEqual(['(revoked)', 'answer', '(revoked)'])
  expect((await chat.line(group, chat.ben)).last).toMatchObject({ n: 4, revoked: true, lastMsgContent: '' })
  expect((await chat.line(group, chat.ben)).mine).toMatchObject({ mentionN: [] })
  expect(await chat.history(group, chat.ben, { keyWord: 'ANSWER' })).toHaveLength(1)
})
test('CHAT-2 who sent it may take it back for two minutes, an admin at any time, nobody else', async () => {
  const { id } = await chat.say(group, 'x', chat.ben)
  expect(await chat.reasonOf('messages.revoke', { id, chatGroupId: group }, chat.cleo)).toBe('forbidden')
  await chat.advance(120_001)
  expect(await chat.reasonOf('messages.revoke', { id, chatGroupId: group }, chat.ben)).toBe('revoke_too_late')
  expect(await chat.reasonOf('messages.revoke', { id: `${group}-99`, chatGroupId: group }, chat.ben)).toBe(
    'message_gone',
  )
  expect(await chat.rowOf('messages.revoke', { id, chatGroupId: group }, chat.ann)).toMatchObject({
    revoked: true,
    content: '{}',
    rev: 2,
  })
})
test('CHAT-3 clearing sets a floor for oneself: nothing below it is shown, counted, found or forwarded', async () => {
  const { id } = await chat.say(group, 'old', chat.ann)
  expect(await chat.rowOf('messages.clear', { chatGroupId: group }, chat.ben)).toEqual({ floorN: 2 })
  await chat.say(group, 'new', chat.ann)
  expect(textsOf(await chat.history(group, chat.ben, { limit: 50 }))).toEqual(['new'])
  expect(textsOf(await chat.history(group, chat.ben, { after: 0, limit: 50 }))).toEqual(['new'])
  expect(await chat.history(group, chat.ben, { keyWord: 'old' })).toEqual([])
  expect(textsOf(await chat.history(group, chat.cleo, { limit: 50 }))).toEqual(['old', 'new'])
  const single = await chat.single(chat.ben, chat.cleo)
  expect(
    await chat.reasonOf(
      'messages.forward',
      { targetGroup: [{ chatGroupId: single }], messageList: [id], sendType: 1 },
      chat.ben,
    ),
  ).toBe('message_gone')
})
test('CHAT-19 forwarding makes a message per target and message, or one merged message that leads to all of them', async () => {
  const ids = [await chat.say(group, 'first', chat.ann), await chat.say(group, 'second', chat.ben)].map(({ id }) => id)
  const single = await chat.single(chat.ann, chat.ben)
  const other = await chat.launch([chat.ben], { chatGroupName: 'Other' })
  const targetGroup = [{ chatGroupId: single }, { chatGroupId: other }]
  expect(
    await chat.done('messages.forward', { targetGroup, messageList: ids.map((id) => ({ id })), sendType: 1 }, chat.ann),
  ).toBe(4)
  expect(textsOf(await chat.history(other, chat.ben))).toEqual(['first', 'second'])
  expect(await chat.done('messages.forward', { targetGroup, messageList: ids, sendType: 2 }, chat.ann)).toBe(2)
  const merged: Record<string, unknown> = JSON.parse(String((await chat.history(single, chat.ben))[0]?.['content']))
  expect(merged).toMatchObject({
    count: 2,
    preview: [
      { userName: 'n100001', text: 'first' },
      { userName: 'n100002', text: 'second' },
    ],
  })
  const shared = await chat.rowOf('messages.shared', { shareID: merged['shareId'] }, 0)
  expect(rowsIn(shared['records']).map(({ userName, content }) => [userName, content])).toEqual([
    ['n100001', '{"text":"first"}'],
    ['n100002', '{"text":"second"}'],
  ])
  await chat.advance(31 * 86_400_000)
  expect(await chat.reasonOf('messages.shared', { shareID: merged['shareId'] }, 0)).toBe('share_gone')
  const nine = Array.from({ length: 10 }, (_, at) => ({ chatGroupId: `g${at + 1}` }))
  expect(await chat.reasonOf('messages.forward', { targetGroup: nine, messageList: ids, sendType: 1 }, chat.ann)).toBe(
    'forward_limit',
  )
  expect(await chat.reasonOf('messages.forward', { targetGroup, messageList: [], sendType: 1 }, chat.ann)).toBe(
    'forward_limit',
  )
  expect(
    await chat.done(
      'messages.forwardToFriends',
      { targetFriends: [String(chat.cleo)], messageList: ids, sendType: 1 },
      chat.ann,
    ),
  ).toBe(2)
  expect(
    await chat.reasonOf(
      'messages.forwardToFriends',
      { targetFriends: [String(chat.zoe)], messageList: ids, sendType: 1 },
      chat.ann,
    ),
  ).toBe('not_friend')
})
test.each([
  ['text', 1, { text: 'x' }, 'ok'],
  ['own picture', 2, { relativePath: 'chat/p100001.png' }, 'ok'],
  ['foreign picture', 2, { relativePath: 'chat/p100002.png' }, 'file_unknown'],
  ['own file as voice', 4, { relativePath: 'chat/p100001.png', contentDuration: 3 }, 'ok'],
  ['a packet by hand', 7, { redBagId: 'x' }, 'content_type'],
  ['a merged record by hand', 10, { title: 'x', shareId: 'x' }, 'content_type'],
  ['an unknown kind', 99, {}, 'content_type'],
  ['a card', 8, { id: '100002' }, 'ok'],
  ['a card of nobody', 8, { id: '5' }, 'not_found'],
  ['a place', 9, { name: 'Pier', address: '1 Road', latitude: 22.3, longitude: 114.2 }, 'ok'],
  ['a place nowhere', 9, { name: 'Pier', address: '', latitude: 91, longitude: 0 }, 'malformed'],
  ['picture with text', 11, { textDesc: 'look', relativePath: 'chat/p100001.png' }, 'ok'],
  ['invisible text', 1, { text: '\u200b\u202e' }, 'content_empty'],
  ['no text', 1, {}, 'content_empty'],
])('CHAT-17 what may be sent: %s', async (_, type, body, expected) => {
  expect(await chat.reasonOf('messages.send', { cid: newCid(), chat: group, type, body }, chat.ann)).toBe(expected)
  const rows = await chat.history(group, chat.ben)
  expect(rows).toHaveLength(expected === 'ok' ? 2 : 1)
})
test('CHAT-18 files are sent together, each once, with links that open for members', async () => {
  const sendFiles = [
    { relativePath: 'chat/p100001.png', cid: newCid() },
    { relativePath: 'chat/p100001.png', cid: newCid() },
  ]
  expect(await chat.done('messages.sendFiles', { chatGroupId: group, sendFiles }, chat.ann)).toBe(2)
  expect(await chat.done('messages.sendFiles', { chatGroupId: group, sendFiles }, chat.ann)).toBe(2)
  const rows = await chat.history(group, chat.ben, { contentType: 2 })
  expect(rows).toHaveLength(2)
  expect(JSON.parse(String(rows[0]?.['content']))).toMatchObject({
    width: 4,
    height: 3,
    url: expect.stringMatching(/^\/upload\/chat\/p100001\.png\?u=-\d+&e=\d+&s=/),
  })
})
test('CHAT-2 an account sends five messages a second, ten at once; what waited is told how long', async () => {
  const slow = await chatVenue()
  const room = await slow.launch()
  const answers = []
  for (let n = 0; n < 12; n += 1) answers.push(await slow.call('messages.send', slow.text(room, `${n}`), slow.ann))
  expect(answers.map(({ reason }) => reason ?? 'ok')).toEqual([
    ...Array.from({ length: 10 }, () => 'ok'),
    'too_many',
    'too_many',
  ])
  expect(answers.at(-1)?.['params']).toEqual({ after: 1 })
  slow.clock.advance(200)
  expect(await slow.reasonOf('messages.send', slow.text(room, 'again'), slow.ann)).toBe('ok')
  expect((await slow.history(room, slow.ben, { limit: 50 })).length).toBe(12)
})

const searched = async (keyWord: string, user: number) => {
  const { list, isAll } = await chat.rowOf('messages.search', { keyWord }, user)
  return { found: rowsIn(list).map((row) => `${String(row['chatGroupId'])}.${String(row['n'])}`), isAll }
}
test('one search finds messages in every chat one is in, five of each, the newest first; nothing that was cleared, taken back or said where one is not', async () => {
  const other = await chat.launch()
  const single = await chat.single(chat.ben, chat.cleo)
  for (let n = 1; n <= 7; n += 1) {
    await chat.advance(1)
    await chat.say(group, `Harbour ${n}`, chat.ann)
  }
  await chat.advance(1)
  const { id } = await chat.say(other, 'the harbour is closed', chat.ann)
  await chat.advance(1)
  await chat.say(single, 'harbour at nine', chat.cleo)
  const ofGroup = [8, 7, 6, 5, 4].map((n) => `${group}.${n}`)
  expect(await searched('HARBOUR', chat.ben)).toEqual({ found: [`${single}.2`, `${other}.2`, ...ofGroup], isAll: true })
  expect((await searched('harbour', chat.ann)).found).toEqual([`${other}.2`, ...ofGroup])
  await chat.rowOf('messages.revoke', { id, chatGroupId: other, content: '' }, chat.ann)
  await chat.rowOf('messages.clear', { chatGroupId: group }, chat.ben)
  expect((await searched('harbour', chat.ben)).found).toEqual([`${single}.2`])
  expect(await chat.reasonOf('messages.search', { keyWord: '' }, chat.ben)).toBe('keyword_required')
})
