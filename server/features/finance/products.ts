import { penaltyRule } from '#contract/finance/finance-penalty.ts'
import {
  checkBetween,
  decimalField,
  productTool,
  switchField,
  wholeField,
  wordField,
  outOfRange,
} from './earnings/product.ts'
import type { ProductRow } from './rows.ts'
import type { FinanceContext } from './context.ts'

/** The hosting products at the desk. Orders that run keep the terms of their purchase. */
export const hostingTool = productTool<FinanceContext, ProductRow>({
  kind: 'hosting',
  fields: (ctx) => [
    {
      name: 'coin',
      type: 'choice',
      choices: [...ctx.tables.coins.all()].filter(({ isDisplayed }) => isDisplayed).map(({ name }) => name),
      isFixed: () => true,
      read: ({ coin }) => ctx.tables.coins.get(coin)?.name ?? '',
      write: (row, value) => ({ ...row, coin: ctx.tables.coins.one('name', value)?.id ?? 0 }),
    },
    switchField('isOpen'),
    wholeField('days', 1, 3650),
    decimalField('dayRate', '0', '0.05'),
    decimalField('min', '0.00000001', '1000000000'),
    decimalField('max', '0.00000001', '1000000000'),
    decimalField('total', '0', '100000000000'),
    {
      ...wordField('rule', 'choice', { choices: penaltyRule.options }),
      write: (row, value) => ({ ...row, rule: penaltyRule.options.find((rule) => rule === value) ?? row.rule }),
    },
    decimalField('ratio', '0', '0.05'),
    wholeField('sort', 0, 9999),
  ],
  rows: ({ tables }) => [...tables.hostingProducts.all()].toSorted((a, b) => a.sort - b.sort || a.id - b.id),
  idOf: ({ id }) => String(id),
  nameOf: ({ tables }, { coin, days }) => `${tables.coins.get(coin)?.name ?? ''} · ${days}`,
  isOpen: (_, { isOpen }) => isOpen,
  running: ({ tables }, { id }) =>
    [...tables.hostingOrders.all()].filter(({ product, status }) => product === id && status === 'hosting').length,
  blank: ({ tables, now }) => ({
    id: tables.hostingProducts.nextId(),
    coin: 0,
    dayRate: '0.001',
    days: 30,
    min: '10',
    max: '1000',
    total: '0',
    taken: '0',
    rule: 'interest_1_5',
    ratio: '0',
    isOpen: false,
    sort: tables.hostingProducts.count(),
    createdAt: now(),
  }),
  check: (_, row) => {
    checkBetween('min', row.min, '0.00000001', row.max)
    // No bound, or room for one order at least.
    if (row.total !== '0') checkBetween('max', row.max, row.min, row.total)
    if (row.rule === 'breach_ratio' && row.ratio === '0') throw outOfRange('ratio', '0.00000001', '0.05')
  },
  put: ({ tables }, row) => tables.hostingProducts.put(row),
})
