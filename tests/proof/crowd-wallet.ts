import { aFileRow } from '#tests/support/builders/person-rows.ts'
import type { Random } from '#server/core/random.ts'
import type { VenueContext } from '#server/features.ts'
import { pin, tron } from '#tests/server/features/wallet/wallet-venue.ts'
import type { Step } from './crowd-step.ts'

const usdt = 3
const coins = [1, 2, usdt]
/** The fund password of everybody, hashed at the least cost: thousands are compared. */
const pinHash = '$argon2id$v=19$m=8,t=1,p=1$MTIzNDU2Nzg5MDEyMzQ1Ng$seZB32cOlgzXTPgTkAF/6Rm2a27/zA6B33Qq7OIWcu8'
/** A quote that was told: whose, for what, and its number. */
type Quoted = { readonly user: number; readonly body: Step['body']; readonly id: string }
type Make = (user: number, place: string, body: Step['body']) => Step
type PickOne = <T>(all: readonly T[], otherwise: T) => T

/**
 * What the wallet needs of a person who is put into the tables: a fund password, an address, and three files to prove a
 * payment with.
 */
export function equipWallet({ tables, now }: VenueContext, user: number) {
  tables.users.put({ ...tables.users.need(user), pin: pinHash })
  tables.addresses.put({
    id: tables.addresses.nextId(),
    user,
    coin: usdt,
    network: 'TRC20',
    address: tron,
    notes: null,
    usableAt: 0,
    at: now(),
  })
  for (let n = 0; n < 3; n += 1) tables.files.put(aFileRow(user, fileOf(user, n), now()))
}
const fileOf = (user: number, n: number) => `voucher/${user}-${n}.png`

/**
 * Deposits, withdrawals, remittances, exchanges and gifts: with proofs used twice, quotes used twice and those of
 * others, wrong fund passwords.
 */
export function walletCrowd({
  chance,
  step,
  pick,
  someone,
}: {
  chance: Random
  step: Make
  pick: PickOne
  someone: () => number
}) {
  const quotes: Quoted[] = []
  const proofOf = (user: number) => [fileOf(chance.unit() < 0.97 ? user : someone(), chance.int(3))]
  const sumOf = (most: number) => (chance.unit() ** 3 * most).toFixed(2)
  /** Few transactions, so that some are shown twice. */
  const transaction = () => chance.int(300).toString(16).padStart(64, '0')
  /** One in twenty has forgotten the fund password and guesses. */
  const passwordOf = (user: number) => (chance.unit() < (user % 20 === 2 ? 0.2 : 0.97) ? pin : '000000')

  const deposit = (user: number) =>
    step(user, 'POST /api/wallet/charge_req', {
      currency: usdt,
      netType: pick(['TRC20', 'BSC', 'ERC20', 'no'], 'TRC20'),
      amount: sumOf(8000),
      account: chance.unit() < 0.7 ? transaction() : 'a friend',
      imgs: proofOf(user),
    })
  const withdraw = (user: number) =>
    step(user, 'POST /api/wallet/out', {
      currency: usdt,
      number: chance.unit() < 0.3 ? `${5100 + chance.int(900)}` : sumOf(1500),
      address: tron,
      pay_password: passwordOf(user),
    })
  const gift = (user: number) =>
    step(user, 'GET /api/trade/transfer', {
      email: `${someone()}@kontor.test`,
      currency_id: pick(coins, usdt),
      number: (chance.unit() ** 6 * 500).toFixed(2),
      pay_password: passwordOf(user),
    })
  const quote = (user: number) => {
    if (chance.unit() < 0.3)
      return step(user, 'POST /api/wallet/quote', {
        kind: 'remittance',
        from: 'USD',
        to: usdt,
        num: sumOf(3000),
        account_id: 'usd',
      })
    return step(user, 'POST /api/wallet/quote', {
      kind: 'flash',
      from: pick(coins, usdt),
      to: pick(coins, 1),
      num: (chance.unit() ** 8 * 900).toFixed(4),
    })
  }
  /** Mostly a fresh quote of one's own; now and then one that was used, has expired or is another's. */
  const spend = (user: number) => {
    const found = chance.unit() < 0.7 ? quotes.at(-1) : quotes[chance.int(Math.max(1, quotes.length))]
    if (!found) return quote(user)
    const { body, id } = found
    const owner = chance.unit() < 0.95 ? found.user : user
    if (body['kind'] === 'flash')
      return step(owner, 'POST /api/wallet/flashAgainst', {
        l_currency_id: body['from'],
        r_currency_id: body['to'],
        num: body['num'],
        quote_id: id,
      })
    return step(owner, 'POST /api/remittance/remittance', {
      account_id: 'usd',
      amount: body['num'],
      quote_id: id,
      payer_name: 'A',
      imgs: proofOf(owner),
    })
  }
  const ways = [deposit, withdraw, gift, quote, quote, spend, spend, spend]
  return {
    next: (user: number) => pick(ways, deposit)(user),
    /** Remembers a quote that was told. */
    hear: ({ place, user, body }: Step, message: unknown) => {
      if (
        !place.endsWith('/quote') ||
        body['kind'] === 'mining' ||
        typeof message !== 'object' ||
        message === null ||
        !('quote_id' in message)
      )
        return
      quotes.push({ user, body, id: String(message.quote_id) })
      if (quotes.length > 40) quotes.shift()
    },
  }
}
