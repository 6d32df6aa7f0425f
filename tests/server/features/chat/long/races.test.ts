import { seededRandom } from '#server/core/random.ts'
import { openMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { payloads } from '#tests/server/attacks/payloads.ts'
import { chatOver, chatVenue, folk, textsOf } from '#tests/support/chat/chat-venue.ts'
import { createLateStore } from '#tests/support/late-store.ts'
import { expect, test } from 'vitest'

const { ann, ben, cleo } = folk
const settings = { chat: { sendsPerSecond: 1e6, sendBurst: 1e6 } }
const seed = Number(process.env['SEED'] ?? 11)

test(`C1 over a store that answers late, messages that come at once are each there once, in one order for all (SEED=${seed})`, async () => {
  const random = seededRandom(seed)
  const late = createLateStore(openSqlite(':memory:'), random)
  const chat = await chatOver(await openMemoryVenue({ store: late.store, settings, seed }))
  const group = await chat.launch()
  const people = [ann, ben, cleo]
  const wishes = Array.from({ length: 40 }, (_, at) => ({
    user: people[random.int(3)] ?? ann,
    body: chat.text(group, `m${at}`),
  }))
  // Each is sent up to three times, in any order: replies are lost and wishes repeated.
  const attempts = wishes
    .flatMap((wish) => Array.from({ length: 1 + random.int(3) }, () => wish))
    .toSorted(() => random.unit() - 0.5)
  const answers = await Promise.all(
    attempts.map(async (wish) => ({ wish, reply: await chat.rowOf('messages.send', wish.body, wish.user) })),
  )
  const numbers = new Map<string, unknown>()
  for (const { wish, reply } of answers) {
    expect(numbers.get(wish.body.cid) ?? reply['n']).toBe(reply['n'])
    numbers.set(wish.body.cid, reply['n'])
  }
  const [one, other] = [await chat.history(group, ann, { limit: 50 }), await chat.history(group, cleo, { limit: 50 })]
  expect(one.map(({ n }) => n)).toEqual(Array.from({ length: 41 }, (_, at) => 41 - at))
  expect(textsOf(one)).toEqual(textsOf(other))
  expect(textsOf(one).toSorted()).toEqual(wishes.map((_, at) => `m${at}`).toSorted())
  // A message that is revoked while it is read is read as revoked.
  const [revoked, read] = await Promise.all([
    chat.rowOf('messages.revoke', { id: `${group}-41`, chatGroupId: group }, ann),
    chat.history(group, ben, { limit: 50 }),
  ])
  expect([revoked['revoked'], read.length]).toEqual([true, 41])
  expect((await chat.history(group, ben))[0]).toMatchObject({ n: 41, revoked: true })
})
test('AT50 markup in messages, names, notices and remarks is text: it comes back as it was sent', async () => {
  const chat = await chatVenue({ settings })
  const group = await chat.launch()
  for (const payload of payloads) await chat.say(group, payload, ann)
  const pages = []
  for (let before = payloads.length + 2; before > 2; before -= 50)
    pages.push(...(await chat.history(group, ben, { before, limit: 50 })))
  expect(textsOf(pages).slice(-payloads.length)).toEqual(payloads.map((payload) => payload.trim()))
  const [name, notice] = ['<b>x</b>', '<img src=x onerror=alert(1)>']
  await chat.rowOf('groups.setName', { id: group, chatGroupName: name }, ann)
  await chat.rowOf('groups.setNotice', { id: group, chatNotice: notice }, ann)
  expect((await chat.line(group, ben)).group).toMatchObject({ chatGroupName: name, chatNotice: notice })
  expect(await chat.rowOf('friends.remark', { friendId: String(ben), friendName: '<i>Ben</i>' }, ann)).toMatchObject({
    friendName: '<i>Ben</i>',
  })
})
