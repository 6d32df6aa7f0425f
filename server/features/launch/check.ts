import { coinsFor, costOf, type launch } from '#contract/launch/launch.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Coin } from '#server/features/market/rows.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import { leftOf, phaseOf } from './view.ts'
import type { LaunchProductRow } from './rows.ts'
import type { LaunchContext } from './context.ts'

type CheckedSubscription = { product: LaunchProductRow; pay: Coin; rate: string; amount: bigint; coins: bigint }

function checkOpen(ctx: LaunchContext, product: LaunchProductRow) {
  const phase = phaseOf(ctx, product)
  if (phase === 'upcoming') throw new Refusal('launch_not_started', { start_ms: product.startAt })
  if (phase === 'sold_out') throw new Refusal('sold_out', { left: '0' })
  if (phase !== 'subscribing') throw new Refusal('launch_ended')
}

/**
 * All checks of a subscription but the balance: open now, a pay coin of the product, within its bounds, and never more
 * than is left (N1).
 */
export function checkSubscription(
  ctx: LaunchContext,
  user: number,
  { config_id, amount: typed, currency_id }: InputOf<typeof launch.subscribe>,
): CheckedSubscription {
  checkMayTrade(ctx, user)
  const product = ctx.tables.launchProducts.need(config_id)
  checkOpen(ctx, product)
  const chosen = product.pays.find(({ coin }) => coin === (currency_id ?? product.pays[0]?.coin))
  if (!chosen) throw new Refusal('way_unknown')
  const pay = ctx.tables.coins.need(chosen.coin)
  const amount = typed === undefined || typed === '' ? 0n : parseDec(typed)
  if (amount === 0n) throw new Refusal('amount_required')
  if (decimalsOf(formatDec(amount)) > pay.scale) throw new Refusal('amount_step', { scale: pay.scale })
  const price = parseDec(chosen.rate)
  const left = leftOf(product)
  const [least, most] = [parseDec(product.least), parseDec(product.most)]
  const bound = (coins: bigint) => formatDec(costOf(coins, price, pay.scale))
  const coins = coinsFor(amount, price)
  // The last coins may be fewer than the least amount: somebody must be able to buy them.
  const atLeast = left < least ? left : least
  if (coins < atLeast) throw new Refusal('amount_below_min', { min: bound(atLeast) })
  const held = ctx.tables.launchOrders
    .group('buyer', `${user}|${product.id}`)
    .filter(({ stage }) => stage !== 'rejected')
    .reduce((sum, row) => sum + parseDec(row.coins), 0n)
  if (most > 0n && held + coins > most)
    throw new Refusal('amount_above_max', { max: most > held ? bound(most - held) : '0' })
  if (coins > left) throw new Refusal('sold_out', { left: formatDec(left) })
  return { product, pay, rate: chosen.rate, amount, coins }
}
