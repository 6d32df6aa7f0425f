import { missedIn } from '#server/features/chat/missed.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { chatVenue, rowsIn, type ChatVenue } from '#tests/support/chat/chat-venue.ts'
import { beforeEach, expect, test } from 'vitest'

let chat: ChatVenue
let store = openSqlite(':memory:')
let group = ''
beforeEach(async () => {
  store = openSqlite(':memory:')
  chat = await chatVenue({ store, settings: { chat: { sendsPerSecond: 1000, sendBurst: 1000 } } })
  group = await chat.launch()
})
const newest = async (user: number, room = group) => (await chat.history(room, user))[0] ?? {}
const react = (id: unknown, user: number, kind = 'like', isOn = 1) =>
  chat.reasonOf('messages.react', { id, chatGroupId: group, kind, isOn }, user)

test('CHAT-125 a reaction counts once for each person and kind, each reader sees which are their own, and it is taken back', async () => {
  const { id } = await chat.say(group, 'the wall is thinning', chat.ann)
  const before = await newest(chat.ben)
  for (const [user, kind] of [
    [chat.ben, 'like'],
    [chat.ben, 'like'],
    [chat.ben, 'rocket'],
    [chat.cleo, 'like'],
  ] as const)
    expect(await react(id, user, kind)).toBe('ok')
  const told = [
    { kind: 'like', count: 2, mine: 1 },
    { kind: 'rocket', count: 1, mine: 1 },
  ]
  expect(await newest(chat.ben)).toEqual({ ...before, rev: 4, reactions: told })
  expect((await newest(chat.cleo))['reactions']).toEqual([told[0], { ...told[1], mine: 0 }])
  const who = rowsIn(await chat.done('messages.reactors', { id, chatGroupId: group }, chat.ann))
  expect(who.map(({ kind, userName }) => `${String(kind)} ${String(userName)}`)).toEqual([
    'like n100002',
    'like n100003',
    'rocket n100002',
  ])
  for (const kind of ['like', 'rocket']) expect(await react(id, chat.ben, kind, 0)).toBe('ok')
  expect(await newest(chat.ben)).toMatchObject({ rev: 6, reactions: [{ kind: 'like', count: 1, mine: 0 }] })
})
test('CHAT-125 nobody reacts from outside, to what they do not see, to what was taken back, or while they may not write', async () => {
  const { id } = await chat.say(group, 'x', chat.ann)
  expect(await react(id, chat.zoe)).toBe('not_found')
  expect(await react(`${group}-1`, chat.ben)).toBe('message_gone')
  expect(await react(id, chat.cleo)).toBe('ok')
  await chat.done('groups.setStatus', { id: group, chatGroupStatus: 2 }, chat.ann)
  expect([await react(id, chat.ben), await react(id, chat.cleo, 'like', 0), await react(id, chat.ann)]).toEqual([
    'muted',
    'ok',
    'ok',
  ])
  await chat.done('groups.setStatus', { id: group, chatGroupStatus: 0 }, chat.ann)
  await chat.done('messages.revoke', { id, chatGroupId: group }, chat.ann)
  expect(await react(id, chat.ben)).toBe('message_gone')
  expect(JSON.stringify(await chat.history(group, chat.ann, { limit: 50 }))).not.toContain('reactions')
})

test('who wrote a message in a group is told who has read it, of those who see it; nobody else is, and none in a private chat', async () => {
  const { id } = await chat.say(group, 'read me', chat.ann)
  const asked = () => chat.rowOf('messages.readers', { id, chatGroupId: group }, chat.ann)
  const before = await asked()
  expect([rowsIn(before['readers']), Number(before['seenBy']) > 1]).toEqual([[], true])
  await chat.rowOf('groups.readAll', { chatGroupId: group }, chat.cleo)
  await chat.done('messages.clear', { chatGroupId: group }, chat.ben)
  expect(await asked()).toEqual({
    readers: [{ userId: String(chat.cleo), userName: 'n100003', userAvatar: null }],
    seenBy: Number(before['seenBy']) - 1,
  })
  const reasonOf = (user: number) => chat.reasonOf('messages.readers', { id, chatGroupId: group }, user)
  expect([await reasonOf(chat.cleo), await reasonOf(chat.zoe)]).toEqual(['message_gone', 'not_found'])
  await chat.done('messages.revoke', { id, chatGroupId: group }, chat.ann)
  expect(await reasonOf(chat.ann)).toBe('message_gone')
})

const edit = (id: unknown, user: number, text: string, more: object = {}) =>
  chat.reasonOf('messages.edit', { id, chatGroupId: group, text, ...more }, user)

