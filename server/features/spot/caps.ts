import type { SpotSide } from '#contract/spot/spot.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { Caller } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { quoteUnits } from '#server/features/market/units.ts'
import { beyond, indexWorth } from '#server/features/market/worth.ts'
import { isCapped } from '#server/identity/api-keys.ts'
import type { ApiKeyRow } from '#server/identity/rows.ts'
import type { Checked } from './checked.ts'
import type { SpotContext } from './context.ts'

const dayMs = 86_400_000
const dayOf = (now: number) => Math.floor(now / dayMs)
/** What a key has ordered on the day of an instant (UTC), in the base coin. */
export const orderedOn = ({ ordered }: Pick<ApiKeyRow, 'ordered'>, now: number) =>
  ordered?.day === dayOf(now) ? BigInt(ordered.worth) : 0n
const coinsOf = (units: bigint) => `${formatDec(units)} ${baseCoin.name}`

/** What an order is worth in the base coin: what a buy may cost, what a sale may bring at its price or the last one. */
function worthOf(ctx: SpotContext, side: SpotSide, { market, hold, price, amount }: Checked): bigint {
  const { pair } = market
  const total = side === 'buy' ? hold : quoteUnits(pair, Math.max(price, market.last()), amount)
  return indexWorth(ctx, pair.quote, formatDec(total)) ?? beyond
}

/**
 * Refuses an order that an API key may not place by its caps. What is ordered counts, whether it fills or not; the
 * returned function counts it.
 */
export function checkCaps(ctx: SpotContext, { apiKey }: Pick<Caller, 'apiKey'>, side: SpotSide, checked: Checked) {
  const row = apiKey && ctx.tables.apiKeys.one('no', apiKey.no)
  if (!row || !isCapped(row)) return () => undefined
  const { maxOrder, maxDay, markets } = row
  const isThere = markets === undefined || markets.includes(checked.market.pair.market)
  if (!isThere) throw new Refusal('key_cap', { max: markets.join(', ') })
  const worth = worthOf(ctx, side, checked)
  if (maxOrder !== undefined && worth > parseDec(maxOrder))
    throw new Refusal('key_cap', { max: `${maxOrder} ${baseCoin.name}` })
  const before = orderedOn(row, ctx.now())
  const left = maxDay === undefined ? beyond : parseDec(maxDay) - before
  if (worth > left) throw new Refusal('key_cap', { max: coinsOf(left) })
  return () =>
    void ctx.tables.apiKeys.put({ ...row, ordered: { day: dayOf(ctx.now()), worth: String(before + worth) } })
}
