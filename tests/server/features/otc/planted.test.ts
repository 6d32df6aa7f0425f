import { urlOf } from '#contract/wire/endpoint.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { plantedInTrust, type TrustPlant } from '#tests/proof/planted-otc-trust.ts'
import { newCid, rowsIn, textsOf } from '#tests/support/chat/chat-venue.ts'
import { otcVenue, type OtcVenue } from '#tests/support/otc/otc-venue.ts'
import { answerOf } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

const minute = 60_000
type Probe = (v: OtcVenue) => Promise<readonly unknown[]>

/** Statements and offers until the appeal takes no more. */
const fillAppeal: Probe = async (v) => {
  const order = await v.take(await v.publish())
  await v.pay(order)
  await v.appeal(order, v.ann)
  const told: unknown[] = []
  for (let n = 0; n < 22; n += 1)
    told.push((await v.appeal(order, v.ben, { problem: `again ${n}`, vouchers: [] })).reason ?? 'ok')
  for (let n = 0; n < 22; n += 1)
    told.push((await v.call('offer', { id: order.id, to_buyer: '40' }, v.ben)).reason ?? 'ok')
  return told
}
const tries = [...Array.from({ length: 20 }, () => 'ok'), 'appeal_full', 'appeal_full']

/** The orders of one ad, as its owner and a taker see them. */
const listOrders: Probe = async (v) => {
  const [ad, other] = [await v.publish(), await v.publish({ price: '1.02' })]
  const orders = [await v.take(ad), await v.take(ad, {}, v.cleo), await v.take(other)]
  const asked = async (user: number) =>
    rowsIn(Object((await v.call('orders', { ad_id: ad.id }, user)).message)['list']).map(({ id }) =>
      orders.findIndex((order) => order.id === id),
    )
  return [await asked(v.ann), await asked(v.ben)]
}

/** A chat before, in and after an order, and what the desk reads of it. */
const talk: Probe = async (v) => {
  const ask = async (
    endpoint: typeof chatGroups.createSingle | typeof chatMessages.send | typeof chatMessages.revoke,
    body: object,
    user: number,
  ) => Object((await v.ask(`${endpoint.method} ${urlOf(endpoint)}`, { ...body }, { user })).answer)
  const ad = await v.publish()
  const first = await v.take(ad)
  const chat = String(Object((await ask(chatGroups.createSingle, { toUser: String(v.ann) }, v.ben))['data'])['id'])
  const say = async (text: string) =>
    (await ask(chatMessages.send, { cid: newCid(), chat, type: 1, body: { text } }, v.ben))['reason'] ?? 'ok'
  const stranger = (await ask(chatGroups.createSingle, { toUser: String(v.ann) }, v.cleo))['reason'] ?? 'ok'
  await say('before')
  await v.call('cancelOrder', { id: first.id }, v.ben)
  const afterCancel = await say('cancelled')
  await v.advance(minute)
  const order = await v.take(ad)
  await say('I have a cold')
  const sent = await ask(chatMessages.send, { cid: newCid(), chat, type: 1, body: { text: 'You are a fraud' } }, v.ben)
  const takenBack = await ask(
    chatMessages.revoke,
    { id: `${chat}-${String(Object(sent['data'])['n'])}`, chatGroupId: chat },
    v.ben,
  )
  await v.pay(order)
  await v.appeal(order, v.ann)
  await v.confirm(order)
  await v.advance(minute)
  await v.take(ad)
  await say('after')
  await v.venue.command(({ tables }) => void tables.users.put({ ...tables.users.need(v.cleo), powers: ['deskAppeal'] }))
  const { message } = answerOf(
    (await v.ask('GET /api/desk/case', { id: `appeal-${order.id}` }, { user: v.cleo })).answer,
  )
  const lines = rowsIn(Object(Object(message)['appeal'])['talk'])
  return [stranger, afterCancel, takenBack['code'], textsOf(lines.toReversed()), lines.map(({ content }) => content)]
}

const rules: Readonly<
  Record<'OTC-30' | 'OTC-31' | 'OTC-32', { readonly probe: Probe; readonly wanted: readonly unknown[] }>
> = {
  'OTC-30': { probe: fillAppeal, wanted: [...tries, ...tries] },
  'OTC-31': { probe: listOrders, wanted: [[1, 0], [0]] },
  'OTC-32': {
    probe: talk,
    wanted: ['not_friend', 'not_friend', 200, ['I have a cold', '(revoked)'], ['{"text":"I have a cold"}', '{}']],
  },
}
const seen = async (rule: keyof typeof rules, { store, venue }: TrustPlant = {}) => {
  const v = await otcVenue(store ? { store: store(openSqlite(':memory:')) } : {})
  await v.bail()
  venue?.(v.venue.ctx)
  return rules[rule].probe(v)
}

test('OTC-30 an appeal takes twenty statements and twenty offers of one side, and no more', async () => {
  expect(await seen('OTC-30')).toEqual(rules['OTC-30'].wanted)
})
test('OTC-31 the orders of an ad are all shown to its owner, and to a taker their own', async () => {
  expect(await seen('OTC-31')).toEqual(rules['OTC-31'].wanted)
})
test('OTC-32 the desk reads what was written while the order was open, and of what was taken back only that it was', async () => {
  expect(await seen('OTC-32')).toEqual(rules['OTC-32'].wanted)
})
test.each(plantedInTrust)('OTC-30 OTC-31 OTC-32 a planted fault is caught: %s, by %s', async (_, rule, plant) => {
  // A fault may also end the story with an error.
  expect(await seen(rule, plant).catch((thrown: unknown) => [thrown])).not.toEqual(rules[rule].wanted)
})
