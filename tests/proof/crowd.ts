import { aKycRow, aUserRow } from '#tests/support/builders/person-rows.ts'
import type { Random } from '#server/core/random.ts'
import type { VenueContext } from '#server/features.ts'
import { grantDemo } from '#server/features/assets/grant.ts'
import { enterProducts, productCrowd } from '#tests/proof/products/crowd-products.ts'
import type { Step } from './crowd-step.ts'
import { triggerCrowd } from './crowd-triggers.ts'
import { equipWallet, walletCrowd } from './crowd-wallet.ts'

const firstUser = 100_001
const usdt = 3
const kinds = ['legal', 'change', 'lever', 'micro'] as const
const bad = ['-1', '1e9', '0x10', 'NaN', ' 1', '1,0', '٣', '', '0', '0.000000001', '9'.repeat(40)]

const isLate = (id: number) => (id - firstUser) % 10 === 9
/**
 * Puts people straight into the tables: a thousand registrations would only heat the room. Every tenth has yet to be
 * verified. With products
 * everybody but the first was invited by somebody, and inviters are of each level.
 */
export function enterCrowd(ctx: VenueContext, count: number, hasProducts = false): number[] {
  const { tables, now } = ctx
  if (hasProducts) enterProducts(ctx)
  return Array.from({ length: count }, (_, n) => {
    const id = firstUser + n
    tables.users.put(
      aUserRow(id, {
        createdAt: now(),
        agentLevel: hasProducts ? n % 4 : 0,
        inviter: hasProducts && n > 0 ? firstUser + Math.floor((n - 1) / 2) : null,
      }),
    )
    if (!isLate(id)) tables.kycs.put(aKycRow(id, 1, now()))
    grantDemo(ctx, id)
    equipWallet(ctx, id)
    return id
  })
}

