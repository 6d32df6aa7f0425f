import { urlOf, type Endpoint } from '#contract/wire/endpoint.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { memoryStartMs } from '#server/memory.ts'
import { openSession } from '#server/identity/callers.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { chatRedPackets } from '#contract/chat/chat-red-packets.ts'
import { pin } from '#tests/support/otc/otc-venue.ts'
import { enterFolk, folk, newCid } from '#tests/support/chat/chat-venue.ts'
import { arrived, dial, openGateway, type Frame, type TestGateway } from '#tests/support/gateway.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const { ann, ben, cleo, zoe } = folk
let harness: TestGateway
const clients: { end: () => void }[] = []
const settings = { chat: { sendsPerSecond: 1000, sendBurst: 1000 } }
beforeEach(async () => {
  harness = await openGateway({ settings })
  await enterFolk(harness.venue)
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.end()
  await harness.stop()
})
const enter = async (user: number) => {
  const token = await harness.venue.command((ctx) => openSession(ctx, user, 'main', 'd1'))
  const client = await dial(harness.url)
  clients.push(client)
  await client.wait(({ k }) => k === 'hello')
  const reply = await client.ask('auth', { token, lang: 'en', device: 'd1', tab: 't1', v: 1 })
  return { ...client, reply, user }
}
const ask = async (endpoint: Endpoint, body: object, user: number) => {
  const { answer } = await harness.ask(`${endpoint.method} ${urlOf(endpoint)}`, body, { user })
  return Object(Object(answer)['data'])
}
const launch = async (members: readonly number[] = [ben, cleo]) =>
  String((await ask(chatGroups.launch, { chatGroupName: 'Desk', chatGroupMembers: members.map(String) }, ann))['id'])
type Client = Awaited<ReturnType<typeof enter>>
const said = (chat: string, text: string, more: object = {}) => ({
  cid: newCid(),
  chat,
  type: 1,
  body: { text },
  ...more,
})
const eventsOn = ({ frames }: Pick<Client, 'frames'>, channel: string) =>
  frames.filter(({ c, k }) => c === channel && k === 'event')
const textsIn = (frames: readonly Frame[]) =>
  frames
    .filter(({ d }) => Object(d)['ev'] === 'chat.message' && Object(Object(d)['v'])['messageType'] === 1)
    .map(({ d }) => String(JSON.parse(Object(Object(d)['v'])['content'])['text']))

