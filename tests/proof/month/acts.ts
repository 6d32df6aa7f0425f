import { addressOn } from '#contract/market/market-address.ts'
import { formatDec, mulDec, parseDec } from '#contract/wire/money.ts'
import type { Random } from '#server/core/random.ts'
import { fromBase32, hotp, stepAt } from '#server/identity/totp.ts'
import { fieldOf } from '#tests/support/venue-client.ts'
import { appendFileSync } from 'node:fs'
import { idOf, password, pin, type Coin, type Name, type People } from './people.ts'
import { operators, until, type Stand } from './stand.ts'

export type Month = { readonly stand: Stand; readonly people: People; readonly chance: Random }
export const clients = ['ann', 'ben', 'cleo', 'dan'] as const
export const reason = 'As agreed.'
export const mustBe = (what: string, found: unknown, wanted: unknown) => {
  if (found !== wanted) throw new Error(`${what}: ${String(found)}, and not ${String(wanted)}`)
}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const txid = (chance: Random) => chance.bytes(32).toString('hex')
export const evm = (at: number) => addressOn('ERC20', `0x${at.toString(16).padStart(40, '0')}`) ?? ''

/** The second person passes, and the first where it is still missing, what waits in a queue; how many there were. */
export async function passAll({ people }: Month, kind: string, more: Readonly<Record<string, unknown>> = {}) {
  let passed = 0
  for (const by of ['second', 'first'] as const) {
    const list = listOf(fieldOf(await people.call(by, 'GET desk/cases', { kind, status: 'open', limit: 50 }), 'list'))
    for (const each of list) {
      const body = { id: fieldOf(each, 'id'), decision: 'pass', reason, ...more }
      const { json, text } = await people.raw(by, 'POST desk/decide', body)
      if (fieldOf(json, 'type') === 'ok') passed += 1
      else if (fieldOf(json, 'reason') !== 'second_needed') throw new Error(text)
    }
  }
  return passed
}
const product = async (month: Month, id: string, values: Readonly<Record<string, string>>) => {
  const changes = Object.entries(values).map(([name, value]) => ({ name, value }))
  await month.people.call('first', 'POST desk/product', { kind: 'network', id, changes, reason })
  mustBe(`second person for ${id}`, await passAll(month, 'change'), 1)
}

/** Two operators open the ways in: a network that is watched and one whose deposits are confirmed by hand. */
export async function openHouse(month: Month) {
  const { people } = month
  for (const [at, who] of (['first', 'second'] as const).entries()) {
    await people.enter(who, operators[at] ?? '')
    const { secret } = Object(await people.call(who, 'POST user/totp/begin'))
    people.person(who).secret = String(secret)
    const totp = hotp(fromBase32(String(secret)), stepAt(month.stand.now()))
    await people.call(who, 'POST user/totp/confirm', { password, totp })
  }
  await product(month, 'USDT-ERC20', { isOpen: '1', fee: '1.5' })
  await product(month, 'BTC-BSC', { isOpen: '1' })
  for (const [at, id] of ['USDT-ERC20', 'BTC-BSC'].entries()) {
    const csv = Array.from({ length: 30 }, (_, n) => evm(1 + at * 100 + n)).join('\n')
    await people.call('first', 'POST desk/pool', { id, csv, rotate: 0, reason })
    mustBe('second person for addresses', await passAll(month, 'change'), 1)
  }
}
/** People come by mail, choose a fund password and are verified at both levels. */
export async function verify(month: Month) {
  const { people } = month
  for (const who of clients) {
    await people.enter(who, `${who}@example.com`)
    const [code, id] = [await people.ownCode(who, 'password'), `C${people.person(who).id}`]
    await people.call(who, 'POST safe/update_password', { password: pin, re_password: pin, code })
    await people.call(who, 'POST user/real_name', { name: `${who} LEE`.toUpperCase(), country: 'HK', card_id: id })
    await passAll(month, 'kyc')
    const [front_pic, reverse_pic, hand_pic] = [
      await people.upload(who),
      await people.upload(who),
      await people.upload(who),
    ]
    const advanced = { card_id: id, address: '1 Queen Street', front_pic, reverse_pic, hand_pic }
    await people.call(who, 'POST user/real_name2', advanced)
  }
  mustBe('verified twice', await passAll(month, 'kyc_advanced'), clients.length)
}

