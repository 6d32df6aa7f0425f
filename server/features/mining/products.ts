import { baseCoin } from '#contract/wire/limits.ts'
import {
  checkBetween,
  decimalField,
  instantField,
  productTool,
  switchField,
  wholeField,
  wordField,
} from '#server/features/finance/earnings/product.ts'
import { textIn } from '#server/core/sentences.ts'
import type { MachineRow, PoolRow, SeatRow } from './rows.ts'
import { machineOpen } from './settle.ts'
import { machineStatusOf, seatsSold, seatStatusOf, soldOf } from './stock.ts'
import type { MiningContext } from './context.ts'

const logos = ['/machines/sprout.svg', '/machines/rack.svg', '/machines/hall.svg', '/machines/vintage.svg']
const price = ['0.00000001', '100000000'] as const

/** The machines at the desk. One that runs keeps the terms of its purchase; a stock of nothing ends the sale. */
export const machineTool = productTool<MiningContext, MachineRow>({
  kind: 'machine',
  fields: () => [
    wordField('name', 'line'),
    wordField('logo', 'choice', { choices: logos }),
    wordField('type', 'choice', { choices: ['air', 'water'] }),
    wholeField('power', 1, 1_000_000),
    decimalField('threshold', '0', price[1]),
    decimalField('price', ...price),
    wholeField('days', 1, 3650),
    decimalField('daily', '0', '1000000'),
    wholeField('stock', 0, 1_000_000),
    wholeField('perUser', 1, 10_000),
    switchField('isReservable'),
    instantField('openAt'),
    wholeField('sort', 0, 9999),
  ],
  rows: ({ tables }) => [...tables.machines.all()].toSorted((a, b) => a.sort - b.sort),
  idOf: ({ id }) => id,
  nameOf: (_, { name }) => name,
  isOpen: (ctx, row) => machineStatusOf(ctx, row, null) === 'on_sale',
  running: (ctx, row) => soldOf(ctx, row) - row.others,
  blank: ({ tables }) => ({
    id: `machine-${tables.machines.count() + 1}`,
    name: '',
    logo: logos[0] ?? '',
    type: 'air',
    power: 10,
    threshold: '50',
    price: '100',
    days: 30,
    daily: '0',
    stock: 0,
    others: 0,
    perUser: 1,
    isReservable: false,
    openAt: null,
    sort: tables.machines.count(),
  }),
  check: (_, { perUser, stock }) => {
    if (stock > 0) checkBetween('perUser', String(perUser), '1', String(stock))
  },
  put: ({ tables, deadlines, now }, row, before) => {
    if (row.openAt !== (before?.openAt ?? null)) {
      deadlines.clear(machineOpen, row.id)
      if (row.openAt !== null && row.openAt > now()) deadlines.set(machineOpen, row.id, row.openAt)
    }
    return tables.machines.put(row)
  },
})

export const seatTool = productTool<MiningContext, SeatRow>({
  kind: 'seat',
  fields: () => [
    wordField('name', 'line'),
    wordField('region', 'choice', { choices: ['no', 'is', 'ca'] }),
    wholeField('places', 1, 1000),
    decimalField('price', ...price),
    wholeField('days', 1, 3650),
    wholeField('stock', 0, 1_000_000),
    instantField('openAt'),
    wholeField('sort', 0, 9999),
  ],
  rows: ({ tables }) => [...tables.seats.all()].toSorted((a, b) => a.sort - b.sort),
  idOf: ({ id }) => id,
  nameOf: (_, { name }) => name,
  isOpen: (ctx, row) => seatStatusOf(ctx, row) === 'on_sale',
  running: (ctx, row) => seatsSold(ctx, row) - row.others,
  blank: ({ tables }) => ({
    id: `seat-${tables.seats.count() + 1}`,
    name: '',
    region: 'no',
    places: 1,
    price: '10',
    days: 30,
    stock: 0,
    others: 0,
    openAt: null,
    sort: tables.seats.count(),
  }),
  check: () => undefined,
  put: ({ tables }, row) => tables.seats.put(row),
})

/** The name of a pool: the one that the desk gave it, or that of the release. */
export const poolTool = productTool<MiningContext, PoolRow>({
  kind: 'pool',
  fields: (ctx) => [
    {
      name: 'name',
      type: 'line',
      read: ({ name = '', id }) => name || (textIn('mining', 'en', `pools.${id}`) ?? id),
      write: (row, value) => ({ ...row, name: value }),
      isFixed: ({ name }) => name === undefined,
    },
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
    decimalField('total', '0.00000001', '100000000000'),
    wholeField('sort', 0, 9999),
  ],
  rows: ({ tables }) => [...tables.pools.all()].toSorted((a, b) => a.sort - b.sort),
  idOf: ({ id }) => id,
  nameOf: (_, { name, id }) => name ?? textIn('mining', 'en', `pools.${id}`) ?? id,
  isOpen: (_, { isOpen }) => isOpen,
  running: ({ tables }, { id }) => tables.pledges.group('pool', id).filter(({ status }) => status === 'pledged').length,
  blank: ({ tables }) => ({
    id: `pool-${tables.pools.count() + 1}`,
    name: '',
    coin: baseCoin.id,
    min: '10',
    max: '1000',
    days: 30,
    dayRate: '0.0005',
    total: '100000',
    taken: '0',
    others: '0',
    isOpen: false,
    sort: tables.pools.count(),
  }),
  check: (_, row) => {
    checkBetween('min', row.min, '0.00000001', row.max)
    checkBetween('max', row.max, row.min, row.total)
  },
  put: ({ tables }, row) => tables.pools.put(row),
})