test('CHAT-127 an edited text is what everybody reads, finds, quotes and is shown in the list; what it said before stays readable', async () => {
  const { id } = await chat.say(group, 'sell at 341', chat.ann)
  const before = await newest(chat.ben)
  await chat.advance(60_000)
  expect(await edit(id, chat.ann, ' sell at 3,415 ')).toBe('ok')
  expect(await edit(id, chat.ann, 'sell at 3,415')).toBe('ok')
  expect(await newest(chat.ben)).toEqual({
    ...before,
    rev: 2,
    content: '{"text":"sell at 3,415"}',
    editedMs: Number(before['createMs']) + 60_000,
  })
  expect((await chat.line(group, chat.ben)).last).toMatchObject({ n: 2, lastMsgContent: 'sell at 3,415' })
  expect(await chat.history(group, chat.ben, { keyWord: 'at 341' })).toEqual([])
  expect(await chat.history(group, chat.ben, { keyWord: '3,415' })).toHaveLength(1)
  expect(await chat.done('messages.versions', { id, chatGroupId: group }, chat.cleo)).toEqual([
    { text: 'sell at 341', createMs: before['createMs'] },
    { text: 'sell at 3,415', createMs: Number(before['createMs']) + 60_000 },
  ])
  // What was taken back says nothing any more, in none of its versions.
  await chat.done('messages.revoke', { id, chatGroupId: group }, chat.ann)
  expect(await chat.reasonOf('messages.versions', { id, chatGroupId: group }, chat.cleo)).toBe('message_gone')
  expect(await edit(id, chat.ann, 'again')).toBe('message_gone')
  const stored = ['chat_messages', 'chat_versions'].map((name) =>
    store.span(name, 0, Number.MAX_SAFE_INTEGER, 100, 'low'),
  )
  expect(JSON.stringify(stored)).not.toContain('sell at')
})
test('CHAT-127 only who wrote a text edits it, in the time that the venue sets, twenty times at most, and only while they may write', async () => {
  const { id } = await chat.say(group, 'x', chat.ben)
  const picture = await chat.rowOf(
    'messages.send',
    chat.text(group, '', { type: 2, body: { relativePath: `chat/p${chat.ben}.png` } }),
    chat.ben,
  )
  expect(await edit(picture['id'], chat.ben, 'y')).toBe('content_type')
  expect([await edit(id, chat.ann, 'y'), await edit(id, chat.zoe, 'y'), await edit(id, chat.ben, ' ')]).toEqual([
    'forbidden',
    'not_found',
    'content_empty',
  ])
  await chat.done('groups.setStatus', { id: group, chatGroupStatus: 2 }, chat.ann)
  expect(await edit(id, chat.ben, 'y')).toBe('muted')
  await chat.done('groups.setStatus', { id: group, chatGroupStatus: 0 }, chat.ann)
  for (let at = 0; at < 20; at += 1) expect(await edit(id, chat.ben, `y${at}`)).toBe('ok')
  expect(await edit(id, chat.ben, 'once more')).toBe('edit_limit')
  const other = await chat.say(group, 'z', chat.ben)
  await chat.advance(900_001)
  expect(await edit(other['id'], chat.ben, 'late')).toBe('edit_too_late')
})
test('CHAT-127 who is named by an edit is told so, who is not any more is not, and to name all is for admins', async () => {
  const named = async (user: number) => (await chat.line(group, user)).mine['mentionN']
  const { id } = await chat.say(group, '@cleo look', chat.ben, { mentions: [String(chat.cleo)] })
  expect(await edit(id, chat.ben, '@ann look', { mentions: [String(chat.ann), String(chat.zoe)] })).toBe('ok')
  expect([await named(chat.ann), await named(chat.cleo)]).toEqual([[2], []])
  expect(await edit(id, chat.ben, '@all look', { mentions: 'all' })).toBe('not_admin')
  const own = await chat.say(group, 'look', chat.ann)
  expect(await edit(own['id'], chat.ann, '@all look', { mentions: 'all' })).toBe('ok')
  expect([await named(chat.ben), await named(chat.cleo)]).toEqual([[3], [3]])
  await chat.rowOf('groups.readAll', { chatGroupId: group }, chat.cleo)
  expect(await edit(own['id'], chat.ann, '@cleo look', { mentions: [String(chat.cleo)] })).toBe('ok')
  expect([await named(chat.ben), await named(chat.cleo)]).toEqual([[], []])
})
test('CHAT-127 a repetition of the first sending is answered as the first was, also after an edit', async () => {
  const wish = chat.text(group, 'once')
  const first = await chat.rowOf('messages.send', wish, chat.ann)
  expect(await edit(first['id'], chat.ann, 'twice')).toBe('ok')
  expect(await chat.rowOf('messages.send', wish, chat.ann)).toEqual(first)
  expect(await chat.history(group, chat.ben, { keyWord: 'once' })).toEqual([])
})

const pin = (id: unknown, user: number, isOn = 1, room = group) =>
  chat.reasonOf('messages.pin', { id, chatGroupId: room, isOn }, user)
const pinned = async (user: number, room = group) => Object((await chat.line(room, user)).group['pins'])['ns']

