import { daysLeft, nextPaymentMs } from '#contract/finance/earnings-term.ts'
import { parseDec } from '#contract/wire/money.ts'
import { registerEarnings, type Working } from './earnings/context.ts'
import { termOf } from './view.ts'
import type { HostingRow, ProductRow } from './rows.ts'
import type { FinanceContext } from './context.ts'

type Terms = Pick<ProductRow, 'id' | 'coin' | 'dayRate' | 'days' | 'min' | 'max' | 'total' | 'rule' | 'ratio'>
const [usdt, btc, eth] = [3, 1, 2]
/** One product of each rule of leaving at least; the rates are those of play money. */
const products: readonly Terms[] = [
  {
    id: 1,
    coin: usdt,
    days: 7,
    dayRate: '0.0025',
    min: '50',
    max: '20000',
    total: '400000',
    rule: 'interest_1_5',
    ratio: '0',
  },
  {
    id: 2,
    coin: usdt,
    days: 15,
    dayRate: '0.004',
    min: '100',
    max: '50000',
    total: '1000000',
    rule: 'breach_ratio',
    ratio: '0.004',
  },
  {
    id: 3,
    coin: usdt,
    days: 30,
    dayRate: '0.0045',
    min: '500',
    max: '100000',
    total: '1500000',
    rule: 'breach_ratio',
    ratio: '0.003',
  },
  {
    id: 4,
    coin: eth,
    days: 30,
    dayRate: '0.0012',
    min: '0.05',
    max: '50',
    total: '1000',
    rule: 'interest_1_5',
    ratio: '0',
  },
  {
    id: 5,
    coin: btc,
    days: 60,
    dayRate: '0.0008',
    min: '0.005',
    max: '5',
    total: '60',
    rule: 'breach_ratio',
    ratio: '0.001',
  },
]
const workingOf = (row: HostingRow): Working => {
  const term = termOf(row)
  const amount = parseDec(row.amount)
  const isLast = daysLeft(term) === 1
  return {
    ref: String(row.id),
    name: '',
    asset: row.coin,
    amount,
    next: { at: nextPaymentMs(term), asset: row.coin, amount: parseDec(row.daily), back: isLast ? amount : 0n, isLast },
  }
}

/** Adds the products of the demo that are missing, and tells *my earnings* the running orders. */
export const seedFinance = (ctx: FinanceContext) => {
  if (ctx.settings.demo)
    products.forEach((product, sort) => {
      if (!ctx.tables.hostingProducts.get(product.id))
        ctx.tables.hostingProducts.put({ ...product, taken: '0', isOpen: true, sort, createdAt: ctx.now() })
    })
  registerEarnings(ctx, 'hosting', (user) =>
    ctx.tables.hostingOrders
      .group('user', user)
      .filter(({ status }) => status === 'hosting')
      .map(workingOf),
  )
}
