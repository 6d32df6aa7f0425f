import { daysLeft, nextPaymentMs } from '#contract/finance/earnings-term.ts'
import { parseDec } from '#contract/wire/money.ts'
import { registerEarnings } from '#server/features/finance/earnings/context.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { pledgeTerm, poolNameOf } from './pledges.ts'
import { machineOpen } from './settle.ts'
import { machinesOf, termOf } from './stock.ts'
import type { MachineRow, PoolRow, SeatRow } from './rows.ts'
import type { MiningContext } from './context.ts'

const hourMs = 3_600_000
type Seed<T> = Omit<T, 'sort' | 'openAt'> & { openIn?: number }
/** The demo: machines of each status, so that each story can be walked. What they earn is play money. */
const machines: readonly Seed<MachineRow>[] = [
  {
    id: 'sprout',
    name: 'Sprout S1',
    logo: '/machines/sprout.svg',
    type: 'air',
    power: 10,
    threshold: '50',
    price: '120',
    days: 30,
    daily: '0.000045',
    stock: 400,
    others: 268,
    perUser: 10,
    isReservable: false,
  },
  {
    id: 'rack',
    name: 'Rack R4',
    logo: '/machines/rack.svg',
    type: 'air',
    power: 60,
    threshold: '250',
    price: '690',
    days: 60,
    daily: '0.00014',
    stock: 120,
    others: 84,
    perUser: 5,
    isReservable: true,
  },
  {
    id: 'hall',
    name: 'Hall H9',
    logo: '/machines/hall.svg',
    type: 'water',
    power: 420,
    threshold: '1500',
    price: '4800',
    days: 90,
    daily: '0.0007',
    stock: 12,
    others: 0,
    perUser: 2,
    isReservable: true,
    openIn: 6 * hourMs,
  },
  {
    id: 'vintage',
    name: 'Vintage V0',
    logo: '/machines/vintage.svg',
    type: 'air',
    power: 4,
    threshold: '20',
    price: '40',
    days: 14,
    daily: '0.00003',
    stock: 60,
    others: 60,
    perUser: 3,
    isReservable: true,
  },
]
const seats: readonly Seed<SeatRow>[] = [
  { id: 'fjord', name: 'Fjord', region: 'no', places: 2, price: '12', days: 45, stock: 300, others: 121 },
  { id: 'geyser', name: 'Geyser', region: 'is', places: 5, price: '38', days: 90, stock: 150, others: 66 },
  { id: 'rapids', name: 'Rapids', region: 'ca', places: 10, price: '85', days: 120, stock: 40, others: 31 },
]
const pools: readonly Omit<PoolRow, 'sort' | 'taken'>[] = [
  {
    id: 'calm',
    coin: baseCoin.id,
    min: '20',
    max: '5000',
    days: 7,
    dayRate: '0.0008',
    total: '400000',
    others: '126500',
    isOpen: true,
  },
  {
    id: 'steady',
    coin: baseCoin.id,
    min: '100',
    max: '20000',
    days: 30,
    dayRate: '0.0012',
    total: '600000',
    others: '402000',
    isOpen: true,
  },
  {
    id: 'ether',
    coin: 2,
    min: '0.02',
    max: '20',
    days: 30,
    dayRate: '0.0005',
    total: '800',
    others: '311.5',
    isOpen: true,
  },
  {
    id: 'vault',
    coin: 1,
    min: '0.001',
    max: '1',
    days: 60,
    dayRate: '0.0003',
    total: '25',
    others: '6.2',
    isOpen: true,
  },
]

function seedDemo({ tables, deadlines, now }: MiningContext) {
  if (tables.machines.count() > 0) return
  machines.forEach(({ openIn, ...row }, sort) => {
    const openAt = openIn === undefined ? null : now() + openIn
    tables.machines.put({ ...row, openAt, sort })
    if (openAt !== null) deadlines.set(machineOpen, row.id, openAt)
  })
  seats.forEach(({ openIn, ...row }, sort) =>
    tables.seats.put({ ...row, openAt: openIn === undefined ? null : now() + openIn, sort }),
  )
  pools.forEach((row, sort) => tables.pools.put({ ...row, taken: '0', sort }))
}

/** Adds the demo's machines, seats and pools once, and tells *my earnings* what runs. */
export function seedMining(ctx: MiningContext) {
  if (ctx.settings.mining.hasDemo) seedDemo(ctx)
  registerEarnings(ctx, 'mining', (user) =>
    machinesOf(ctx, user).map((row) => ({
      ref: String(row.id),
      name: ctx.tables.machines.get(row.machine)?.name ?? '',
      asset: baseCoin.id,
      amount: parseDec(row.price),
      next: {
        at: nextPaymentMs(termOf(row)),
        asset: row.coin,
        amount: parseDec(row.daily),
        back: 0n,
        isLast: daysLeft(termOf(row)) === 1,
      },
    })),
  )
  registerEarnings(ctx, 'pledge', (user, lang) =>
    ctx.tables.pledges
      .group('user', user)
      .filter(({ status }) => status === 'pledged')
      .map((row) => {
        const isLast = daysLeft(pledgeTerm(row)) === 1
        const amount = parseDec(row.amount)
        return {
          ref: String(row.id),
          name: poolNameOf(ctx, row.pool, lang),
          asset: row.coin,
          amount,
          next: {
            at: nextPaymentMs(pledgeTerm(row)),
            asset: row.coin,
            amount: parseDec(row.daily),
            back: isLast ? amount : 0n,
            isLast,
          },
        }
      }),
  )
}
