import type { ProductKind } from '#contract/desk/desk-tools.ts'
import type { desk } from '#contract/desk/desk.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import {
  checkBetween,
  decimalField,
  productTool,
  switchField,
  wholeField,
  type ProductTool,
} from '#server/features/earnings/product.ts'
import { hostingTool } from '#server/features/finance/products.ts'
import { planTool } from '#server/features/follow/products.ts'
import { launchTool } from '#server/features/launch/products.ts'
import { machineTool, poolTool, seatTool } from '#server/features/mining/products.ts'
import type { Coin } from '#server/features/market/rows.ts'
import { logAct } from './log.ts'
import type { DeskContext } from './context.ts'

const amount = ['0', '1000000000'] as const
/** The rules of coins. A coin comes to be when a new one is launched, never by a form: somebody has to issue it. */
const coinTool = productTool<DeskContext, Coin>({
  kind: 'coin',
  fields: () => [
    switchField('isDisplayed'),
    decimalField('depositMin', ...amount),
    decimalField('minNumber', ...amount),
    decimalField('maxNumber', ...amount),
    decimalField('rate', '0', '0.2'),
    decimalField('chainFee', ...amount),
    wholeField('sort', 0, 9999),
  ],
  rows: ({ tables }) => [...tables.coins.all()].toSorted((a, b) => a.sort - b.sort),
  idOf: ({ id }) => String(id),
  nameOf: (_, { name }) => name,
  isOpen: (_, { isDisplayed }) => isDisplayed,
  running: () => 0,
  blank: () => null,
  check: (_, { minNumber, maxNumber }) =>
    checkBetween('minNumber', minNumber, '0', maxNumber === '0' ? amount[1] : maxNumber),
  put: ({ tables }, row) => tables.coins.put(row),
})
const tools: { readonly [K in ProductKind]: ProductTool<DeskContext> } = {
  hosting: hostingTool,
  plan: planTool,
  launch: launchTool,
  machine: machineTool,
  seat: seatTool,
  pool: poolTool,
  coin: coinTool,
}

function setProduct(ctx: DeskContext, by: number, { kind, id, changes, reason }: InputOf<typeof desk.setProduct>) {
  if (!reason) throw new Refusal('reason_required')
  const { before, after, product } = tools[kind].save(ctx, id ?? null, changes)
  logAct(ctx, {
    by,
    action: id === undefined ? 'product.new' : 'product.change',
    about: `${kind} ${product.name}`,
    reason,
    before,
    after,
  })
  return product
}
export const productHandlers: Handlers<Pick<typeof desk, 'products' | 'setProduct'>, DeskContext> = {
  products: (ctx, _, { kind }) => tools[kind].all(ctx),
  setProduct: (ctx, { user }, input) => setProduct(ctx, user, input),
}
