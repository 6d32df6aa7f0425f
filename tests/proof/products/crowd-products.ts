import { baseCoin } from '#contract/wire/limits.ts'
import type { Random } from '#server/core/random.ts'
import type { VenueContext } from '#server/features.ts'
import { hostingAccrual } from '#server/features/finance/settle.ts'
import { planAccrual } from '#server/features/finance/follow/settle.ts'
import { decideLaunch, launchOnline } from '#server/features/launch/settle.ts'
import { pledgeAccrual } from '#server/features/mining/pledges.ts'
import { machineAccrual } from '#server/features/mining/settle.ts'
import type { Step } from '#tests/proof/crowd-step.ts'

const [btc, eth, usdt] = [1, 2, baseCoin.id]
const hourMs = 3_600_000
const dayMs = 24 * hourMs
type Make = (user: number, place: string, body: Step['body']) => Step
type PickOne = <T>(all: readonly T[], otherwise: T) => T
type Quoted = { readonly user: number; readonly num: unknown; readonly id: string }

/**
 * Products with short terms and little to sell, so that ends and sold-out products are met soon; beside those of the
 * demo.
 */
export function enterProducts({ tables, deadlines, now }: VenueContext) {
  const at = now()
  const bare = { taken: '0', isOpen: true, createdAt: at }
  for (const [sort, terms] of [
    { coin: usdt, days: 2, dayRate: '0.0025', min: '10', max: '900', total: '4000', rule: 'interest_1_5', ratio: '0' },
    {
      coin: usdt,
      days: 4,
      dayRate: '0.004',
      min: '10',
      max: '900',
      total: '5000',
      rule: 'breach_ratio',
      ratio: '0.004',
    },
    { coin: eth, days: 3, dayRate: '0.0012', min: '0.01', max: '0.5', total: '3', rule: 'breach_ratio', ratio: '0.3' },
  ].entries())
    tables.hostingProducts.put({
      ...bare,
      ...terms,
      rule: terms.rule === 'interest_1_5' ? 'interest_1_5' : 'breach_ratio',
      id: tables.hostingProducts.nextId(),
      sort: 10 + sort,
    })
  for (const [sort, days] of [1, 3].entries())
    tables.plans.put({
      id: `short-${days}`,
      coin: usdt,
      dayRate: '0.003',
      days,
      min: '10',
      max: '800',
      total: '3000',
      taken: '0',
      joinedCount: 0,
      isOpen: true,
      startMs: null,
      endMs: null,
      sort: 10 + sort,
      cover: '',
    })
  for (const [sort, { id, coin, max, total }] of [
    { id: 'pond', coin: usdt, max: '700', total: '3000' },
    { id: 'well', coin: eth, max: '0.3', total: '2' },
  ].entries())
    tables.pools.put({
      id,
      name: id,
      coin,
      min: '0.01',
      max,
      days: 2 + sort,
      dayRate: '0.0007',
      total,
      taken: '0',
      others: '1',
      isOpen: true,
      sort,
    })
  tables.machines.put({
    id: 'mini',
    name: 'Mini',
    logo: '',
    type: 'air',
    power: 1,
    threshold: '30',
    price: '20',
    days: 2,
    daily: '0.0004',
    stock: 14,
    others: 4,
    perUser: 2,
    openAt: null,
    isReservable: true,
    sort: 0,
  })
  tables.machines.put({
    id: 'maxi',
    name: 'Maxi',
    logo: '',
    type: 'water',
    power: 9,
    threshold: '90',
    price: '70',
    days: 5,
    daily: '0.0011',
    stock: 5,
    others: 0,
    perUser: 3,
    openAt: null,
    isReservable: true,
    sort: 1,
  })
  tables.seats.put({
    id: 'bench',
    name: 'Bench',
    region: 'no',
    places: 2,
    price: '5',
    days: 4,
    stock: 16,
    others: 3,
    openAt: null,
    sort: 0,
  })
  tables.seats.put({
    id: 'stand',
    name: 'Stand',
    region: 'is',
    places: 3,
    price: '9',
    days: 9,
    stock: 8,
    others: 0,
    openAt: null,
    sort: 1,
  })
  for (let n = 0; n < 8; n += 1) {
    const id = tables.launchProducts.nextId()
    const [startAt, onlineAt] = [at + (n - 1) * dayMs, at + (n + 2) * dayMs]
    tables.launchProducts.put({
      id,
      key: `new${n}`,
      name: `NEW${n}`,
      logo: '',
      pays: [
        { coin: usdt, rate: '0.37' },
        { coin: eth, rate: '0.00021' },
      ],
      num: '6000',
      sold: '0',
      least: '10',
      most: '1500',
      startAt,
      endAt: startAt + 2 * dayMs,
      onlineAt,
      day: n % 3,
      interestRate: '0',
      predictRate: '0',
      isRecommended: n === 0,
      market: n % 2 === 0 ? { priceScale: 4, amountScale: 2, minAmount: '0.1', maxAmount: '1000000' } : null,
      coin: null,
      sort: n,
      createdAt: at,
    })
    deadlines.set(launchOnline, String(id), onlineAt)
  }
}

/**
 * People who host, redeem, join, pledge, subscribe, mine and convert: often more than there is, too early, too late, or
 * at the quote of another.
 */