test('CHAT-129 an admin pins in a group, each of the two in a private chat; a line of the chat tells it, and the newest comes first', async () => {
  const ids = [await chat.say(group, 'first', chat.ben), await chat.say(group, 'second', chat.ann)].map(({ id }) => id)
  expect(await pinned(chat.ben)).toBe(undefined)
  expect([await pin(ids[0], chat.ben), await pin(ids[0], chat.zoe), await pin(`${group}-1`, chat.ann)]).toEqual([
    'not_admin',
    'not_found',
    'message_gone',
  ])
  for (const id of [...ids, ids[0]]) expect(await pin(id, chat.ann)).toBe('ok')
  expect(await pinned(chat.ben)).toEqual([3, 2])
  const lines = (await chat.history(group, chat.ben)).filter(({ contentType }) => contentType === 15)
  expect(lines.map(({ content }) => JSON.parse(String(content)))).toEqual([
    { optionUserName: 'n100001', messageN: 3 },
    { optionUserName: 'n100001', messageN: 2 },
  ])
  expect(await pin(ids[1], chat.ann, 0)).toBe('ok')
  expect(await pinned(chat.cleo)).toEqual([2])
  const single = await chat.single(chat.ann, chat.ben)
  const { id } = await chat.say(single, 'ours', chat.ann)
  expect(await pin(id, chat.ben, 1, single)).toBe('ok')
  expect(await pinned(chat.ann, single)).toEqual([Number(String(id).split('-')[1])])
})
test('CHAT-129 what is taken back or cleared away is pinned no longer, what is edited is told anew, and of ten the oldest gives way', async () => {
  const revOf = async () => Object((await chat.line(group, chat.ben)).group['pins'])['rev']
  const { id } = await chat.say(group, 'x', chat.ann)
  await pin(id, chat.ann)
  expect(await revOf()).toBe(1)
  await edit(id, chat.ann, 'y')
  expect([await revOf(), await pinned(chat.ben)]).toEqual([2, [2]])
  await chat.done('messages.revoke', { id, chatGroupId: group }, chat.ann)
  expect([await revOf(), await pinned(chat.ben)]).toEqual([3, []])
  expect(await pin(id, chat.ann)).toBe('message_gone')
  const numbers: number[] = []
  for (let at = 0; at < 11; at += 1) {
    const each = await chat.say(group, `m${at}`, chat.ann)
    numbers.unshift(Number(each['n']))
    await pin(each['id'], chat.ann)
  }
  expect(await pinned(chat.ben)).toEqual(numbers.slice(0, 10))
  await chat.done('messages.clear', { chatGroupId: group }, chat.ben)
  expect([await pinned(chat.ben), await pinned(chat.cleo)]).toEqual([[], numbers.slice(0, 10)])
})

test('CHAT-131 who deletes a message for themselves sees it nowhere any more, not on a device that resumes either; others go on seeing it', async () => {
  const drop = (id: unknown, user: number) => chat.reasonOf('messages.drop', { id, chatGroupId: group }, user)
  const { id } = await chat.say(group, 'secret word', chat.ann, { mentions: [String(chat.ben)] })
  await react(id, chat.cleo)
  const before = await newest(chat.cleo)
  expect([await drop(id, chat.zoe), await drop(`${group}-9`, chat.ben)]).toEqual(['not_found', 'message_gone'])
  const head = chat.venue.ctx.tables.chats.need(Number(group.slice(1))).headS
  for (let at = 0; at < 2; at += 1) expect(await drop(id, chat.ben)).toBe('ok')
  expect(await newest(chat.cleo)).toEqual(before)
  expect((await chat.line(group, chat.cleo)).last).toMatchObject({ lastMsgContent: 'secret word' })
  const missed = await missedIn(chat.venue.ctx, store, chat.ben, Number(group.slice(1)), { after: 0, head })
  const told = JSON.stringify([
    await chat.history(group, chat.ben, { limit: 50 }),
    await chat.history(group, chat.ben, { keyWord: 'secret' }),
    await chat.line(group, chat.ben),
    missed,
  ])
  expect(told).not.toContain('secret')
  expect(await newest(chat.ben)).toMatchObject({ n: 2, content: '{}', dropped: 1 })
  expect((await chat.line(group, chat.ben)).last).toMatchObject({ n: 2, lastMsgContent: '', dropped: 1 })
  expect((await chat.line(group, chat.ben)).mine).toMatchObject({ mentionN: [] })
  expect(await react(id, chat.ben)).toBe('message_gone')
  // Far from the first, in a row of its own.
  for (let at = 0; at < 600; at += 1) await chat.say(group, `m${at}`, chat.ann)
  expect(await drop(`${group}-600`, chat.ben)).toBe('ok')
  const blank = async (around: number) =>
    (await chat.history(group, chat.ben, { around, limit: 3 })).flatMap(({ n, dropped }) => (dropped === 1 ? [n] : []))
  expect([await blank(2), await blank(600), await blank(400)]).toEqual([[2], [600], []])
})