/** What a crowd might do next: mostly sensible, now and then greedy, late, foolish or hostile. */
/** How likely a step is one of the products, or of orders that wait for a price, which have dice of their own. */
type Shares = { readonly products?: number; readonly triggers?: number; readonly own?: Random }
export function createCrowd(
  users: readonly number[],
  chance: Random,
  roomsOf: () => VenueContext,
  { products: productShare = 0, triggers: triggerShare = 0, own = chance }: Shares = {},
) {
  let keys = 0
  const known = new Map<string, number[]>()
  const past: Step[] = []
  const pick = <T>(all: readonly T[], otherwise: T): T => all[chance.int(all.length)] ?? otherwise
  const someone = () => pick(users, firstUser)
  const newKey = () => `00000000-0000-4000-8000-${(keys += 1).toString(16).padStart(12, '0')}`
  const step = (user: number, place: string, body: Step['body']): Step => ({ user, place, body, key: newKey() })
  const ids = (user: number, word: string) => known.get(`${word}:${user}`) ?? []
  /** Mostly one's own, now and then a neighbour's. */
  const someId = (user: number, word: string) => pick(ids(chance.unit() < 0.95 ? user : someone(), word), 1)

  const order = (user: number): Step => {
    const market = pick(roomsOf().markets.all(), roomsOf().markets.ofPair(1))
    const { base, quote, priceScale, amountScale } = market.pair
    const last = market.last()
    const type = chance.unit() < 0.5 ? 1 : 2
    const kind = pick(['limit', 'limit', 'limit', 'ioc', 'post_only', 'market'], 'limit')
    // Close to the last price, so that they meet the house; or before everybody else, so that people meet each other.
    const front = type === 1 ? (market.book().best('buy') ?? last) + 1 : (market.book().best('sell') ?? last) - 1
    const price = Math.max(1, chance.unit() < 0.4 ? front : Math.round(last * (1 + (chance.unit() - 0.5) * 0.004)))
    const steps = Math.max(
      1,
      Math.round(((5 + chance.unit() ** 3 * 800) / (last / 10 ** priceScale)) * 10 ** amountScale),
    )
    const amount = (steps / 10 ** amountScale).toFixed(amountScale)
    const isTotal = kind === 'market' && type === 1 && chance.unit() < 0.5
    // By their number, so that the dice of all others fall as they do without it.
    const lives = [{ stp: 'maker' }, { stp: 'both' }, { tif: 'fok' }, { expires_ms: roomsOf().now() + 10_000 + keys }]
    return step(user, 'POST /api/coin/trade', {
      currency_id: base,
      legal_id: quote,
      type,
      kind,
      ...(isTotal
        ? { total: (10 + chance.unit() * 300).toFixed(4) }
        : { amount: chance.unit() < 0.02 ? pick(bad, '0') : amount }),
      ...(kind !== 'market' && { target_price: (price / 10 ** priceScale).toFixed(priceScale) }),
      ...lives[keys % 16],
    })
  }
  const transfer = (user: number): Step => {
    const number = chance.unit() < 0.06 ? pick(bad, '0') : (chance.unit() ** 4 * 4000).toFixed(2)
    return step(user, 'POST /api/wallet/change', {
      number,
      currency_id: usdt,
      from_field: pick(kinds, 'legal'),
      to_field: pick(kinds, 'change'),
    })
  }
  const near = (pair: number, most: number) => {
    const market = roomsOf().markets.ofPair(pair)
    const ticks = Math.max(1, Math.round(market.last() * (1 + (chance.unit() - 0.5) * 2 * most)))
    return (ticks / 10 ** market.pair.priceScale).toFixed(market.pair.priceScale)
  }
  const contract = (user: number): Step => {
    const isLimit = chance.unit() < 0.3
    const pair = 1 + chance.int(4)
    const { base } = roomsOf().markets.ofPair(pair).pair
    return step(user, 'POST /api/lever/submit', {
      legal_id: usdt,
      currency_id: base,
      type: 1 + chance.int(2),
      status: isLimit ? 0 : 1,
      share: 1 + Math.floor(chance.unit() ** 2 * 80),
      multiple: pick([5, 10, 20, 50, 100], 10),
      ...(isLimit && { target_price: near(pair, 0.02) }),
      ...(chance.unit() < 0.3 && { target_profit_price: near(pair, 0.03), stop_loss_price: near(pair, 0.03) }),
    })
  }
  const contractStep = (user: number): Step => {
    const id = someId(user, 'lever')
    const dice = chance.unit()
    if (dice < 0.3) return step(user, 'POST /api/lever/close', { id })
    if (dice < 0.45) return step(user, 'POST /api/lever/close', { id, share: 1 + chance.int(12) })
    if (dice < 0.5) return step(user, 'POST /api/lever/reverse', { id, slippage: '1' })
    if (dice < 0.7) return step(user, 'POST /api/lever/cancel', { id })
    return step(user, 'POST /api/lever/setstop', {
      id,
      target_profit_price: near(1 + chance.int(4), 0.05),
      stop_loss_price: near(1 + chance.int(4), 0.05),
    })
  }
  const stake = (user: number): Step =>
    step(user, 'POST /api/microtrade/submit', {
      match_id: 1 + chance.int(8),
      currency_id: usdt,
      type: 1 + chance.int(3),
      seconds: pick([30, 60, 60, 60, 120], 60),
      number: pick(['10', '20', '50', '100', '0.1', '9999'], '10'),
    })
  const late = users.filter(isLate)
  const verify = (anyone: number): Step => {
    const user = pick(late, anyone)
    return step(user, 'POST /api/user/real_name', {
      name: 'A',
      country: 'SG',
      card_id: chance.unit() < 0.5 ? `S${user}` : 'S1',
    })
  }
  /**
   * Every fourth order is moved a little instead, by its own number, so that the dice of all others fall as they do
   * without it.
   */
  const cancel = (user: number): Step => {
    const id = someId(user, 'spot')
    const held = roomsOf().tables.spotOrders.get(id)
    if (held === undefined || id % 4 > 0) return step(user, 'POST /api/coin/cancel', { id })
    const { pair, last } = roomsOf().markets.ofPair(held.pair)
    const ticks = Math.max(1, Math.round(last() * (1 + ((id % 28) / 4 - 3) / 2000)))
    const share = [0.5, 1.5, 0.9][id % 3] ?? 1
    return step(user, 'POST /api/coin/amend', {
      id,
      ...(id % 8 > 0 && { target_price: (ticks / 10 ** pair.priceScale).toFixed(pair.priceScale) }),
      ...(id % 16 < 8 && { amount: ((held.amount * share) / 10 ** pair.amountScale).toFixed(pair.amountScale) }),
    })
  }
  /** The same wish once more, or its key for another one. */
  const again = (user: number): Step => {
    const before = past[chance.int(past.length)]
    if (!before) return order(user)
    return chance.unit() < 0.75 ? before : { ...transfer(before.user), key: before.key }
  }
  const wallet = walletCrowd({ chance, step, pick, someone })
  const waiting = triggerCrowd({ chance: own, step, roomsOf })
  const products = productCrowd({ chance, step, pick, roomsOf, someId })
  const ways: readonly (readonly [number, (user: number) => Step])[] = [
    [0.38, order],
    [0.55, cancel],
    [0.65, transfer],
    [0.73, contract],
    [0.81, contractStep],
    [0.88, stake],
    [0.89, verify],
    [0.95, wallet.next],
    [1, again],
  ]
  return {
    next: (): Step => {
      if (triggerShare > 0 && own.unit() < triggerShare) return waiting.next(users[own.int(users.length)] ?? firstUser)
      const isProduct = productShare > 0 && chance.unit() < productShare
      const dice = chance.unit()
      const way = isProduct ? products.next : (ways.find(([upTo]) => dice < upTo)?.[1] ?? order)
      const made = way(someone())
      if (past.length < 400) past.push(made)
      else past[chance.int(400)] = made
      return made
    },
    hear: (made: Step, message: unknown) => {
      wallet.hear(made, message)
      products.hear(made, message)
    },
    /** Nobody sends a wish again after its key has been let go. */
    forget: () => void past.splice(0),
    /** Remembers the number of what was begun, so that it may be ended. */
    remember: ({ place, user }: Step, id: number) => {
      const word = place.includes('coin')
        ? 'spot'
        : place.includes('lever')
          ? 'lever'
          : place === 'POST /api/lh/deposit'
            ? 'hosting'
            : null
      if (word === null || !Number.isInteger(id)) return
      known.set(`${word}:${user}`, [...ids(user, word).slice(-7), id])
    },
  }
}
