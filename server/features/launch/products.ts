import { launchScale } from '#contract/launch/launch.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { decimalsOf, parseDec } from '#contract/wire/money.ts'
import {
  checkBetween,
  decimalField,
  introFields,
  outOfRange,
  productTool,
  switchField,
  wholeField,
  wordField,
  type FieldDef,
} from '#server/features/finance/earnings/product.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { LaunchProductRow } from './rows.ts'
import { launchOnline } from './settle.ts'
import { phaseOf } from './view.ts'
import type { LaunchContext } from './context.ts'

const dayMs = 86_400_000
const market = { priceScale: 4, amountScale: 2, minAmount: '0.1', maxAmount: '1000000' }
const hasOwnTexts = ({ intro }: LaunchProductRow) => intro !== undefined
const at = (
  name: 'startAt' | 'endAt' | 'onlineAt',
  isFixed: FieldDef<LaunchProductRow>['isFixed'],
): FieldDef<LaunchProductRow> => ({
  name,
  type: 'instant',
  read: (row) => String(row[name]),
  write: (row, value) => ({ ...row, [name]: Number(value) }),
  ...(isFixed && { isFixed }),
})
const runningOf = ({ tables }: LaunchContext, { id }: LaunchProductRow) =>
  tables.launchOrders.group('product', id).filter(({ stage }) => stage !== 'rejected' && stage !== 'completed').length

/**
 * New coins at the desk. Once somebody has subscribed, what they agreed to stays: name, price, launch and lock-up; once
 * it is launched, all of it.
 */
export const launchTool = productTool<LaunchContext, LaunchProductRow>({
  kind: 'launch',
  fields: (ctx) => {
    const isOut = ({ coin }: LaunchProductRow) => coin !== null
    const isAgreed = (row: LaunchProductRow) => isOut(row) || runningOf(ctx, row) > 0
    return [
      wordField('name', 'line', { isFixed: isAgreed }),
      {
        name: 'price',
        type: 'decimal',
        min: '0.00000001',
        max: '1000000',
        isFixed: isAgreed,
        read: ({ pays }) => pays[0]?.rate ?? '',
        write: (row, rate) => ({ ...row, pays: row.pays.map((pay, nth) => (nth === 0 ? { ...pay, rate } : pay)) }),
      },
      decimalField('num', '1', '100000000000', { isFixed: isOut }),
      decimalField('least', '0.00000001', '1000000000', { isFixed: isOut }),
      decimalField('most', '0.00000001', '1000000000', { isFixed: isOut }),
      at('startAt', isOut),
      at('endAt', isOut),
      at('onlineAt', isAgreed),
      wholeField('day', 0, 3650, { isFixed: isAgreed }),
      decimalField('predictRate', '0', '1000'),
      switchField('isRecommended'),
      {
        name: 'hasMarket',
        type: 'switch',
        isFixed: isAgreed,
        read: (row) => (row.market === null ? '0' : '1'),
        write: (row, value) => ({ ...row, market: value === '1' ? (row.market ?? market) : null }),
      },
      wholeField('sort', 0, 9999),
      ...introFields<LaunchProductRow>().map((field) => ({
        ...field,
        isOptional: true,
        isFixed: (row: LaunchProductRow) => !hasOwnTexts(row),
      })),
    ]
  },
  rows: ({ tables }) => [...tables.launchProducts.all()].toSorted((a, b) => a.sort - b.sort),
  idOf: ({ id }) => String(id),
  nameOf: (_, { name }) => name,
  isOpen: (ctx, row) => phaseOf(ctx, row) === 'subscribing',
  running: runningOf,
  blank: ({ tables, now }) => ({
    id: tables.launchProducts.nextId(),
    key: '',
    name: '',
    logo: '/coins/new.svg',
    pays: [{ coin: baseCoin.id, rate: '1' }],
    num: '1000000',
    sold: '0',
    least: '10',
    most: '10000',
    startAt: now() + dayMs,
    endAt: now() + 8 * dayMs,
    onlineAt: now() + 9 * dayMs,
    day: 0,
    interestRate: '0',
    predictRate: '0',
    isRecommended: false,
    market,
    coin: null,
    sort: tables.launchProducts.count(),
    createdAt: now(),
    intro: {},
  }),
  check: ({ tables, now }, row, before) => {
    if (!/^[A-Z][A-Z0-9]{1,9}$/.test(row.name)) throw outOfRange('name', 'A', 'Z')
    if (
      row.name !== before?.name &&
      (tables.coins.one('name', row.name) || tables.launchProducts.one('name', row.name))
    )
      throw new Refusal('setting_range', { name: 'name', min: row.name, max: row.name })
    if (decimalsOf(row.num) > launchScale) throw outOfRange('num', '1', row.num)
    checkBetween('num', row.num, row.sold === '0' ? '1' : row.sold, '100000000000')
    checkBetween('least', row.least, '0.00000001', row.most)
    if (parseDec(row.most) <= 0n) throw outOfRange('most', row.least, '')
    if (row.endAt <= row.startAt) throw outOfRange('endAt', String(row.startAt), String(row.onlineAt))
    if (row.onlineAt < row.endAt) throw outOfRange('onlineAt', String(row.endAt), '')
    if (row.coin === null && row.onlineAt !== before?.onlineAt && row.onlineAt <= now())
      throw outOfRange('onlineAt', String(now()), '')
  },
  put: ({ tables, deadlines }, row, before) => {
    const put = tables.launchProducts.put({ ...row, key: row.key || row.name.toLowerCase() })
    if (row.coin === null && row.onlineAt !== before?.onlineAt)
      deadlines.set(launchOnline, String(row.id), row.onlineAt)
    return put
  },
})
