import { otcVenue, pin, type OtcVenue } from '#tests/support/otc/otc-venue.ts'
import type { OtcOrder } from '#contract/otc/otc-order.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { linesOf } from '#server/features/otc/receipt.ts'
import { expect, test } from 'vitest'

const toldOf = async (v: OtcVenue, { id }: Pick<OtcOrder, 'id'>, user: number) => {
  const { message, reason } = await v.call('receipt', { id }, user)
  const { lines }: { lines: { entry_no: number; word: string; value: string }[] | null } = Object(message)
  return reason ?? lines?.map(({ word, value }) => `${word} ${value}`) ?? null
}
const both = async (v: OtcVenue, order: OtcOrder) => ({
  ann: await toldOf(v, order, v.ann),
  ben: await toldOf(v, order, v.ben),
})
const disputed = async (v: OtcVenue, ad: Parameters<OtcVenue['take']>[0]) => {
  const order = await v.take(ad)
  await v.pay(order)
  await v.appeal(order, v.ann)
  return order
}
test('OTC-28 what an order booked is told to each party from the journal: a release, a split, a return to the ad and one to the account', async () => {
  const v = await otcVenue()
  await v.bail()
  const ad = await v.publish()
  const sold = await v.take(ad)
  expect(await both(v, sold)).toEqual({ ann: null, ben: null })
  await v.pay(sold)
  await v.confirm(sold)
  expect(await both(v, sold)).toEqual({ ann: ['released -100', 'fee -0.1'], ben: ['received 100'] })
  const split = await disputed(v, ad)
  await v.call('offer', { id: split.id, to_buyer: '60' }, v.ben)
  expect((await v.call('agree', { id: split.id, no: 1, pay_password: pin }, v.ann)).reason).toBe(undefined)
  expect(await both(v, split)).toEqual({ ann: ['released -60', 'fee -0.06', 'back 40.04'], ben: ['received 60'] })
  const undone = await v.take(ad)
  await v.call('cancelOrder', { id: undone.id }, v.ben)
  expect(await both(v, undone)).toEqual({ ann: [], ben: [] })
  const late = await v.take(ad)
  await v.call('takeBack', { id: ad.id }, v.ann)
  await v.call('cancelOrder', { id: late.id }, v.ben)
  expect(await both(v, late)).toEqual({ ann: ['back 100.1'], ben: [] })
  expect([await toldOf(v, sold, v.cleo), await toldOf(v, { id: '424242' }, v.ben)]).toEqual(['not_found', 'not_found'])
})
test('OTC-28 an entry of an older release, whose escrow left with the fee in one line, is told apart', () => {
  const lines = '[[1,3,"legal","0","-10010000000"],[2,3,"legal","10000000000","0"],["fee",3,"legal","10000000","0"]]'
  const entry = { seq: 7, at: 0, type: 700, ref: 'otco:1', lines, hash: '' }
  const told = (user: number) =>
    linesOf(entry, { feePayer: 'seller' }, user).map(({ word, value }) => `${word} ${value}`)
  expect([told(1), told(2)]).toEqual([['released -100', 'fee -0.1'], ['received 100']])
})
test('PNL-1 in the statement of a seller the coins that went to the buyer are a flow, and the fee is an expense', async () => {
  const v = await otcVenue()
  await v.bail()
  const order = await v.take(await v.publish())
  await v.pay(order)
  const sums = async () => {
    const { message } = Object((await v.ask('GET /api/wallet/statement', {}, { user: v.ann })).answer)
    const rows: readonly unknown[] = Object(message)['rows']
    return new Map(rows.map(Object).map(({ name, amount }) => [String(name), parseDec(String(amount))] as const))
  }
  const before = await sums()
  await v.confirm(order)
  const after = await sums()
  const moved = (name: string) => formatDec((after.get(name) ?? 0n) - (before.get(name) ?? 0n))
  expect([moved('flow'), moved('expense')]).toEqual(['-100', '-0.1'])
})
test('OTC-28 a buyer whose ad was taken sees the fee as a line of their own', async () => {
  const v = await otcVenue()
  await v.bail()
  const order = await v.take(await v.publish({ side: 'buy', pay_password: undefined }))
  await v.pay(order, {}, v.ann)
  await v.confirm(order, {}, v.ben)
  expect(await both(v, order)).toEqual({ ann: ['received 100', 'fee -0.1'], ben: ['released -100'] })
  const { message } = await v.call('receipt', { id: order.id }, v.ann)
  const entry = v.venue.ctx.journal.end().seq
  expect(message).toMatchObject({ lines: [{ entry_no: entry, at_ms: v.clock.now() }, { entry_no: entry }] })
  const other = await v.take(await v.publish({ side: 'buy', pay_password: undefined }))
  await v.call('cancelOrder', { id: other.id }, v.ann)
  expect(await both(v, other)).toEqual({ ann: [], ben: ['back 100'] })
})
