import { createBox, boxStartMs, type Box } from '#server/box/box.ts'
import { headOf, readRecord, RecordError, type BoxPlan } from '#server/box/record.ts'
import { replay } from '#server/box/replay.ts'
import { seededRandom } from '#server/core/random.ts'
import { routeKeysOf } from '#server/core/routes.ts'
import type { Caller } from '#server/core/context.ts'
import { parseDec } from '#contract/wire/money.ts'
import { balanceId } from '#server/core/rows.ts'
import { createCrowd } from '#tests/proof/crowd.ts'
import { ownFolder } from '#tests/support/folders.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const plan: BoxPlan = {
  seed: 7,
  start: boxStartMs,
  accounts: 3,
  funds: { USDT: '5000', BTC: '0.5' },
  maker: true,
  markets: ['BTC-USDT', 'ETH-USDT', 'SOL-USDT', 'XRP-USDT'],
}
const kept = async (box: Box) => {
  const file = join(ownFolder('box'), 'run.jsonl')
  writeFileSync(file, await box.record())
  await box.stop()
  return readRecord(file)
}
const callerOf = (user: number): Caller => ({
  user,
  session: '',
  lang: 'en',
  device: 'bot',
  address: '127.0.0.1',
  appVersion: 100,
})
let keys = 0
const asker = (box: Box) => {
  const routes = new Map(box.venue.routes.flatMap((route) => routeKeysOf(route).map((name) => [name, route] as const)))
  return async (place: string, body: object, user: number, key?: string) => {
    const route = routes.get(place)
    if (!route) throw new Error(`no call ${place}`)
    const own = `00000000-0000-4000-9000-${(keys += 1).toString(16).padStart(12, '0')}`
    const { body: text } = await box.execute({ route, caller: callerOf(user), body, key: key ?? own })
    const answer: Readonly<Record<string, unknown>> = JSON.parse(text)
    return answer
  }
}
const pass = (box: Box, ms: number) => box.timeline.turn(() => box.timeline.advance(box.timeline.now() + ms))

test.each([11, 12, 13])(
  'BOX-1 a run of racing traders in all products comes to the same journal again (seed %i)',
  async (seed) => {
    const box = await createBox({ ...plan, seed })
    const ask = asker(box)
    const chance = seededRandom(seed)
    const crowd = createCrowd(
      box.accounts.map(({ id }) => id),
      chance,
      () => box.venue.ctx,
      { triggers: 0.1, own: seededRandom(seed + 1) },
    )
    const act = async () => {
      const step = crowd.next()
      const answer = await ask(step.place, step.body, step.user, step.key)
      const [data, message] = [Object(answer['data']), answer['message']]
      crowd.remember(step, Number(data.id ?? NaN))
      crowd.hear(step, message)
    }
    for (let round = 0; round < 60; round += 1)
      await Promise.all([act(), act(), act(), pass(box, chance.int(1500)), act()])
    const entries = await box.hash()
    const { plan: same, lines } = await kept(box)
    expect(box.bugs).toEqual([])
    expect(entries.seq).toBeGreaterThan(150)
    const again = await replay(same, lines)
    expect(again).toMatchObject({ was: again.is, is: entries, lines: lines.length })
  },
  60_000,
)

test('BOX-1 OTC orders and red packets are in the record as well', async () => {
  const box = await createBox({ ...plan, markets: ['BTC-USDT'] })
  const ask = asker(box)
  const [ann, ben] = box.accounts.map(({ id }) => id)
  if (ann === undefined || ben === undefined) throw new Error('no accounts')
  await ask('POST /chat/imUserFriend/addFriend', { friendId: String(ben) }, ann)
  await ask('POST /chat/imUserFriend/handleFriendApply', { applyUserId: String(ann), status: 1 }, ben)
  const { data: room } = await ask('POST /chat/imChatGroup/createSingleChat', { toUser: String(ben) }, ann)
  const chatGroupId = String(Object(room).id)
  const { data: packet } = await ask(
    'POST /chat/imGroupUserRef/sendRedBag',
    { chatGroupId, redBagValue: '12', tradePwd: '135790' },
    ann,
  )
  await ask('POST /chat/imGroupUserRef/receviceRedBag', { redBagId: String(Object(packet).redBagId), chatGroupId }, ben)
  const { message } = await ask('GET /api/trade/tradeList', { side: 'buy', currency_id: 3, fiat: 'CNY' }, ann)
  const ad = Object(message).list[0]
  const taken = await ask(
    'GET /api/trade/trade',
    { id: ad.id, means: 'money', value: ad.min_amount, way: 'bank', pay_password: '135790' },
    ann,
  )
  const slip = { folder: 'voucher', name: 'slip.png', key: null, suffix: 'png', type: 'image/png', width: 1, height: 1 }
  await box.uploads.keep(callerOf(ann), 'voucher/slip.png', { ...slip, bytes: 9 })
  await ask('GET /api/trade/pay', { id: Object(taken['message']).id, vouchers: ['voucher/slip.png'] }, ann)
  await pass(box, 900_000)
  const types = new Set([...(await box.venue.store.entries(0, 100_000))].map(({ ref }) => ref.split(':')[0]))
  const { plan: same, lines } = await kept(box)
  const { was, is } = await replay(same, lines)
  expect(is).toEqual(was)
  expect([...types]).toEqual(expect.arrayContaining(['chat-packet', 'otc-order']))
}, 60_000)

test('BOX-2 an account holds what was wished, and its key and login are the same in each run', async () => {
  const boxes = await Promise.all([createBox(plan), createBox(plan), createBox({ ...plan, seed: 8 })])
  const [one, two, other] = boxes.map(({ accounts }) => accounts)
  expect(one).toEqual(two)
  expect(other?.[0]?.key).not.toBe(one?.[0]?.key)
  const { tables } = boxes[0].venue.ctx
  const held = (coin: number) => tables.balances.get(balanceId(one?.[1]?.id ?? 0, coin, 'change'))?.free
  expect([held(3), held(1)]).toEqual([parseDec('5000'), parseDec('0.5')])
  await Promise.all(boxes.map((each) => each.stop()))
})

test('BOX-3 a record of another release is refused, and replayed only with a word', () => {
  const file = join(ownFolder('box'), 'old.jsonl')
  writeFileSync(file, `${JSON.stringify({ ...headOf(plan), kontor: '0.9.0' })}\n`)
  expect(() => readRecord(file)).toThrow(RecordError)
  expect(readRecord(file, true).plan).toEqual(plan)
})

test('BOX-4 what runs out does so by the clock of the box', async () => {
  const box = await createBox({ ...plan, markets: ['BTC-USDT'] })
  const ask = asker(box)
  const [ann = 0] = box.accounts.map(({ id }) => id)
  const swap = async (waitMs: number) => {
    const { message } = await ask('POST /api/wallet/quote', { kind: 'flash', from: 3, to: 1, num: '10' }, ann)
    await pass(box, waitMs)
    const { quote_id } = Object(message)
    return ask('POST /api/wallet/flashAgainst', { l_currency_id: 3, r_currency_id: 1, num: '10', quote_id }, ann)
  }
  const [soon, late] = [await swap(1000), await swap(60_000)]
  expect([soon['type'], late['reason']]).toEqual(['ok', 'quote_expired'])
  await box.stop()
})
