import { chatGroups } from '#contract/chat/chat-groups.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { chatVenue, folk, rowsIn, textsOf, type ChatVenue } from '#tests/support/chat/chat-venue.ts'
import { beforeEach, expect, test } from 'vitest'

let chat: ChatVenue
let group = ''
beforeEach(async () => {
  chat = await chatVenue()
  group = await chat.launch()
})
const { ann, ben, cleo, dan, zoe } = folk

/** A valid body of every call that names a chat, for one target. */
const bodies: Readonly<Record<string, (chatGroupId: string) => object>> = {
  'groups.info': (chatGroupId) => ({ chatGroupId }),
  'groups.setStatus': (id) => ({ id, chatGroupStatus: 2 }),
  'groups.setName': (id) => ({ id, chatGroupName: 'New' }),
  'groups.setNotice': (id) => ({ id, chatNotice: 'Hear' }),
  'groups.setMaxCount': (id) => ({ id, maxCount: 100 }),
  'groups.readAll': (chatGroupId) => ({ chatGroupId }),
  'groups.readAllByQuery': (chatGroupId) => ({ chatGroupId }),
  'groups.addMembers': (chatGroupId) => ({ chatGroupId, members: [] }),
  'groups.removeMembers': (chatGroupId) => ({ chatGroupId, members: [] }),
  'groups.setMemberType': (chatGroupId) => ({ chatGroupId, userId: String(cleo), memberType: 0 }),
  'groups.muteMember': (chatGroupId) => ({ chatGroupId, userId: String(cleo), minutes: 0 }),
  'groups.hide': (chatGroupId) => ({ chatGroupId }),
  'groups.unhide': (chatGroupId) => ({ chatGroupId }),
  'groups.soundOn': (chatGroupId) => ({ chatGroupId }),
  'groups.members': (chatGroupId) => ({ chatGroupId }),
  'groups.admins': (chatGroupId) => ({ chatGroupId }),
  'groups.setMine': (chatGroupId) => ({ chatGroupId, topFlag: 1 }),
  'groups.memberInfo': (chatGroupId) => ({ groupUserId: `${chatGroupId}-${cleo}` }),
  'groups.dissolve': (chatGroupId) => ({ chatGroupId }),
  'groups.quit': (chatGroupId) => ({ chatGroupId }),
  'messages.history': (chatGroupId) => ({ chatGroupId }),
  'messages.send': (id) => chat.text(id, 'hello'),
  'messages.revoke': (chatGroupId) => ({ id: `${chatGroupId}-1`, chatGroupId }),
  'messages.edit': (chatGroupId) => ({ id: `${chatGroupId}-1`, chatGroupId, text: 'x' }),
  'messages.versions': (chatGroupId) => ({ id: `${chatGroupId}-1`, chatGroupId }),
  'messages.drop': (chatGroupId) => ({ id: `${chatGroupId}-1`, chatGroupId }),
  'messages.pin': (chatGroupId) => ({ id: `${chatGroupId}-1`, chatGroupId, isOn: 1 }),
  'messages.react': (chatGroupId) => ({ id: `${chatGroupId}-1`, chatGroupId, kind: 'like', isOn: 1 }),
  'messages.reactors': (chatGroupId) => ({ id: `${chatGroupId}-1`, chatGroupId }),
  'messages.readers': (chatGroupId) => ({ id: `${chatGroupId}-1`, chatGroupId }),
  'messages.sendFiles': (chatGroupId) => ({ chatGroupId, sendFiles: [{ relativePath: 'x' }] }),
  'messages.forward': (chatGroupId) => ({
    targetGroup: [{ chatGroupId }],
    messageList: [`${chatGroupId}-1`],
    sendType: 1,
  }),
  'messages.sendCard': (chatGroupId) => ({ chatGroupId, friendId: String(ben) }),
  'groups.callMembers': (chatGroupId) => ({ chatGroupId }),
  'messages.clear': (chatGroupId) => ({ chatGroupId }),
  'messages.share': (chatGroupId) => ({ chatGroupId, messageList: [`${chatGroupId}-1`] }),
  'friends.friendsToAdd': (chatGroupId) => ({ chatGroupId }),
  'friends.friendsToRemove': (chatGroupId) => ({ chatGroupId }),
}
const forAll = new Set([
  'mine',
  'search',
  'mineForForward',
  'createSingle',
  'launch',
  'joinByQr',
  'forwardToFriends',
  'shared',
])

