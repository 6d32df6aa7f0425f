import { createUser } from '#server/features/session/sign-up.ts'
import { answerOf } from '#tests/support/people.ts'
import { chatVenue, folk, rowsIn, type ChatVenue } from '#tests/support/chat/chat-venue.ts'
import { beforeEach, expect, test } from 'vitest'

let chat: ChatVenue
beforeEach(async () => {
  chat = await chatVenue()
})
const { ann, ben, dan, zoe } = folk
const apply = (from: number, to: number, more: object = {}) =>
  chat.reasonOf('friends.apply', { friendId: String(to), ...more }, from)
const answer = (user: number, from: number, status: 1 | 2) =>
  chat.reasonOf('friends.answer', { applyUserId: String(from), status }, user)
const applies = async (user: number) => rowsIn(await chat.done('friends.applies', {}, user))

test('CHAT-21 to be friends both must want it; until then nobody may write', async () => {
  expect(await chat.reasonOf('groups.createSingle', { toUser: String(dan) }, zoe)).toBe('not_friend')
  expect(await apply(zoe, zoe)).toBe('friend_self')
  expect(await apply(ann, ben)).toBe('already_friend')
  expect(await apply(zoe, 5)).toBe('not_found')
  expect(await apply(zoe, dan, { description: 'From the gym', friendName: 'Danny' })).toBe('ok')
  expect(await apply(zoe, dan)).toBe('apply_exists')
  expect(await applies(dan)).toMatchObject([
    { id: String(zoe), remark: 'From the gym', status: 0, userName: 'n100009' },
  ])
  expect(await answer(dan, ann, 1)).toBe('apply_gone')
  const { chatGroupId } = await chat.rowOf('friends.answer', { applyUserId: String(zoe), status: 1, expect: 0 }, dan)
  expect(await answer(dan, zoe, 2)).toBe('apply_gone')
  await chat.say(String(chatGroupId), 'hi', zoe)
  const list = await chat.rowOf('friends.friends', {}, zoe)
  expect(list).toMatchObject({
    myFriendsIndexList: ['D'],
    myFriendList: [
      { firstLetter: 'D', friends: [{ friendId: String(dan), friendName: 'Danny', userName: 'n100004' }] },
    ],
  })
})
test('CHAT-21 who is asked gets a notification with the name of who asks; a blocked one makes none', async () => {
  const told = async (user: number) => {
    chat.venue.flush()
    const { answer } = await chat.ask('GET /api/notification/list', {}, { user })
    return rowsIn(Object(answerOf(answer).message).list).map(({ subject, ref, title }) => [subject, ref, title])
  }
  await chat.rowOf('friends.block', { friendId: String(zoe), blockFlag: 1 }, ben)
  await apply(zoe, ben)
  expect(await told(ben)).toEqual([])
  await apply(zoe, dan)
  await answer(dan, zoe, 1)
  expect(await told(dan)).toEqual([['friend_asked', String(zoe), 'n100009']])
  expect(await told(zoe)).toEqual([])
})
test('CHAT-22 who was refused may ask again; two who ask each other are friends', async () => {
  await apply(zoe, dan)
  expect(await answer(dan, zoe, 2)).toBe('ok')
  expect(await apply(zoe, dan)).toBe('ok')
  expect(await applies(dan)).toMatchObject([{ status: 0, rev: 3 }])
  expect(await apply(dan, zoe)).toBe('ok')
  expect(await chat.rowOf('friends.friend', { friendId: String(zoe) }, dan)).toMatchObject({ isFriend: 1, apply: null })
})
test('CHAT-24 a block silences without telling: no writing, no request is heard, the list of friends stays', async () => {
  const single = await chat.single(ann, ben)
  await chat.rowOf('friends.block', { friendId: String(ann), blockFlag: 1 }, ben)
  expect(await chat.reasonOf('messages.send', chat.text(single, 'x'), ann)).toBe('not_friend')
  expect(rowsIn(await chat.done('friends.blocked', {}, ben))).toMatchObject([{ friendId: String(ann), isBlocked: 1 }])
  await chat.rowOf('friends.block', { friendId: String(zoe), blockFlag: 1 }, ben)
  expect(await apply(zoe, ben)).toBe('ok')
  expect(await applies(ben)).toEqual([])
  await chat.rowOf('friends.block', { friendId: String(ann), blockFlag: 0 }, ben)
  await chat.say(single, 'again', ann)
})
test('CHAT-23 a remark is my name for them, in the list of chats too; removing ends it on both sides', async () => {
  const single = await chat.single(ann, ben)
  await chat.rowOf('friends.remark', { friendId: String(ben), friendName: 'Uncle Ben' }, ann)
  expect((await chat.line(single, ann)).group).toMatchObject({ chatGroupName: 'Uncle Ben', maySend: 1 })
  expect((await chat.line(single, ben)).group).toMatchObject({ chatGroupName: 'n100001' })
  await chat.rowOf('friends.remove', { friendId: String(ann) }, ben)
  expect(await chat.reasonOf('messages.send', chat.text(single, 'x'), ann)).toBe('not_friend')
  expect(await chat.reasonOf('friends.remark', { friendId: String(ben), friendName: 'x' }, ann)).toBe('not_friend')
  expect((await chat.line(single, ann)).group).toMatchObject({ maySend: 0 })
})
test('CHAT-26 people are found by a whole number, phone or mail, or by letters of the name; numbers are shown to friends who may see them', async () => {
  await chat.venue.command(({ tables }) => void tables.users.put({ ...tables.users.need(zoe), mobile: '852-51234567' }))
  const search = async (keyWord: string, user: number = ann) =>
    rowsIn(await chat.done('friends.searchUser', { keyWord }, user)).map(({ id, mobile }) => [id, mobile])
  expect(await search('k100009')).toEqual([[String(zoe), null]])
  expect(await search('+852 5123 4567')).toEqual([[String(zoe), '+852 512****67']])
  expect(await search('100009@kontor.test')).toEqual([[String(zoe), null]])
  expect(await search('n')).toEqual([])
  expect((await search('N1000')).length).toBe(4)
  // Two letters are a whole name; a name given by number, and staff, are found by no part.
  await chat.venue.command(({ tables }) => {
    const name = (id: number, nickname: string, powers: readonly string[] = []) =>
      tables.users.put({ ...tables.users.need(id), nickname, powers: [...powers] })
    name(ben, '小明')
    name(dan, `K${dan}`)
    name(folk.cleo, 'Kontor desk', ['deskUser'])
  })
  expect(await search('小明')).toEqual([[String(ben), null]])
  expect([await search('小'), await search('k10'), await search('kontor')]).toEqual([[], [], []])
  expect(await search(`k${dan}`)).toEqual([[String(dan), null]])
  expect(await chat.reasonOf('friends.searchUser', { keyWord: '' }, ann)).toBe('keyword_required')
  const synced = rowsIn(await chat.done('friends.syncContacts', { phoneContacts: ['+85251234567', '12', 'x'] }, ann))
  expect(synced).toEqual([
    { userId: String(zoe), userName: 'n100009', realName: null, mobile: '+85251234567', avatar: null, status: 0 },
  ])
  const seen = async () => (await chat.rowOf('friends.friend', { friendId: String(zoe) }, ann))['mobile']
  expect(await seen()).toBeNull()
  await chat.rowOf('friends.apply', { friendId: String(ann), friendPower: 0 }, zoe)
  await answer(ann, zoe, 1)
  expect(await seen()).toBe('+852 512****67')
  await chat.rowOf('friends.remark', { friendId: String(ann), friendPower: 1 }, zoe)
  expect(await seen()).toBeNull()
})
test('CHAT-25 who may be added to a group, and who removed from it', async () => {
  const group = await chat.launch([ben])
  expect(
    rowsIn(await chat.done('friends.friendsToAdd', { chatGroupId: group }, ann)).map(({ friendId }) => friendId),
  ).toEqual([String(folk.cleo)])
  expect(
    rowsIn(await chat.done('friends.friendsToRemove', { chatGroupId: group }, ann)).map(({ userId }) => userId),
  ).toEqual([String(ben)])
  expect(await chat.reasonOf('friends.friendsToRemove', { chatGroupId: group }, ben)).toBe('not_admin')
})
test('CHAT-27 the support user of the demo greets newcomers, answers by written rules in their language, and says that it is a bot', async () => {
  const demo = await chatVenue({ settings: { chat: { hasBots: true } } })
  const newcomer = await demo.venue.command(
    (ctx) =>
      createUser(ctx, {
        target: { type: 'email', id: 'new@kontor.test' },
        hash: '',
        invitation: '',
        line: '',
        lang: 'en',
      }).id,
  )
  await demo.advance(2000)
  const rows = rowsIn(await demo.done('groups.mine', {}, newcomer))
  const support = rows.find(({ imGroup }) => JSON.stringify(imGroup).includes('"peerIsBot":1,"peerIsStaff":1'))
  const { id }: { id: string } = JSON.parse(JSON.stringify(support?.['imGroup']))
  expect(rows.length).toBeGreaterThanOrEqual(3)
  await demo.say(id, 'How do I withdraw?', newcomer)
  await demo.advance(1500)
  const said = (await demo.history(id, newcomer)).map(({ content }) => String(content))
  expect([
    said[0]?.includes('Withdrawals'),
    said[0]?.includes('Automatic answer'),
    said.at(-1)?.includes('bot'),
  ]).toEqual([true, true, true])
  await demo.rowOf('friends.apply', { friendId: '90102' }, zoe)
  await demo.advance(3000)
  expect(await demo.rowOf('friends.friend', { friendId: '90102' }, zoe)).toMatchObject({
    isFriend: 1,
    isBot: 1,
    isStaff: 0,
  })
})
test('CHAT-124 a guest of the demo says a price with its point, in the room and in the list of chats', async () => {
  const demo = await chatVenue({ settings: { chat: { hasBots: true } } })
  const newcomer = await demo.venue.command(
    (ctx) =>
      createUser(ctx, {
        target: { type: 'email', id: 'new@kontor.test' },
        hash: '',
        invitation: '',
        line: '',
        lang: 'en',
      }).id,
  )
  await demo.advance(2000)
  await demo.advance(300_000)
  const prices = demo.venue.ctx.markets
    .all()
    .map(
      ({ pair, last }) =>
        `${pair.market.replace('-', '/')} ${(last() / 10 ** pair.priceScale).toFixed(pair.priceScale)}`,
    )
  const talk = rowsIn(await demo.done('groups.mine', {}, newcomer)).find(({ imGroup }) =>
    JSON.stringify(imGroup).includes('Market Talk'),
  )
  const inRoom = await demo.history(String(Object(talk?.['imGroup']).id), newcomer)
  for (const said of [talk?.['imGroupMessageRef'], inRoom[0]])
    expect(prices.filter((price) => JSON.stringify(said).includes(price))).toHaveLength(1)
})
