import { logTypes } from '#contract/wire/booking.ts'
import { parseDec } from '#contract/wire/money.ts'
import { registerEarnings } from '#server/features/finance/earnings/context.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import type { LaunchProductRow } from './rows.ts'
import { missingAtIssuer } from './owed.ts'
import { launchOnline } from './settle.ts'
import type { LaunchContext } from './context.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const eth = 2
type Seed = Omit<
  LaunchProductRow,
  'id' | 'coin' | 'startAt' | 'endAt' | 'onlineAt' | 'createdAt' | 'sort' | 'interestRate' | 'logo' | 'key'
> & { start: number; end: number; online: number }
const market = { priceScale: 4, amountScale: 2, minAmount: '0.1', maxAmount: '1000000' }
/**
 * The demo: a product in each phase, and one that is launched within the half hour. Instants are distances from the
 * first start.
 */
const seeds: readonly Seed[] = [
  {
    name: 'ARC',
    pays: [
      { coin: baseCoin.id, rate: '0.5' },
      { coin: eth, rate: '0.00015' },
    ],
    num: '2000000',
    sold: '1243600',
    least: '20',
    most: '20000',
    start: -dayMs,
    end: 2 * dayMs + 4 * hourMs,
    online: 3 * dayMs,
    day: 7,
    predictRate: '18',
    isRecommended: true,
    market,
  },
  {
    name: 'SPRK',
    pays: [{ coin: baseCoin.id, rate: '0.08' }],
    num: '5000000',
    sold: '912400',
    least: '50',
    most: '50000',
    start: -hourMs,
    end: 20 * minuteMs,
    online: 22 * minuteMs,
    day: 0,
    predictRate: '6',
    isRecommended: false,
    market: { ...market, priceScale: 5 },
  },
  {
    name: 'DRFT',
    pays: [{ coin: baseCoin.id, rate: '1.2' }],
    num: '800000',
    sold: '0',
    least: '10',
    most: '5000',
    start: 5 * hourMs,
    end: 3 * dayMs,
    online: 4 * dayMs,
    day: 3,
    predictRate: '12',
    isRecommended: false,
    market,
  },
  {
    name: 'EMBR',
    pays: [{ coin: baseCoin.id, rate: '0.25' }],
    num: '1000000',
    sold: '1000000',
    least: '20',
    most: '10000',
    start: -2 * dayMs,
    end: dayMs,
    online: 2 * dayMs,
    day: 1,
    predictRate: '9',
    isRecommended: false,
    market,
  },
  {
    name: 'ORBT',
    pays: [{ coin: baseCoin.id, rate: '2' }],
    num: '400000',
    sold: '400000',
    least: '5',
    most: '2000',
    start: -9 * dayMs,
    end: -3 * dayMs,
    online: -2 * dayMs,
    day: 0,
    predictRate: '10',
    isRecommended: false,
    market,
  },
]

/**
 * Adds the demo's products once, and tells *my earnings* what is at work in subscriptions: the payment, or the coins
 * once they are launched.
 */
export function seedLaunches(ctx: LaunchContext) {
  seedDemo(ctx)
  fillIssuers(ctx)
  registerEarnings(ctx, 'launch', (user) =>
    [...ctx.tables.launchOrders.group('user', user)]
      .filter(({ stage }) => stage !== 'rejected' && stage !== 'completed')
      .map((row) => {
        const product = ctx.tables.launchProducts.get(row.product)
        const coin = row.stage === 'redemption' ? (product?.coin ?? null) : null
        return {
          ref: String(row.id),
          name: product?.name ?? '',
          asset: coin ?? row.pay,
          amount: parseDec(coin === null ? row.amount : row.coins),
          next: null,
        }
      }),
  )
}

/** In folders of earlier releases the house holds what is owed to subscribers, and may have sold it meanwhile. */
function fillIssuers(ctx: LaunchContext) {
  for (const product of ctx.tables.launchProducts.all()) {
    const missing = missingAtIssuer(ctx, product)
    if (product.coin === null || missing <= 0n) continue
    const cell = { asset: product.coin, kind: 'change' } as const
    ctx.ledger.post({
      type: logTypes.deposit,
      ref: `launch:owed:${product.id}`,
      postings: [
        { ...cell, owner: 'house', free: -missing },
        { ...cell, owner: 'issuer', free: missing },
      ],
    })
  }
}

function seedDemo({ tables, settings, deadlines, now }: LaunchContext) {
  if (!settings.launch.hasDemo || tables.launchProducts.count() > 0) return
  const at = now()
  seeds.forEach(({ start, end, online, ...seed }, sort) => {
    const id = tables.launchProducts.nextId()
    const key = seed.name.toLowerCase()
    tables.launchProducts.put({
      ...seed,
      id,
      key,
      sort,
      logo: `/coins/${key}.svg`,
      interestRate: '0',
      coin: null,
      startAt: at + start,
      endAt: at + end,
      onlineAt: at + online,
      createdAt: at,
    })
    deadlines.set(launchOnline, String(id), at + online)
  })
}