test('CHAT-9 a message is sent by the socket, answered with its number, and comes to all members; the id of the sender comes to the sender alone', async () => {
  const group = await launch()
  const [a, b] = [await enter(ann), await enter(ben)]
  expect(a.reply['r']).toMatchObject({ chatUid: String(ann) })
  for (const each of [a, b])
    expect((await each.ask('sub', { c: `chat:${group}` }))['r']).toMatchObject({ mode: 'fresh', why: 'new' })
  const wish = said(group, 'hello')
  const reply = await a.ask('msg.send', wish)
  expect(reply['r']).toEqual({ cid: wish.cid, id: `${group}-2`, n: 2, ts: memoryStartMs })
  expect((await a.ask('msg.send', wish))['r']).toEqual(reply['r'])
  const own = await a.wait(({ k }) => k === 'event')
  const other = await b.wait(({ k }) => k === 'event')
  expect([own['d'], other['d']]).toMatchObject([
    { ev: 'chat.message', v: { cid: wish.cid, meFlag: true, n: 2 } },
    { ev: 'chat.message', v: { cid: null, meFlag: false, n: 2 } },
  ])
  expect(Number(own['b'])).toBe(Number(own['s']) - 1)
  expect((await b.ask('msg.read', { chat: group, upTo: 2 }))['r']).toEqual({ upTo: 2, unread: 0 })
  expect((await a.ask('msg.revoke', { chat: group, n: 2 }))['r']).toEqual({ n: 2, rev: 2 })
  expect(await b.wait(({ d }) => Object(d)['ev'] === 'chat.messageChanged')).toMatchObject({
    d: { v: { revoked: true, content: '{}' } },
  })
  expect((await b.ask('msg.revoke', { chat: group, n: 2 }))['x']).toMatchObject({
    code: 403,
    reason: 'forbidden',
    retry: false,
  })
  expect((await b.ask('msg.send', { ...said(group, 'x'), cid: 'no' }))['x']).toMatchObject({
    code: 400,
    reason: 'frame_bad',
  })
})
test('C2 strangers follow no chat, and who is removed is sent nothing after the commit', async () => {
  const group = await launch()
  const [b, z] = [await enter(ben), await enter(zoe)]
  for (const c of [`chat:${group}`, `typing:${group}`, 'chat:g999', 'chat:__proto__'])
    expect((await z.ask('sub', { c }))['x']).toMatchObject({ code: 404, reason: 'not_found' })
  expect((await z.ask('sub', { c: 'chat' }))['x']).toMatchObject({ reason: 'not_found' })
  await b.ask('sub', { c: `chat:${group}` })
  await b.ask('sub', { c: 'inbox' })
  await ask(chatGroups.removeMembers, { chatGroupId: group, members: [String(ben)] }, ann)
  expect(await b.wait(({ k }) => k === 'off')).toMatchObject({ c: `chat:${group}`, d: { reason: 'not_member' } })
  await ask(chatMessages.send, said(group, 'behind your back'), ann)
  harness.beat()
  await arrived()
  await b.wait(({ c, k, d }) => c === 'inbox' && k === 'delta' && Object(d)['gone'].length > 0)
  expect(JSON.stringify(b.frames)).not.toContain('behind your back')
  expect((await b.ask('sub', { c: `chat:${group}` }))['x']).toMatchObject({ code: 403, reason: 'not_member' })
})
test('CHAT-10 a chat resumes from its log: messages, revokes and members in order, each once; another epoch and a cursor ahead start fresh', async () => {
  const group = await launch()
  const first = await enter(ben)
  await first.ask('sub', { c: `chat:${group}` })
  await ask(chatMessages.send, said(group, 'one'), ann)
  const seen = await first.wait(({ k }) => k === 'event')
  first.end()
  await ask(chatMessages.send, said(group, 'two'), ann)
  await ask(chatMessages.revoke, { id: `${group}-2`, chatGroupId: group }, ann)
  await ask(chatGroups.setName, { id: group, chatGroupName: 'Renamed' }, ann)
  await ask(chatMessages.send, said(group, 'three'), ann)
  const three = { id: `${group}-5`, chatGroupId: group }
  await ask(chatMessages.react, { ...three, kind: 'like', isOn: 1 }, cleo)
  await ask(chatMessages.edit, { ...three, text: 'four' }, ann)
  const again = await enter(ben)
  const c = `chat:${group}`
  expect((await again.ask('sub', { c, e: seen['e'], s: seen['s'] }))['r']).toEqual({ mode: 'resumed', n: 7 })
  await again.wait(({ s }) => s === Number(seen['s']) + 7)
  const events = eventsOn(again, c)
  expect(events.map(({ s }) => Number(s) - Number(seen['s']))).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(events.map(({ d }) => Object(d)['ev'])).toEqual([
    'chat.message',
    'chat.messageChanged',
    'chat.message',
    'chat.memberChanged',
    'chat.message',
    'chat.reactionChanged',
    'chat.messageChanged',
  ])
  expect(events[5]?.['d']).toMatchObject({ v: { n: 5, rev: 2, kind: 'like', count: 1, userId: String(cleo), isOn: 1 } })
  expect(events[6]?.['d']).toMatchObject({ v: { rev: 3, content: '{"text":"four"}' } })
  // What was said in between is told as it is now.
  expect(textsIn(events)).toEqual(['two', 'four'])
  expect((await again.ask('sub', { c, e: seen['e'], s: Number(seen['s']) + 7 }))['r']).toEqual({
    mode: 'resumed',
    n: 0,
  })
  expect((await again.ask('sub', { c, e: 'other', s: 1 }))['r']).toMatchObject({ mode: 'fresh', why: 'epoch' })
  expect((await again.ask('sub', { c, e: seen['e'], s: 999 }))['r']).toMatchObject({ mode: 'fresh', why: 'ahead' })
  // What is older than a week is not resumed from.
  harness.clock.advance(8 * 86_400_000)
  await ask(chatMessages.send, said(group, 'late'), ann)
  const late = await enter(ben)
  expect((await late.ask('sub', { c, e: seen['e'], s: seen['s'] }))['r']).toMatchObject({
    mode: 'fresh',
    why: 'trimmed',
  })
})
test('CHAT-10 the inbox begins with its snapshot and follows with absolute lines, merged, at most once a collection', async () => {
  const group = await launch()
  const b = await enter(ben)
  expect((await b.ask('sub', { c: 'inbox' }))['r']).toMatchObject({ mode: 'fresh' })
  const snap = await b.wait(({ k }) => k === 'snap')
  expect(Object(snap['d'])['rows'].map(({ chatGroupId }: { chatGroupId: string }) => chatGroupId)).toContain(group)
  // What changed before anyone looked is told once more: lines are absolute.
  harness.beat()
  await arrived()
  await b.ask('ping')
  const before = b.frames.filter(({ c, k }) => c === 'inbox' && k === 'delta').length
  for (const text of ['a', 'b', 'c']) await ask(chatMessages.send, said(group, text, { mentions: [String(ben)] }), ann)
  harness.beat()
  await arrived()
  const delta = await b.wait(({ c, k, d }) => c === 'inbox' && k === 'delta' && Object(d)['rows'][0]?.['headN'] === 4)
  expect(delta).toMatchObject({
    b: Number(delta['s']) - 1,
    d: { gone: [], rows: [{ chatGroupId: group, unReadNum: 3, mentionN: [2, 3, 4], last: { n: 4, text: 'c' } }] },
  })
  expect(b.frames.filter(({ c, k }) => c === 'inbox' && k === 'delta')).toHaveLength(before + 1)
  expect((await b.ask('sub', { c: 'inbox', e: delta['e'], s: delta['s'] }))['r']).toEqual({ mode: 'resumed', n: 0 })
  await ask(chatGroups.hide, { chatGroupId: group }, ben)
  harness.beat()
  await arrived()
  expect(await b.wait(({ c, d }) => c === 'inbox' && Object(d)['gone']?.length === 1)).toMatchObject({
    d: { gone: [group], rows: [] },
  })
  await ask(chatMessages.send, said(group, 'd'), ann)
  harness.beat()
  await arrived()
  expect(await b.wait(({ c, d }) => c === 'inbox' && Object(d)['rows']?.[0]?.['headN'] === 5)).toMatchObject({
    d: { rows: [{ chatGroupId: group, unReadNum: 4 }] },
  })
})
test('CHAT-9 typing comes to the others, is stored nowhere, and not more often than every three seconds', async () => {
  const group = await launch()
  const [a, b] = [await enter(ann), await enter(ben)]
  for (const each of [a, b]) await each.ask('sub', { c: `typing:${group}` })
  const before = harness.venue.groups()
  for (let at = 0; at < 3; at += 1) a.send(JSON.stringify({ m: 'typing', p: { chat: group } }))
  await a.ask('ping')
  expect(await b.wait(({ c, k }) => c === `typing:${group}` && k === 'event')).toMatchObject({
    k: 'event',
    d: { userId: String(ann), userName: 'n100001', untilMs: memoryStartMs + 5000 },
  })
  await b.ask('ping')
  expect([a, b].map((each) => eventsOn(each, `typing:${group}`).length)).toEqual([0, 1])
  expect(harness.venue.groups()).toBe(before)
  harness.clock.advance(3000)
  a.send(JSON.stringify({ m: 'typing', p: { chat: group } }))
  await a.ask('ping')
  await b.wait(({ c, s }) => c === `typing:${group}` && s === 2)
})
test('CHAT-11 a message into a chat of five and of a thousand members writes the same rows', async () => {
  const rowsFor = async (members: number) => {
    let rows = 0
    const inner = openSqlite(':memory:')
    const counted = await openGateway({
      settings,
      store: {
        ...inner,
        append: (group) => {
          rows += group.rows.length + group.events.length + group.keys.length
          return inner.append(group)
        },
      },
    })
    await enterFolk(counted.venue)
    const group = await counted.venue.command((ctx) => {
      const { openChat, enter: enterChat } = open
      const chat = openChat(ctx, {
        type: 'group',
        name: 'Big',
        avatar: null,
        owner: ann,
        max: 100_000,
        isOpen: true,
        pair: null,
      })
      for (let user = ann; user < ann + members; user += 1) enterChat(ctx, chat.id, user)
      return `g${chat.id}`
    })
    counted.venue.flush()
    rows = 0
    const { answer } = await counted.ask(`POST ${urlOf(chatMessages.send)}`, said(group, 'x'), { user: ann })
    expect(Object(answer)['code']).toBe(200)
    const written = rows
    await counted.stop()
    return written
  }
  const open = await import('#server/features/chat/members.ts')
  expect(await Promise.all([5, 1000].map(rowsFor))).toEqual([3, 3])
})
test('R7 the shares of a packet are in no frame and no answer before their claim commits, and in those of nobody else before it ends', async () => {
  const inner = openSqlite(':memory:')
  let gate: Promise<void> | null = null
  await harness.stop()
  harness = await openGateway({
    settings,
    store: {
      ...inner,
      append: (written) => (gate === null ? inner.append(written) : gate.then(() => inner.append(written))),
    },
  })
  await enterFolk(harness.venue)
  const group = await launch()
  const clients = { ann: await enter(ann), ben: await enter(ben), cleo: await enter(cleo) }
  const follow = Object.values(clients).flatMap((each) =>
    [`chat:${group}`, 'inbox', 'u:me'].map((c) => each.ask('sub', { c })),
  )
  await Promise.all(follow)
  const answers: unknown[] = []
  const call = async (endpoint: Endpoint, body: object, user: number) => {
    const { answer } = await harness.ask(
      `${endpoint.method} ${urlOf(endpoint)}`,
      { chatGroupId: group, ...body },
      { user },
    )
    answers.push(answer)
    return Object(answer)
  }
  const id = String(
    (
      await call(
        chatRedPackets.sendToGroup,
        { redBagValue: '199.83', redBagType: 1, redBagNums: 2, redBagRule: 1, tradePwd: pin },
        ann,
      )
    )['data']['redBagId'],
  )
  const { shares, salt } = harness.venue.ctx.tables.chatPackets.need(id)
  const [first = '', second = ''] = shares.map((cents) => (Number(cents) / 100).toFixed(2))
  expect(first).not.toBe(second)
  const settled = async () => {
    await arrived()
    harness.beat()
    await arrived()
    await Promise.all(Object.values(clients).map((each) => each.ask('ping')))
  }
  const told = (value: unknown) => [first, second, salt].map((secret) => JSON.stringify(value).includes(secret))
  await settled()
  await call(chatRedPackets.takers, { redBagId: id }, ben)
  expect(told([answers, ...Object.values(clients).map(({ frames }) => frames)])).toEqual([false, false, false])
  // The claim is decided and not stored: nobody hears of it, not even who made it.
  let open = () => {}
  gate = new Promise((resolve) => {
    open = resolve
  })
  const claim = call(chatRedPackets.takeFromGroup, { redBagId: id }, ben)
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  await settled()
  expect(harness.venue.ctx.tables.chatPackets.need(id).takes).toHaveLength(1)
  expect(told([answers, ...Object.values(clients).map(({ frames }) => frames)])).toEqual([false, false, false])
  gate = null
  open()
  expect(Object(await claim)['packet']).toMatchObject({ status: 'active', salt: null, shares: null })
  await settled()
  expect([told(clients.ben.frames), told(clients.cleo.frames)]).toEqual([
    [true, false, false],
    [false, false, false],
  ])
  await call(chatRedPackets.takeFromGroup, { redBagId: id }, cleo)
  await settled()
  expect(told(answers.at(-1))).toEqual([true, true, true])
})
test('RT-16 after a kill and a reopen nothing is lost or doubled, and a client resumes where it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-chat-'))
  const file = join(folder, 'venue.db')
  await harness.stop()
  harness = await openGateway({ settings, store: openSqlite(file) })
  await enterFolk(harness.venue)
  const group = await launch()
  const c = `chat:${group}`
  const first = await enter(ben)
  await first.ask('sub', { c })
  const wish = said(group, 'before')
  await ask(chatMessages.send, wish, ann)
  const seen = await first.wait(({ k }) => k === 'event')
  await ask(chatMessages.send, said(group, 'unseen'), ann)
  first.end()
  await harness.stop()
  harness = await openGateway({ settings, store: openSqlite(file) })
  // The answer was lost: the same wish is the same message.
  expect(await ask(chatMessages.send, wish, ann)).toMatchObject({ n: 2 })
  await ask(chatMessages.send, said(group, 'after'), ann)
  const again = await enter(ben)
  expect((await again.ask('sub', { c, e: seen['e'], s: seen['s'] }))['r']).toEqual({ mode: 'resumed', n: 2 })
  await again.wait(({ s }) => s === Number(seen['s']) + 2)
  expect(textsIn(eventsOn(again, c))).toEqual(['unseen', 'after'])
  rmSync(folder, { recursive: true })
})
