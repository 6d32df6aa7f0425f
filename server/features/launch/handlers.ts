import type { launch, LaunchOrder } from '#contract/launch/launch.ts'
import { formatDec } from '#contract/wire/money.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Decide, Handlers, Prepared } from '#server/core/context.ts'
import { checkSubscription } from './check.ts'
import { launchHold, launchTable, type LaunchOrderRow } from './rows.ts'
import { allot, launchReview } from './settle.ts'
import { launchOrderOf, phaseOf, productOf } from './view.ts'
import type { LaunchContext } from './context.ts'

const productsInOrder = ({ tables }: Pick<LaunchContext, 'tables'>) =>
  [...tables.launchProducts.all()].toSorted((a, b) => a.sort - b.sort || a.id - b.id)

/** Holds the money of a subscription and allots its coins, in one decision, so that no two can have the same coin. */
const subscribe: Decide<typeof launch.subscribe, LaunchContext> = (ctx, { user }, input): LaunchOrder => {
  const { product, pay, rate, amount, coins } = checkSubscription(ctx, user, input)
  const at = ctx.now()
  const id = ctx.tables.launchOrders.nextId()
  ctx.ledger.hold(launchHold(id), { owner: user, asset: pay.id, kind: 'change' }, amount, 0)
  allot(ctx, product, coins)
  const row = ctx.tables.launchOrders.put({
    id,
    user,
    product: product.id,
    pay: pay.id,
    amount: formatDec(amount),
    coins: formatDec(coins),
    rate,
    day: product.day,
    onlineAt: product.onlineAt,
    stage: 'underReview',
    reason: null,
    createdAt: at,
    updatedAt: at,
    decidedAt: null,
    rev: 1,
  })
  if (ctx.settings.demoReview) ctx.deadlines.set(launchReview, String(id), at + ctx.settings.launch.reviewMs)
  const view = launchOrderOf(ctx, row)
  ctx.emit(user, { ev: 'launch.changed', v: view, why: 'placed' })
  return view
}

const orderRow = (body: string): LaunchOrderRow => JSON.parse(body)
const orders: Prepared<typeof launch.orders, LaunchContext> = {
  prepare: async ({ store }, { user }, { status, page = 1, limit = defaultLimit }) => {
    const { bodies, total } = await store.page({
      table: launchTable,
      where: { user, ...(status && { wire: status }) },
      limit,
      offset: (page - 1) * limit,
    })
    // A row that is still in memory is newer than its stored copy.
    return (ctx) => ({
      order_list: bodies.map(orderRow).map((row) => launchOrderOf(ctx, ctx.tables.launchOrders.get(row.id) ?? row)),
      total,
      total_interest: '0',
    })
  },
}

export const launchHandlers: Handlers<typeof launch, LaunchContext> = {
  products: (ctx, { lang }, { page, phase }) => {
    const all = productsInOrder(ctx).filter((row) => phase === undefined || phaseOf(ctx, row) === phase)
    const rows = page === undefined ? all : all.slice((page - 1) * defaultLimit, page * defaultLimit)
    return rows.map((row) => productOf(ctx, row, lang))
  },
  product: (ctx, { lang }, { id }) => productOf(ctx, ctx.tables.launchProducts.need(id), lang),
  recommended: (ctx, { lang }) => {
    const row = productsInOrder(ctx).find(
      (each) => each.isRecommended && ['subscribing', 'upcoming'].includes(phaseOf(ctx, each)),
    )
    return row ? productOf(ctx, row, lang) : {}
  },
  subscribe,
  orders,
}