export function productCrowd({
  chance,
  step,
  pick,
  roomsOf,
  someId,
}: {
  chance: Random
  step: Make
  pick: PickOne
  roomsOf: () => VenueContext
  someId: (user: number, word: string) => number
}) {
  const quotes: Quoted[] = []
  const share = (most: string | number) =>
    (chance.unit() ** 2 * Number(most) * 1.05).toFixed(chance.unit() < 0.02 ? 9 : 2)
  const sumFor = (coin: number, most: string) =>
    coin === usdt ? share(most) : (chance.unit() ** 2 * Number(most) * 1.05).toFixed(6)
  const host = (user: number) => {
    const row = pick([...roomsOf().tables.hostingProducts.all()], undefined)
    return step(user, 'POST /api/lh/deposit', {
      config_id: row?.id ?? 1,
      amount: sumFor(row?.coin ?? usdt, row?.max ?? '900'),
    })
  }
  const redeem = (user: number) =>
    step(user, 'POST /api/lh/deposit/order/cancel', {
      id: someId(user, 'hosting'),
      ...(chance.unit() < 0.3 && { seen_fee: share(5) }),
    })
  const join = (user: number) => {
    const row = pick([...roomsOf().tables.plans.all()], undefined)
    return step(user, 'GET /api/project/project', { id: row?.id ?? '', amount: share(row?.max ?? '800') })
  }
  const pledge = (user: number) => {
    const row = pick([...roomsOf().tables.pools.all()], undefined)
    return step(user, 'GET /api/pledge/pledge', {
      product_id: row?.id ?? '',
      amount: sumFor(row?.coin ?? usdt, row?.max ?? '700'),
    })
  }
  const subscribe = (user: number) => {
    const coin = chance.unit() < 0.8 ? usdt : pick([eth, btc], eth)
    return step(user, 'POST /api/lh/send/order', {
      config_id: 1 + chance.int(9),
      amount: coin === usdt ? share(600) : (chance.unit() ** 2 * 0.3).toFixed(6),
      currency_id: coin,
    })
  }
  const seat = (user: number) =>
    step(user, 'GET /api/miner/buySeat', { seat_id: pick(['bench', 'stand'], 'bench'), num: 1 + chance.int(2) })
  const collateral = (user: number) =>
    step(user, 'GET /api/miner/zhiya', {
      amount: `${10 * (1 + chance.int(20))}`,
      direction: chance.unit() < 0.7 ? 'lock' : 'release',
    })
  const machine = (user: number) =>
    step(user, 'GET /api/miner/buyMiner', { machine_id: pick(['mini', 'maxi'], 'mini'), num: 1 + chance.int(3) })
  const reserve = (user: number) =>
    step(user, 'GET /api/miner/reservation', {
      machine_id: pick(['mini', 'maxi'], 'mini'),
      num: 1 + chance.int(2),
      ...(chance.unit() < 0.2 && { drop: 1 }),
    })
  const quote = (user: number) =>
    step(user, 'POST /api/wallet/quote', {
      kind: 'mining',
      from: btc,
      to: usdt,
      num: (0.0001 + chance.unit() ** 2 * 0.003).toFixed(6),
    })
  /** Mostly the newest quote, now and then one that was used, has expired or is another's. */
  const convert = (user: number) => {
    const found = chance.unit() < 0.8 ? quotes.at(-1) : quotes[chance.int(Math.max(1, quotes.length))]
    if (!found) return quote(user)
    return step(chance.unit() < 0.95 ? found.user : user, 'GET /api/miner/convert', {
      amount: found.num,
      quote_id: found.id,
    })
  }
  const ways = [
    host,
    host,
    redeem,
    join,
    pledge,
    subscribe,
    subscribe,
    seat,
    collateral,
    machine,
    machine,
    reserve,
    quote,
    convert,
    convert,
  ]
  return {
    next: (user: number) => pick(ways, host)(user),
    hear: ({ place, user, body }: Step, message: unknown) => {
      if (
        !place.endsWith('/quote') ||
        body['kind'] !== 'mining' ||
        typeof message !== 'object' ||
        message === null ||
        !('quote_id' in message)
      )
        return
      quotes.push({ user, num: body['num'], id: String(message.quote_id) })
      if (quotes.length > 20) quotes.shift()
    },
  }
}

/**
 * Work that comes twice, or long before it is due, for anything that earns; and a desk that turns a subscription down.
 */
export function joltProducts(ctx: VenueContext, chance: Random) {
  const { tables } = ctx
  const one = <Row extends { id: number }>(rows: Iterable<Row>) => {
    const all = [...rows]
    return all[chance.int(Math.max(1, all.length))]
  }
  const jobs = [
    () => [hostingAccrual, one(tables.hostingOrders.all())] as const,
    () => [planAccrual, one(tables.joinedPlans.all())] as const,
    () => [pledgeAccrual, one(tables.pledges.all())] as const,
    () => [machineAccrual, one(tables.myMachines.all())] as const,
  ]
  const [accrual, row] = jobs[chance.int(jobs.length)]?.() ?? []
  if (accrual && row) for (let n = 0; n < 2; n += 1) accrual.run(ctx, String(row.id))
  const open = one([...tables.launchOrders.all()].filter(({ stage }) => stage === 'underReview'))
  if (open && chance.unit() < 0.3) decideLaunch(ctx, open, 'reject', 'test')
}