const addressFor = async ({ people }: Month, who: Name, coin: Coin, network: string) => {
  const told = await people.call(who, 'GET wallet/deposit_networks', { currency: idOf(coin), network })
  return fieldOf(
    listOf(fieldOf(told, 'list')).find((each) => fieldOf(each, 'network') === network),
    'address',
  )
}
/** USDT that a watcher sees come, once with too few confirmations; it is credited less the network's fee. */
export async function watched(month: Month) {
  const { stand, people, chance } = month
  const file = stand.at('seen.jsonl')
  const lines: object[] = []
  for (const who of clients) {
    const amount = `${3000 + chance.int(2000)}.${chance.int(10)}`
    const address = await addressFor(month, who, 'USDT', 'ERC20')
    lines.push({ network: 'ERC20', coin: 'USDT', txid: `0x${txid(chance)}`, output: 0, address, amount })
    people.give(who, 'USDT', parseDec(amount) - parseDec('1.5'))
  }
  const write = (state: string, confirmations: number) =>
    lines.forEach((line) => appendFileSync(file, `${JSON.stringify({ ...line, state, confirmations })}\n`))
  const statuses = async () =>
    Promise.all(
      clients.map(async (who) => {
        const [row] = listOf(fieldOf(await people.call(who, 'GET charge_mention/log2'), 'data'))
        return [fieldOf(row, 'status'), fieldOf(row, 'confirmations')].join(' ')
      }),
    )
  for (const [state, confirmations, status] of [
    ['seen', 3, '1 3'],
    ['done', 12, '2 12'],
  ] as const) {
    write(state, confirmations)
    const end = stand.watch(file)
    try {
      await until(`deposits ${state}`, async () => (await statuses()).every((each) => each === status))
    } finally {
      end()
    }
  }
}
/** Bitcoin that people report with a picture, and the desk confirms. */
export async function byHand(month: Month) {
  const { people, chance } = month
  for (const who of ['ann', 'cleo'] as const) {
    const amount = formatDec(BigInt(20_000_000 + chance.int(10_000_000)))
    await addressFor(month, who, 'BTC', 'BSC')
    const proof = { account: `0x${txid(chance)}`, netType: 'BSC', imgs: [await people.upload(who)] }
    await people.call(who, 'POST wallet/charge_req', { currency: idOf('BTC'), amount, ...proof })
    people.give(who, 'BTC', parseDec(amount))
  }
  await passAll(month, 'deposit')
}
/** One sells Bitcoin to another at a price both name; each pays the fee of what is received, rounded up. */
export async function trade({ stand, people, chance }: Month, seller: Name = 'ann', buyer: Name = 'ben') {
  const price = String(stand.feeds.price() - 50 + chance.int(100))
  const amount = formatDec(BigInt(200 + chance.int(1000)) * 100n)
  const order = { legal_id: idOf('USDT'), currency_id: idOf('BTC'), kind: 'limit', amount, target_price: price }
  await people.call(seller, 'POST coin/trade', { ...order, type: 2 })
  await people.call(buyer, 'POST coin/trade', { ...order, type: 1 })
  const [base, rate] = [parseDec(amount), parseDec('0.001')]
  const quote = mulDec(base, parseDec(price))
  people.give(seller, 'BTC', -base)
  people.give(buyer, 'BTC', base - mulDec(base, rate, undefined, true))
  people.give(buyer, 'USDT', -quote)
  people.give(seller, 'USDT', quote - mulDec(quote, rate, undefined, true))
}
