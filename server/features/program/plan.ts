import { planLifeMs, type OrderPlan, type plans } from '#contract/program/program-plan.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { decimalsOf, divDown, divUp, formatDec, mulDec, parseDec } from '#contract/wire/money.ts'
import type { Random } from '#server/core/random.ts'
import type { Decide, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { marketAt } from '#server/features/market/handlers.ts'
import type { Market } from '#server/features/market/market.ts'
import { baseUnits, priceText, quoteUnit, quoteUnits } from '#server/features/market/units.ts'
import { checkCaps } from '#server/features/spot/caps.ts'
import { checkOrder } from '#server/features/spot/check.ts'
import type { Checked } from '#server/features/spot/checked.ts'
import { checkSubmit, submitChecked } from '#server/features/spot/handlers.ts'
import { levelsFor, type Levels } from '#server/features/spot/levels.ts'
import { spotOrderTable, type SpotRow } from '#server/features/spot/rows.ts'
import { spotOrderOf } from '#server/features/spot/view.ts'
import type { ProgramContext } from './context.ts'
import { planExpiry, planTable, type PlanRow } from './rows.ts'

/** Levels of the book that a plan tells. */
const levelsTold = 10
type Asked = InputOf<typeof plans.plan>

const uuidOf = (random: Random) => {
  const hex = random.bytes(16).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-')
}
/** A decimal with no more places than a scale has; a sale's price is rounded up, everything else down. */
const steppedTo = (scale: number, text: string, isUp = false) => {
  if (decimalsOf(text) <= scale) return text
  const step = 10n ** BigInt(8 - scale)
  const units = parseDec(text)
  return formatDec(isUp ? divUp(units, step) * step : (units / step) * step)
}
/** What is asked for, in the form of `coin/trade` and in the steps of its market. */
function wishOf({ pair }: Market, asked: Asked): { wish: PlanRow['wish']; rounded: OrderPlan['rounded'] } {
  const { side, amount, total, slippage, client_id } = asked
  const price = asked.price && steppedTo(pair.priceScale, asked.price, side === 'sell')
  const size = amount && steppedTo(pair.amountScale, amount)
  const wish = {
    currency_id: pair.base,
    legal_id: pair.quote,
    type: side,
    kind: asked.kind ?? (price === undefined ? 'market' : 'limit'),
    amount: size ?? '',
    target_price: price ?? '',
    ...(total !== undefined && { total }),
    ...(slippage !== undefined && { slippage }),
    ...(client_id !== undefined && { client_id }),
  } as const
  return {
    wish,
    rounded: [...(price === asked.price ? [] : ['price' as const]), ...(size === amount ? [] : ['amount' as const])],
  }
}

/** What an order takes of the levels it meets: steps, and their quote in ledger units. */
function takenOf({ pair }: Market, { total, amount }: Checked, levels: Levels) {
  let [left, budget, steps, quote] = [total === null ? amount : Infinity, total ?? 0n, 0, 0n]
  for (const [price, there] of levels) {
    const may = total === null ? left : Number(budget / BigInt(price))
    const took = Math.min(there, left, may)
    steps += took
    quote += quoteUnits(pair, price, took)
    left -= took
    budget -= BigInt(price) * BigInt(took)
    if (took < there) break
  }
  return { steps, quote }
}
type Told = Omit<OrderPlan, 'ticket' | 'expires_ms' | 'rounded'>
function told(ctx: ProgramContext, side: 'buy' | 'sell', checked: Checked): Told {
  const { market, kind, price, worst, amount, total, hold, tif } = checked
  const { pair } = market
  const levels =
    kind === 'post_only' ? [] : levelsFor(ctx, market, null, { side, worst, most: total === null ? amount : Infinity })
  const { steps, quote } = takenOf(market, checked, levels)
  const rests = (kind === 'limit' || kind === 'post_only') && tif === undefined ? amount - steps : 0
  const [base, coin] = [ctx.tables.coins.need(pair.base).name, ctx.tables.coins.need(pair.quote).name]
  const received = side === 'buy' ? baseUnits(pair, steps) : quote
  const meanOf = side === 'buy' ? divUp : divDown
  const mean = steps === 0 ? null : Number(meanOf(quote / quoteUnit(pair), BigInt(steps)))
  return {
    m: pair.market,
    side,
    kind,
    price: price === 0 ? null : priceText(pair, price),
    amount: amount === 0 ? null : formatDec(baseUnits(pair, amount)),
    gives: formatDec(hold),
    gives_coin: side === 'buy' ? coin : base,
    fee: formatDec(mulDec(received, parseDec(ctx.settings.spot.coinTradeFee), undefined, true)),
    fee_coin: side === 'buy' ? base : coin,
    meets: levels.slice(0, levelsTold).map(([at, there]) => [priceText(pair, at), formatDec(baseUnits(pair, there))]),
    takes: formatDec(baseUnits(pair, steps)),
    mean_price: mean === null ? null : priceText(pair, mean),
    rests: formatDec(baseUnits(pair, rests)),
  }
}

export const plan: Decide<typeof plans.plan, ProgramContext> = (ctx, caller, asked) => {
  const { wish, rounded } = wishOf(marketAt(ctx, asked.symbol), asked)
  const checked = checkOrder(ctx, caller, wish)
  // Refused now rather than when it is carried out; it counts only then.
  checkCaps(ctx, caller, asked.side, checked)
  const ticket = uuidOf(ctx.random)
  const expiresAt = ctx.now() + planLifeMs
  ctx.tables.orderPlans.put({ id: ticket, user: caller.user, wish, expiresAt, order: null })
  ctx.deadlines.set(planExpiry, ticket, expiresAt)
  return { ticket, expires_ms: expiresAt, rounded, ...told(ctx, asked.side, checked) }
}

const planOf = (body: string): PlanRow => JSON.parse(body)
const orderOf = (body: string): SpotRow => JSON.parse(body)
export const carryOut: Prepared<typeof plans.carryOut, ProgramContext> = {
  prepare: async ({ store }, _caller, { ticket }) => {
    const body = await store.row(planTable, ticket)
    const stored = body === null ? null : planOf(body)
    const id = stored?.order ?? null
    const placed = id === null ? null : await store.row(spotOrderTable, id)
    return (ctx, caller) => {
      const { orderPlans, spotOrders } = ctx.tables
      const row = orderPlans.get(ticket) ?? stored
      // One that is forgotten is told apart from none by nobody: both are over.
      if (row?.user !== caller.user) throw new Refusal('quote_expired')
      if (row.order !== null) {
        const order = spotOrders.get(row.order) ?? (placed === null ? undefined : orderOf(placed))
        if (!order) throw new Refusal('quote_expired')
        return { order: spotOrderOf(ctx, order), is_repeat: true }
      }
      if (ctx.now() >= row.expiresAt) throw new Refusal('quote_expired')
      const order = submitChecked(ctx, caller, row.wish, checkSubmit(ctx, caller, row.wish))
      orderPlans.put({ ...row, order: order.id })
      ctx.deadlines.clear(planExpiry, ticket)
      return { order, is_repeat: false }
    }
  },
}
