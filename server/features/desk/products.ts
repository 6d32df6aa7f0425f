import { fieldTakesTwo } from '#contract/desk/desk-risk.ts'
import type { DeskProduct, ProductKind } from '#contract/desk/desk-tools.ts'
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
} from '#server/features/finance/earnings/product.ts'
import { hostingTool } from '#server/features/finance/products.ts'
import { planTool } from '#server/features/finance/follow/products.ts'
import { launchTool } from '#server/features/launch/products.ts'
import { machineTool, poolTool, seatTool } from '#server/features/mining/products.ts'
import type { Coin } from '#server/features/market/rows.ts'
import { actAs, waitsOf, type Plan } from './acts.ts'
import { accountTool, networkTool } from './ways-in.ts'
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
  network: networkTool,
  account: accountTool,
}

const subjectOf = (kind: ProductKind, id: string) => `product|${kind}|${id}`
/** A product with the change of it that waits; a new one has no number until it is made, and stands under its name. */
const told = (ctx: DeskContext, product: DeskProduct, id = product.id): DeskProduct => ({
  ...product,
  waits: waitsOf(ctx, subjectOf(product.kind, id)),
})
const newId = (name: string) => `new ${name}`
type Input = InputOf<typeof desk.setProduct>
/** The change of a product. Once it is done, `made` is what it has become. */
export function planProduct(
  ctx: DeskContext,
  { kind, id, changes }: Input,
): Plan & { would: DeskProduct; made: () => DeskProduct | null } {
  const { before, after, product, save } = tools[kind].plan(ctx, id ?? null, changes)
  const isNew = id === undefined
  let made: DeskProduct | null = null
  return {
    kind: 'change',
    subject: subjectOf(kind, id ?? newId(product.name)),
    action: isNew ? 'product.new' : 'product.change',
    about: `${kind} ${product.name}`,
    before,
    after,
    takesTwo: Object.entries(after).some(([name, value]) =>
      fieldTakesTwo(name, isNew ? null : (before[name] ?? ''), value),
    ),
    apply: () => {
      made = save()
    },
    would: product,
    made: () => made,
  }
}
function setProduct(ctx: DeskContext, by: number, input: Input): DeskProduct {
  if (!input.reason) throw new Refusal('reason_required')
  const plan = planProduct(ctx, input)
  actAs(ctx, by, { call: 'setProduct', input }, plan)
  const made = plan.made()
  if (made !== null) return told(ctx, made)
  const { id } = input
  const now = tools[input.kind].all(ctx).list.find((each) => each.id === id)
  return told(ctx, now ?? plan.would, id ?? newId(plan.would.name))
}
export const productHandlers: Handlers<Pick<typeof desk, 'products' | 'setProduct'>, DeskContext> = {
  products: (ctx, _, { kind }) => {
    const { list, blank } = tools[kind].all(ctx)
    return { list: list.map((product) => told(ctx, product)), blank }
  },
  setProduct: (ctx, { user }, input) => setProduct(ctx, user, input),
}
