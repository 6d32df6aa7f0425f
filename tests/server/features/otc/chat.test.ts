import { urlOf } from '#contract/wire/endpoint.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { answerOf } from '#tests/support/people.ts'
import { newCid, rowsIn, textsOf } from '#tests/support/chat/chat-venue.ts'
import { otcVenue } from '#tests/support/otc/otc-venue.ts'
import { expect, test } from 'vitest'

const minute = 60_000
async function talkVenue(options: Parameters<typeof otcVenue>[0] = {}) {
  const v = await otcVenue(options)
  const ask = async (
    endpoint:
      | typeof chatMessages.edit
      | typeof chatGroups.createSingle
      | typeof chatMessages.send
      | typeof chatMessages.history,
    body: object,
    user: number,
  ) => Object((await v.ask(`${endpoint.method} ${urlOf(endpoint)}`, { ...body }, { user })).answer)
  const open = async (user: number, other: number) => {
    const answer = await ask(chatGroups.createSingle, { toUser: String(other) }, user)
    return String(answer['code'] === 200 ? Object(answer['data'])['id'] : answer['reason'])
  }
  const say = async (chat: string, text: string, user: number) => {
    const answer = await ask(chatMessages.send, { cid: newCid(), chat, type: 1, body: { text } }, user)
    return answer['code'] === 200 ? 'ok' : String(answer['reason'])
  }
  const edit = (chat: string, n: number, text: string, user: number) =>
    ask(chatMessages.edit, { id: `${chat}-${n}`, chatGroupId: chat, text }, user)
  const heard = async (chat: string, user: number) => {
    const answer = await ask(chatMessages.history, { chatGroupId: chat }, user)
    return answer['code'] === 200 ? textsOf(rowsIn(answer['data'])) : String(answer['reason'])
  }
  /** What Cleo, who is at the desk, reads of the two in the case of an order. */
  const deskReads = async (order: { id: string }) => {
    await v.venue.command(
      ({ tables }) => void tables.users.put({ ...tables.users.need(v.cleo), powers: ['deskAppeal'] }),
    )
    const { message } = answerOf(
      (await v.ask('GET /api/desk/case', { id: `appeal-${order.id}` }, { user: v.cleo })).answer,
    )
    const { talk, has_more_talk } = Object(Object(message)['appeal'])
    return {
      texts: textsOf(rowsIn(talk).toReversed()),
      who: rowsIn(talk).map(({ fromUserId, meFlag }) => `${String(fromUserId)} ${String(meFlag)}`),
      has_more_talk,
      earlier: rowsIn(talk).flatMap(({ earlier }) =>
        earlier === undefined ? [] : [rowsIn(earlier).map(({ text }) => text)],
      ),
    }
  }
  return { ...v, open, say, edit, heard, deskReads }
}

test('OTC-32 the two sides of an open order write to each other, nobody else does; after its end they read, and the next order opens the same chat', async () => {
  const v = await talkVenue()
  await v.bail()
  const ad = await v.publish()
  expect(await v.open(v.ben, v.ann)).toBe('not_friend')
  const order = await v.take(ad)
  const chat = await v.open(v.ben, v.ann)
  expect([await v.say(chat, 'Which bank?', v.ben), await v.say(chat, 'HSBC', v.ann)]).toEqual(['ok', 'ok'])
  expect([await v.open(v.cleo, v.ann), await v.say(chat, 'Pay me', v.cleo), await v.heard(chat, v.cleo)]).toEqual([
    'not_friend',
    'not_found',
    'not_found',
  ])
  await v.call('cancelOrder', { id: order.id }, v.ben)
  expect([await v.say(chat, 'Sorry', v.ben), await v.say(chat, 'Why?', v.ann)]).toEqual(['not_friend', 'not_friend'])
  expect([await v.open(v.ben, v.ann), await v.open(v.ann, v.ben), await v.heard(chat, v.ann)]).toEqual([
    chat,
    chat,
    ['Which bank?', 'HSBC'],
  ])
  await v.take(ad)
  expect([await v.open(v.ann, v.ben), await v.say(chat, 'Again', v.ben), await v.heard(chat, v.ben)]).toEqual([
    chat,
    'ok',
    ['Which bank?', 'HSBC', 'Again'],
  ])
})
test('OTC-32 in an appeal the desk reads what the two wrote while the order was open: nothing from before, and nothing from after its end', async () => {
  const v = await talkVenue()
  await v.bail()
  const ad = await v.publish()
  const first = await v.take(ad)
  const chat = await v.open(v.ben, v.ann)
  await v.say(chat, 'first order', v.ben)
  await v.call('cancelOrder', { id: first.id }, v.ben)
  await v.advance(minute)
  const order = await v.take(ad)
  await v.say(chat, 'I pay now', v.ben)
  await v.advance(minute)
  await v.pay(order)
  await v.say(chat, 'Nothing came', v.ann)
  await v.appeal(order, v.ann)
  const wanted = {
    texts: ['I pay now', 'Nothing came'],
    who: [`${v.ben} false`, `${v.ann} false`],
    has_more_talk: 0,
    earlier: [],
  }
  expect(await v.deskReads(order)).toEqual(wanted)
  await v.confirm(order)
  await v.advance(minute)
  await v.take(ad)
  await v.say(chat, 'third order', v.ben)
  expect(await v.deskReads(order)).toEqual(wanted)
})
test('OTC-32 what was edited in an order’s chat is shown to the desk with what it said before', async () => {
  const v = await talkVenue()
  await v.bail()
  const order = await v.take(await v.publish())
  const chat = await v.open(v.ben, v.ann)
  await v.say(chat, 'Paid from my wife’s card', v.ben)
  await v.edit(chat, 1, 'Paid', v.ben)
  await v.pay(order)
  await v.appeal(order, v.ann)
  expect(await v.deskReads(order)).toMatchObject({ texts: ['Paid'], earlier: [['Paid from my wife’s card']] })
})
test('OTC-32 of a long talk the desk is shown the last two hundred messages, and told that there are more', async () => {
  const v = await talkVenue({ settings: { chat: { sendsPerSecond: 1000, sendBurst: 1000 } } })
  await v.bail()
  const order = await v.take(await v.publish())
  const chat = await v.open(v.ben, v.ann)
  for (let n = 0; n < 203; n += 1) await v.say(chat, `line ${n}`, v.ben)
  await v.pay(order)
  await v.appeal(order, v.ann)
  const { texts, has_more_talk } = await v.deskReads(order)
  expect([texts.length, texts.at(0), texts.at(-1), has_more_talk]).toEqual([200, 'line 3', 'line 202', 1])
})
test('OTC-32 a merchant of the demo answers that it trades by rules', async () => {
  const v = await talkVenue({ settings: { otc: { hasBots: true } } })
  const [bot] = [...v.venue.ctx.tables.otcBots.all()]
  const user = bot?.user ?? 0
  const ad = v.venue.ctx.tables.otcAds
    .group('user', user)
    .find((each) => each.side === 'sell' && each.fiat === 'USD' && each.coin === 3)
  await v.take({ id: String(ad?.id) })
  const chat = await v.open(v.ben, user)
  await v.say(chat, 'Hello?', v.ben)
  await v.advance(1500)
  expect(await v.heard(chat, v.ben)).toEqual([
    'Hello?',
    expect.stringMatching(/^This is a demo merchant: .*\(Automatic answer\)$/),
  ])
})
