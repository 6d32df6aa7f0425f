import { befriend } from '#tests/support/chat/friends.ts'
import { fieldOf, type VenueClient } from '#tests/support/venue-client.ts'
import { expect } from '../kit.ts'
import { freshBook } from '../story.ts'
import { pin, sellerAndBuyer, upload, type Person } from './otc-people.ts'

type Body = Readonly<Record<string, unknown>>
const usdt = 3
const tron = 'TA4Y62o6YC2Zsck9rZVGTvqW1AQ7X9zTnj'

/** What a change answers, which must be done. */
const done = async (venue: VenueClient, path: string, body: Body) => {
  const answer = (await venue.post(path, body)).body
  expect(answer['type'] === 'ok' || answer['code'] === 200, `${path}: ${JSON.stringify(answer)}`).toBe(true)
  return answer['data'] ?? answer['message']
}

/** Bought and sold at prices of the book, moved to a price far away, and cancelled. */
const tradeSpot = async (url: string, venue: VenueClient) => {
  const order = { legal_id: usdt, currency_id: 1 }
  await done(venue, 'api/coin/trade', { ...order, type: 1, kind: 'market', total: '777.77' })
  await done(venue, 'api/coin/trade', { ...order, type: 2, kind: 'market', amount: '0.003333' })
  await done(venue, 'api/coin/trade', { ...order, currency_id: 2, type: 1, kind: 'market', total: '123.45' })
  const { bids } = await freshBook(url, 1)
  const below = (Number(bids[0]?.split(' ')[0]) * 0.93).toFixed(2)
  for (const amount of ['0.001234', '0.001'])
    await done(venue, 'api/coin/trade', { ...order, type: 1, amount, target_price: below })
  const last = await done(venue, 'api/coin/trade', { ...order, type: 1, amount: '0.0011', target_price: below })
  await done(venue, 'api/coin/cancel', { id: fieldOf(last, 'id') })
  await done(venue, 'api/alert/add', { match_id: 1, side: 'above', price: '150000.01', mode: 'once' })
}
/** Partly closed with stops, reversed, waiting. */
const tradeContracts = async (venue: VenueClient) => {
  const order = { legal_id: usdt, currency_id: 1, type: 1, status: 1, share: 3, multiple: 20 }
  const id = fieldOf(await done(venue, 'api/lever/submit', order), 'id')
  await done(venue, 'api/lever/close', { id, share: 1 })
  await done(venue, 'api/lever/setstop', { id, target_profit_price: '150000.5', stop_loss_price: '60000.25' })
  const short = await done(venue, 'api/lever/submit', { ...order, currency_id: 2, type: 2, multiple: 50 })
  await done(venue, 'api/lever/reverse', { id: fieldOf(short, 'id'), slippage: '1' })
  await done(venue, 'api/lever/submit', { ...order, status: 0, share: 1, target_price: '61234.5' })
}
/** Money exchanged, sent on, and on its way in. */
const moveMoney = async (url: string, ann: Person, ben: Person) => {
  const { venue } = ann
  for (const [from, to, num] of [
    [usdt, 1, '333.33'],
    [1, 2, '0.00123457'],
  ] as const) {
    const quote = await done(venue, 'api/wallet/quote', { kind: 'flash', from, to, num })
    const deal = { l_currency_id: from, r_currency_id: to, num, quote_id: fieldOf(quote, 'quote_id') }
    await done(venue, 'api/wallet/flashAgainst', deal)
  }
  const between = { number: '12.34567891', currency_id: usdt, from_field: 'change', to_field: 'micro' }
  await done(venue, 'api/wallet/change', between)
  const gift = { email: ben.mail, currency_id: usdt, number: '7.777777', pay_password: pin }
  await done(venue, 'api/trade/transfer', gift)
  const proof = { account: 'f'.repeat(64), imgs: [await upload(url, ann)] }
  await done(venue, 'api/wallet/charge_req', { currency: usdt, netType: 'TRC20', amount: '55.555555', ...proof })
}
/** What earns: an amount of each product, one of them redeemed early. */
const putToWork = async (venue: VenueClient) => {
  await done(venue, 'api/lh/deposit', { config_id: 1, amount: '123.456789' })
  const early = await done(venue, 'api/lh/deposit', { config_id: 2, amount: '111.111111' })
  await done(venue, 'api/lh/deposit/order/cancel', { id: fieldOf(early, 'id') })
  await done(venue, 'api/project/project', { id: 'first-steps', amount: '33.333333' })
  await done(venue, 'api/lh/send/order', { config_id: 1, amount: '77.77' })
  await done(venue, 'api/pledge/pledge', { product_id: 'calm', amount: '44.444444' })
  await done(venue, 'api/miner/buySeat', { seat_id: 'fjord', num: 1 })
  await done(venue, 'api/miner/zhiya', { amount: '50' })
  await done(venue, 'api/miner/buyMiner', { machine_id: 'sprout', num: 1 })
}
/** An order that is over, and one that waits for the payment; answers the open one's number. */
const tradeWith = async (url: string, ann: Person, ben: Person, ad: string) => {
  const take = async (value: string) =>
    fieldOf(await done(ben.venue, 'api/trade/trade', { id: ad, means: 'money', value, way: 'bank' }), 'id')
  const id = await take('66.66')
  await done(ben.venue, 'api/trade/pay', { id, vouchers: [await upload(url, ben)] })
  await done(ann.venue, 'api/trade/confirm', { id, pay_password: pin })
  return take('55.55')
}
/** A chat of two with a packet, of which the other has taken a share. */
export const sendPacket = async (ann: Person, ben: Person) => {
  const enter = async (person: Person) => {
    const about = fieldOf(await done(person.venue, 'chat/sys/login', { userDeviceId: 'journey' }), 'userInfo')
    return { ...person, id: String(fieldOf(about, 'id')), name: String(fieldOf(about, 'userName')) }
  }
  const [one, other] = [await enter(ann), await enter(ben)]
  await befriend(one, other)
  const group = { chatGroupName: 'Desk', chatGroupMembers: [other.id] }
  const chatGroupId = fieldOf(await done(one.venue, 'chat/imChatGroup/launchChatGroup', group), 'id')
  await done(one.venue, 'chat/imUser/toPayUserBalance', { amount: '10', tradePwd: pin })
  const packet = { chatGroupId, redBagRule: 1, redBagNums: 2, redBagValue: '5.55', redBagRemark: '', tradePwd: pin }
  await done(one.venue, 'chat/imGroupUserRef/sendRedBagForGroup', packet)
  return chatGroupId
}
/** A stake, as soon as a round takes it. */
const stakeOn = async ({ venue }: Person) => {
  const stake = { match_id: 1, currency_id: usdt, type: 1, seconds: 60, number: '12.34' }
  await expect
    .poll(async () => (await venue.post('api/microtrade/submit', stake)).body['type'], { timeout: 40_000 })
    .toBe('ok')
}
/** A withdrawal; the code for its address comes a minute after the one for the fund password. */
const withdraw = async ({ venue }: Person) => {
  const code = async () => fieldOf((await venue.post('api/set/sms_other_mail', {})).body['data'], 'demo_code')
  let told: unknown
  await expect.poll(async () => (told = await code()), { timeout: 70_000 }).toBeDefined()
  const address = { currency_id: usdt, netType: 'TRC20', address: tron, pay_password: pin, code: told }
  await done(venue, 'api/wallet/addaddress', address)
  await done(venue, 'api/wallet/out', { currency: usdt, number: '33.333333', address: tron, pay_password: pin })
}

/** What has to be waited for: a round that takes a stake, and the second code of a minute. */
export const tradeOn = async (ann: Person) => {
  await stakeOn(ann)
  await withdraw(ann)
}
/**
 * A merchant who has used every product, with amounts that end in no round number, somebody who trades with her, and
 * the addresses of what no page links to.
 */
export const tradedPeople = async (url: string) => {
  const { ann, ben, ad } = await sellerAndBuyer(url)
  await tradeSpot(url, ann.venue)
  await moveMoney(url, ann, ben)
  await putToWork(ann.venue)
  const order = await tradeWith(url, ann, ben, ad)
  const group = await sendPacket(ann, ben)
  await tradeContracts(ann.venue)
  const links = [
    '/pages/option/detail?market=BTC-USDT&product=option',
    `/pages/otc/detail?id=${String(order)}`,
    `/pages/otc/mydetail?id=${ad}`,
    `/pages/chat/chat/chatGroup/chatting?chatGroupId=${String(group)}`,
    '/pages/template/detail?id=first-steps',
  ]
  return { ann, ben, links }
}
