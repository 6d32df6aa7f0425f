import { isPairOpen } from '#server/features/market/halt.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { round as roundSchema, tickLifeMs, type option } from '#contract/option/option.ts'
import { optionFee } from '#contract/option/option-outcome.ts'
import { encode } from '#contract/wire/coded.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import type { Caller } from '#server/core/context.ts'
import { sideOf, maxPayoutOf, maxPayouts } from './exposure.ts'
import { currentNo, nextToBuy, phaseOf, timesOf } from './rounds.ts'
import { isTooStill } from './still.ts'
import { lastTick } from './ticks.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkOpens } from '#server/features/market/check.ts'
import type { Coin, Pair } from '#server/features/market/rows.ts'
import { isOptionOpen, roundId, seriesId, type PeriodRow, type SeriesRow } from './rows.ts'
import type { OptionContext } from './context.ts'

type Input = InputOf<typeof option.submit>

function marketOf({ tables, markets }: OptionContext, { match_id, currency_id }: Input) {
  const { pair } = markets.ofPair(match_id)
  const coin = tables.coins.get(currency_id)
  if (!coin?.kinds.includes('micro')) throw new Refusal('not_found')
  if (!isPairOpen({ tables }, pair) || !pair.isMicro) throw new Refusal('market_closed')
  return { pair, coin }
}
function periodOf({ tables }: OptionContext, { market }: Pair, { seconds }: Input) {
  const period = tables.optionPeriods.one('seconds', String(seconds ?? ''))
  const series = period?.isOn ? tables.optionSeries.get(seriesId(market, period.seconds)) : undefined
  if (!period || !series) throw new Refusal('period_required')
  return { period, series }
}
function stakeOf(period: PeriodRow, { microMin, microMax }: Coin, { number }: Input): bigint {
  const stake = number === undefined || number === '' ? 0n : parseDec(number)
  if (stake === 0n) throw new Refusal('amount_required')
  const min = [period.min, microMin].map((text) => parseDec(text)).reduce((a, b) => (a > b ? a : b))
  if (stake < min) throw new Refusal('amount_below_min', { min: formatDec(min) })
  const maxima = [period.max, microMax].map((text) => parseDec(text)).filter((max) => max > 0n)
  for (const max of maxima.toSorted((a, b) => (a < b ? -1 : 1)))
    if (stake > max) throw new Refusal('amount_above_max', { max: formatDec(max) })
  return stake
}
/** Number of the round open for purchase; refuses if none is open or the caller saw another one. */
function openRoundNo(ctx: OptionContext, series: SeriesRow, seen: number | undefined) {
  const no = currentNo(ctx, series)
  if (phaseOf(ctx, series, no) !== 'open' || (seen !== undefined && seen !== no))
    throw new Refusal('round_closed', { next: encode(roundSchema, nextToBuy(ctx, series)) })
  return no
}

/**
 * All checks of a stake, in this order: market, user's trading lock, period, amount, round, ratio, price feed, a price
 * that moves, open orders, exposure.
 */
export function checkStake(ctx: OptionContext, { user }: Caller, input: Input) {
  const { tables, settings } = ctx
  const at = ctx.now()
  const { pair, coin } = marketOf(ctx, input)
  checkMayTrade(ctx, user)
  const { period, series } = periodOf(ctx, pair, input)
  const stake = stakeOf(period, coin, input)
  const no = openRoundNo(ctx, series, input.round_no)
  const { type } = input
  const ratio = type === 'even' ? period.evenRatio : period.ratio
  if (input.profit_ratio !== undefined && parseDec(input.profit_ratio) !== parseDec(ratio))
    throw new Refusal('ratio_moved', { ratio })
  const tick = lastTick(ctx, pair.market)
  if (!tick || at - tick[0] > tickLifeMs || at < tick[0]) throw new Refusal('feed_stale')
  checkOpens(ctx.markets.ofPair(pair.id))
  if (type === 'even' && isTooStill(ctx, pair.market, ratio)) throw new Refusal('market_still')
  const openOrders = tables.optionOrders.group('user', user).filter((row) => isOptionOpen(row) && row.coin === coin.id)
  if (openOrders.length >= coin.microHold) throw new Refusal('too_many_open', { max: coin.microHold })
  const round = roundId(series, no)
  const staked = {
    type,
    coin: coin.id,
    pair: pair.id,
    round,
    no,
    seconds: series.seconds,
    stake: formatDec(stake),
    fee: formatDec(optionFee(stake, parseDec(coin.microFee))),
    ratio,
    closeAt: timesOf(ctx, series, no).close_ms,
  }
  const sidePayout = maxPayouts(tables.optionOrders.group('round', round).slice()).get(sideOf(staked)) ?? 0n
  if (sidePayout + maxPayoutOf(staked) > parseDec(settings.option.exposure)) throw new Refusal('exposure_full')
  return staked
}
