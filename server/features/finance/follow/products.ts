import { baseCoin } from '#contract/wire/limits.ts'
import {
  checkBetween,
  decimalField,
  instantField,
  introFields,
  outOfRange,
  productTool,
  switchField,
  wholeField,
  wordField,
} from '#server/features/finance/earnings/product.ts'
import type { PlanRow } from './rows.ts'
import type { FollowContext } from './context.ts'

const covers = ['/plans/first-steps.svg', '/plans/two-weeks.svg', '/plans/one-month.svg', '/plans/long-haul.svg']
/** A plan that came with the release has its texts there; one that was made at the desk brings its own. */
const hasOwnTexts = ({ name }: PlanRow) => name !== undefined

/** The plans at the desk. What was joined keeps the terms at which it was. */
export const planTool = productTool<FollowContext, PlanRow>({
  kind: 'plan',
  fields: () => [
    {
      name: 'name',
      type: 'line',
      read: ({ name = '', id }) => name || id,
      write: (row, value) => ({ ...row, name: value }),
      isFixed: (row) => !hasOwnTexts(row),
    },
    switchField('isOpen'),
    wholeField('days', 1, 3650),
    decimalField('dayRate', '0', '0.05'),
    decimalField('min', '0.00000001', '1000000000'),
    decimalField('max', '0.00000001', '1000000000'),
    decimalField('total', '0.00000001', '100000000000'),
    instantField('startMs'),
    instantField('endMs'),
    wordField('cover', 'choice', { choices: covers }),
    wholeField('sort', 0, 9999),
    ...introFields<PlanRow>().map((field) => ({
      ...field,
      isOptional: true,
      isFixed: (row: PlanRow) => !hasOwnTexts(row),
    })),
  ],
  rows: ({ tables }) => [...tables.plans.all()].toSorted((a, b) => a.sort - b.sort),
  idOf: ({ id }) => id,
  nameOf: (_, { name, id }) => name ?? id,
  isOpen: (_, { isOpen }) => isOpen,
  running: ({ tables }, { id }) =>
    [...tables.joinedPlans.all()].filter(({ plan, status }) => plan === id && status === 'in_progress').length,
  blank: ({ tables }) => ({
    id: `plan-${tables.plans.count() + 1}`,
    name: '',
    coin: baseCoin.id,
    dayRate: '0.001',
    days: 30,
    min: '10',
    max: '1000',
    total: '100000',
    taken: '0',
    joinedCount: 0,
    isOpen: false,
    startMs: null,
    endMs: null,
    sort: tables.plans.count(),
    cover: covers[0] ?? '',
  }),
  check: (_, row) => {
    checkBetween('min', row.min, '0.00000001', row.max)
    checkBetween('max', row.max, row.min, row.total)
    if (row.startMs !== null && row.endMs !== null && row.endMs <= row.startMs)
      throw outOfRange('endMs', String(row.startMs), '')
  },
  put: ({ tables }, row) => tables.plans.put(row),
})
