import { batchCsv } from '#contract/desk/desk-batch.ts'
import { mulDec, parseDec } from '#contract/wire/money.ts'
import { fieldOf } from '#tests/support/venue-client.ts'
import { createHash } from 'node:crypto'
import { evm, mustBe, passAll, reason, txid, type Month } from './acts.ts'
import { idOf, pin, type Name } from './people.ts'

const secret = { pay_password: pin }

/** A merchant sells USDT; the escrow goes to the buyer once paid, the fee is the seller's, the rest comes back. */
export async function otcDeal({ people, chance }: Month) {
  const move = { currency_id: idOf('USDT'), from_field: 'change', to_field: 'legal' }
  await people.call('ann', 'POST wallet/change', { ...move, number: '2000' })
  const card = { real_name: 'ANN LEE', bank_name: 'HSBC', bank_account: '6225888888888888' }
  await people.call('ann', 'POST user/cash_save', { ...card, ...secret })
  await people.call('ann', 'POST trade/bail', secret)
  const price = { price: '1', total_number: '500', min_amount: '50', max_amount: '400' }
  const terms = { side: 'sell', currency_id: idOf('USDT'), fiat: 'USD', ways: ['bank'], pay_minutes: 15 }
  const ad = fieldOf(await people.call('ann', 'POST trade/publish', { ...terms, ...price, ...secret }), 'id')
  const number = String(100 + chance.int(200))
  const wish = { id: ad, means: 'number', value: number, way: 'bank' }
  const id = fieldOf(await people.call('ben', 'POST trade/trade', { ...wish, ...secret }), 'id')
  await people.compare()
  await people.call('ben', 'POST trade/pay', { id, vouchers: [await people.upload('ben')] })
  await people.call('ann', 'POST trade/confirm', { id, ...secret })
  await people.call('ann', 'POST trade/cancelTrade', { id: ad })
  await people.call('ann', 'POST trade/refund')
  const units = parseDec(number)
  people.give('ben', 'USDT', units)
  people.give('ann', 'USDT', -units - mulDec(units, parseDec('0.001')))
}
const payTo = { currency_id: idOf('USDT'), netType: 'ERC20' }
/** Everybody writes an address into the book; it can be used a day later. */
export async function enterAddresses({ people, stand }: Month) {
  for (const [at, who] of (['ben', 'cleo', 'dan'] as const).entries()) {
    const code = await people.ownCode(who, 'address')
    await people.call(who, 'POST wallet/addaddress', { ...payTo, address: evm(5000 + at), ...secret, code })
    // A code is sent once a minute.
    await stand.pass(61_000)
    const wish = { currency: idOf('USDT'), number: '100', address: evm(5000 + at), netType: 'ERC20', ...secret }
    const asked = await people.refusal(who, 'POST wallet/out', { ...wish, code: await people.ownCode(who, 'withdraw') })
    mustBe('an address of today', asked, 'address_held')
  }
}
async function withdraw({ people, stand, chance }: Month, who: Name, at: number) {
  await stand.pass(61_000)
  const number = String(100 + chance.int(100))
  const wish = { currency: idOf('USDT'), number, address: evm(5000 + at), netType: 'ERC20', ...secret }
  const row = await people.call(who, 'POST wallet/out', { ...wish, code: await people.ownCode(who, 'withdraw') })
  return { id: Number(fieldOf(row, 'id')), number: parseDec(number) }
}
/** One is paid by itself; two in a batch that is signed elsewhere and passed by the second person; one is rejected. */
export async function withdrawals(month: Month) {
  const { people, chance } = month
  const decide = async (by: Name, id: unknown, decision: string, more: object = {}) =>
    people.call(by, 'POST desk/decide', { id, decision, reason, ...more })
  const [alone, one, other] = [
    await withdraw(month, 'ben', 0),
    await withdraw(month, 'cleo', 1),
    await withdraw(month, 'dan', 2),
  ]
  await decide('second', `withdraw-${alone.id}`, 'pass', { txid: txid(chance) })
  people.give('ben', 'USDT', -alone.number)
  const refused = await withdraw(month, 'ben', 0)
  await decide('first', `withdraw-${refused.id}`, 'reject')
  for (const { id } of [one, other]) await decide('first', `withdraw-${id}`, 'send')
  await people.compare()
  const ids = [one.id, other.id]
  const id = fieldOf(await people.call('first', 'POST desk/batch', { network: 'ERC20', ids }), 'id')
  const { batch } = Object(await people.call('first', 'GET desk/case', { id }))
  mustBe('the hash of the batch', createHash('sha256').update(batchCsv(batch.items)).digest('hex'), batch.sha256)
  const csv = ids.map((each) => `${each},${txid(chance)}`).join('\n')
  await people.call('first', 'POST desk/batch/txids', { id, csv })
  mustBe('first person', await people.refusal('first', 'POST desk/decide', { id, decision: 'pass' }), 'second_needed')
  mustBe('the batch', await passAll(month, 'batch'), 1)
  people.give('cleo', 'USDT', -one.number)
  people.give('dan', 'USDT', -other.number)
}