test('CHAT-3 the matrix of access covers every call that names a chat', () => {
  const named = [
    ...Object.keys(chatGroups).map((name) => `groups.${name}`),
    ...Object.keys(chatMessages).map((name) => `messages.${name}`),
  ]
  expect(named.filter((name) => !forAll.has(name.split('.')[1] ?? '') && !bodies[name])).toEqual([])
})
test.each(Object.keys(bodies))(
  'CHAT-3 %s: a stranger hears not_found, as of no chat; who has left hears not_member',
  async (name) => {
    await chat.rowOf('groups.quit', { chatGroupId: group }, ben)
    const body = (id: string) => ({ ...bodies[name]?.(id) })
    expect(await chat.reasonOf(name, body(group), zoe)).toBe('not_found')
    expect(await chat.reasonOf(name, body('g999'), zoe)).toBe('not_found')
    expect(await chat.reasonOf(name, body(group), ben)).toBe('not_member')
  },
)
test.each([
  'setStatus',
  'setName',
  'setNotice',
  'setMaxCount',
  'removeMembers',
  'setMemberType',
  'muteMember',
  'dissolve',
])('CHAT-3 %s is for admins, and not for single chats', async (name) => {
  const single = await chat.single(ann, ben)
  const body = (id: string) => ({ ...bodies[`groups.${name}`]?.(id) })
  expect(await chat.reasonOf(`groups.${name}`, body(group), ben)).toBe('not_admin')
  expect(await chat.reasonOf(`groups.${name}`, body(single), ann)).toBe('group_only')
})
test('CHAT-12 a group is opened with friends; its name and size are checked', async () => {
  const launch = (more: object, user: number = ann) =>
    chat.reasonOf('groups.launch', { chatGroupName: 'Desk', chatGroupMembers: [String(ben)], ...more }, user)
  expect(await launch({ chatGroupName: ' \u2800 ' })).toBe('group_name_required')
  expect(await launch({ chatGroupName: 'x'.repeat(17) })).toBe('text_too_long')
  expect(await launch({ chatGroupMembers: [String(zoe)] })).toBe('not_friend')
  for (const nobody of ['99', '0', '__proto__', 'x'])
    expect(await launch({ chatGroupMembers: [nobody] })).toBe('not_friend')
  expect(await launch({ maxCount: 2, chatGroupMembers: [String(ben), String(cleo)] })).toBe('group_full')
  expect(await launch({ createUser: String(ben) })).toBe('forbidden')
  await chat.venue.command(({ tables }) => void tables.users.put({ ...tables.users.need(ann), powers: [] }))
  expect(await launch({})).toBe('forbidden')
  const members = rowsIn(await chat.done('groups.members', { chatGroupId: group }, cleo))
  expect(members.map(({ userId, memberType }) => [userId, memberType])).toEqual([
    [String(ann), 2],
    [String(ben), 0],
    [String(cleo), 0],
  ])
})
test('CHAT-14 members are added by members, from their friends; who comes later does not see what was said before', async () => {
  await chat.say(group, 'before', ann)
  const added = await chat.call('groups.addMembers', { chatGroupId: group, members: [String(zoe)] }, ben)
  expect([added['data'], added['reason']]).toEqual([-2, 'not_friend'])
  const all = Array.from({ length: 51 }, () => String(ben))
  expect((await chat.call('groups.addMembers', { chatGroupId: group, members: all }, ann))['reason']).toBe(
    'member_limit',
  )
  await chat.rowOf('friends.apply', { friendId: String(ben) }, dan)
  await chat.rowOf('friends.answer', { applyUserId: String(dan), status: 1 }, ben)
  expect(
    (await chat.call('groups.addMembers', { chatGroupId: group, members: [String(dan), String(cleo)] }, ben))['data'],
  ).toBe(1)
  await chat.say(group, 'after', ann)
  expect(textsOf(await chat.history(group, dan, { after: 0, limit: 50 }))).toEqual(['after'])
  await chat.rowOf('groups.setMaxCount', { id: group, maxCount: 4 }, ann)
  await chat.rowOf('groups.removeMembers', { chatGroupId: group, members: [String(dan)] }, ann).catch(() => null)
  expect((await chat.line(group, dan)).isThere).toBe(false)
})
test('CHAT-15 nobody removes the owner, and only the owner removes admins; admins are ten at most', async () => {
  await chat.rowOf('groups.setMemberType', { chatGroupId: group, userId: String(ben), memberType: 1 }, ann)
  expect(await chat.reasonOf('groups.removeMembers', { chatGroupId: group, members: [String(ann)] }, ben)).toBe(
    'not_admin',
  )
  await chat.rowOf('groups.setMemberType', { chatGroupId: group, userId: String(cleo), memberType: 1 }, ben)
  expect(await chat.reasonOf('groups.removeMembers', { chatGroupId: group, members: [String(cleo)] }, ben)).toBe(
    'not_admin',
  )
  expect(
    await chat.reasonOf('groups.setMemberType', { chatGroupId: group, userId: String(cleo), memberType: 0 }, ben),
  ).toBe('not_admin')
  expect(await chat.done('groups.removeMembers', { chatGroupId: group, members: [String(cleo)] }, ann)).toBe(1)
  expect(await chat.reasonOf('messages.send', chat.text(group, 'x'), cleo)).toBe('not_member')
})
test('CHAT-3 when all are muted only admins write; one who is muted waits until it ends', async () => {
  await chat.rowOf('groups.setStatus', { id: group, chatGroupStatus: 2 }, ann)
  expect(await chat.reasonOf('messages.send', chat.text(group, 'x'), ben)).toBe('muted')
  await chat.say(group, 'quiet please', ann)
  expect(rowsIn(await chat.done('groups.mineForForward', {}, ben)).map(({ id }) => id)).not.toContain(group)
  await chat.rowOf('groups.setStatus', { id: group, chatGroupStatus: 0 }, ann)
  await chat.rowOf('groups.muteMember', { chatGroupId: group, userId: String(ben), minutes: 10 }, ann)
  const refused = await chat.call('messages.send', chat.text(group, 'x'), ben)
  expect([refused['reason'], refused['params']]).toEqual(['muted', { until_ms: chat.clock.now() + 600_000 }])
  chat.clock.advance(600_000)
  await chat.say(group, 'back', ben)
})
test('CHAT-13 name, notice, maximum: checked, told in the chat, and the notice is unseen until it was seen', async () => {
  await chat.rowOf('groups.setName', { id: group, chatGroupName: 'New name' }, ann)
  expect(await chat.reasonOf('groups.setNotice', { id: group, chatNotice: 'x'.repeat(301) }, ann)).toBe('text_too_long')
  await chat.rowOf('groups.setNotice', { id: group, chatNotice: 'Read this' }, ann)
  expect((await chat.line(group, ben)).group).toMatchObject({
    chatGroupName: 'New name',
    chatNotice: 'Read this',
    advShowFlag: 2,
  })
  await chat.rowOf('groups.setMine', { chatGroupId: group, advShowFlag: 0, topFlag: 1, chatStatus: 1 }, ben)
  expect((await chat.line(group, ben)).group).toMatchObject({ advShowFlag: 0, memberTopFlag: 1, memberTipStatus: 1 })
  expect(await chat.done('groups.soundOn', { chatGroupId: group }, ben)).toBe(false)
  expect(await chat.reasonOf('groups.setMaxCount', { id: group, maxCount: 2 }, ann)).toBe('group_full')
  expect(await chat.reasonOf('groups.setMaxCount', { id: group, maxCount: 501 }, ann)).toBe('member_limit')
  const told = (await chat.history(group, ben)).map(({ messageType, contentType }) => [messageType, contentType])
  expect(told).toEqual([
    [2, 1],
    [2, 5],
    [2, 3],
  ])
})
test('CHAT-7 a hidden chat leaves the list until a new message comes', async () => {
  await chat.rowOf('groups.hide', { chatGroupId: group }, ben)
  expect(rowsIn(await chat.done('groups.mine', {}, ben)).map((row) => row['imGroup'])).not.toContainEqual(
    expect.objectContaining({ id: group }),
  )
  expect((await chat.line(group, ben)).isThere).toBe(true)
  await chat.say(group, 'psst', ann)
  expect(rowsIn(await chat.done('groups.mine', {}, ben)).map((row) => row['imGroup'])).toContainEqual(
    expect.objectContaining({ id: group }),
  )
})
test('CHAT-16 the owner does not quit but ends the group, for all', async () => {
  expect(await chat.reasonOf('groups.quit', { chatGroupId: group }, ann)).toBe('owner_cannot_quit')
  expect(await chat.reasonOf('groups.dissolve', { chatGroupId: group }, ben)).toBe('not_admin')
  await chat.rowOf('groups.dissolve', { chatGroupId: group }, ann)
  expect(await chat.reasonOf('messages.send', chat.text(group, 'x'), ben)).toBe('group_gone')
  expect((await chat.line(group, ben)).isThere).toBe(false)
})
test('CHAT-8 AT69 a signed code lets in for two hours; forged, foreign, expired, of an ended group, full', async () => {
  const { qrInfo } = await chat.rowOf('groups.info', { chatGroupId: group }, ben)
  const code: Record<string, unknown> = JSON.parse(String(qrInfo))
  const join = (qrValue: unknown, user: number = zoe) => chat.reasonOf('groups.joinByQr', { qrValue }, user)
  expect(await join('hello')).toBe('qr_invalid')
  expect(await join('{"a":1}')).toBe('qr_invalid')
  expect(await join({ businessCode: 1, x: 1 })).toBe('qr_foreign')
  expect(await join({ ...code, qrValue: { chatGroupId: 'g1' } })).toBe('qr_foreign')
  expect(await join('javascript:alert(1)')).toBe('qr_invalid')
  for (const forged of [
    { expireTime: -1 },
    { createTimeStamp: Number(code['createTimeStamp']) + 7_200_000 },
    { sig: '' },
    { sig: undefined },
    { sig: 'x'.repeat(7000) },
  ])
    expect([forged, await join({ ...code, ...forged })]).toEqual([forged, 'qr_foreign'])
  expect(await chat.rowOf('groups.joinByQr', { qrValue: qrInfo }, ben)).toEqual({ chatGroupId: group, joined: false })
  await chat.rowOf('groups.setMaxCount', { id: group, maxCount: 3 }, ann)
  expect(await join(qrInfo)).toBe('group_full')
  await chat.rowOf('groups.setMaxCount', { id: group, maxCount: -1 }, ann)
  expect(await chat.rowOf('groups.joinByQr', { qrValue: code }, zoe)).toEqual({ chatGroupId: group, joined: true })
  await chat.advance(7_200_000)
  expect(await join(qrInfo, dan)).toBe('qr_expired')
  const fresh = String((await chat.rowOf('groups.info', { chatGroupId: group }, ben))['qrInfo'])
  await chat.rowOf('groups.dissolve', { chatGroupId: group }, ann)
  expect(await join(fresh, dan)).toBe('group_gone')
})
test('CHAT-15 the owner hands the group over and stays as an admin; nobody else can, and the new owner may end it', async () => {
  const owner = (who: number, by: number) =>
    chat.reasonOf('groups.setMemberType', { chatGroupId: group, userId: String(who), memberType: 2 }, by)
  await chat.rowOf('groups.setMemberType', { chatGroupId: group, userId: String(ben), memberType: 1 }, ann)
  expect([await owner(cleo, ben), await owner(ann, ann)]).toEqual(['not_admin', 'not_admin'])
  expect(
    await chat.rowOf('groups.setMemberType', { chatGroupId: group, userId: String(cleo), memberType: 2 }, ann),
  ).toMatchObject({ userId: String(cleo), memberType: 2 })
  const rows = rowsIn(await chat.done('groups.members', { chatGroupId: group }, ann))
  expect(rows.map(({ userId, memberType }) => [userId, memberType])).toEqual([
    [String(cleo), 2],
    [String(ann), 1],
    [String(ben), 1],
  ])
  expect((await chat.rowOf('groups.info', { chatGroupId: group }, ann))['imGroup']).toMatchObject({
    chatGroupMaster: String(cleo),
  })
  expect([await owner(ben, ann), await chat.reasonOf('groups.dissolve', { chatGroupId: group }, ann)]).toEqual([
    'not_admin',
    'not_admin',
  ])
  expect(await chat.reasonOf('groups.quit', { chatGroupId: group }, ann)).toBe('ok')
  expect(await chat.reasonOf('groups.dissolve', { chatGroupId: group }, cleo)).toBe('ok')
})
