import type { lever } from '#contract/lever/lever.ts'
import type { Level } from '#contract/market/market.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { equityOf, hazardRate, one } from '#contract/lever/lever-risk.ts'
import type { Decide } from '#server/core/context.ts'
import { entriesOf, markOf, riskOf, tickOf } from './account.ts'
import { multipleNow, netView, roomOf, sizeAt } from './caps.ts'
import type { Pair } from '#server/features/market/rows.ts'
import { positionOf, rateText } from './view.ts'
import { worthOf } from '#server/features/market/view.ts'
import type { LeverContext } from './context.ts'

const maxLevels = 20
const maxOwn = 10
/** Numbers of lots offered for quick choice. */
const quickShares = [1, 5, 10, 50, 100]

/** How many lots a value buys at a mark price. */
const lotsWithin = ({ leverShare }: Pair, mark: bigint, value: bigint) =>
  mark <= 0n ? 0 : Number((value * one) / (mark * parseDec(leverShare)))

const levelsOf = (levels: readonly Level[]) => levels.slice(0, maxLevels).map(([price, number]) => ({ price, number }))

/** One market for leveraged positions, with the caller's own positions in it. */
export const leverMarket: Decide<typeof lever.market, LeverContext> = (ctx, { user }, { currency_id, legal_id }) => {
  const market = ctx.markets.ofCoins(currency_id, legal_id)
  const { pair } = market
  const { settings } = ctx
  const { bids, asks } = ctx.markets.depth(pair.market)
  const risk = riskOf(ctx, user, pair.quote)
  const own = ctx.tables.leverPositions
    .group('user', user)
    .filter((row) => row.pair === pair.id)
    .toSorted((a, b) => b.id - a.id)
  const mark = markOf(ctx, pair.id)
  const lot = parseDec(pair.leverShare)
  const shareChoices = quickShares.filter(
    (lots) => lots >= pair.leverMin && (pair.leverMax === 0 || lots <= pair.leverMax),
  )
  return {
    lever_transaction: { in: levelsOf(bids), out: levelsOf(asks) },
    my_transaction: own.slice(0, maxOwn).map((row) => positionOf(ctx, row, risk)),
    lever_share_limit: { min: pair.leverMin, max: pair.leverMax },
    multiple: {
      muit: settings.lever.multiples.map((value) => ({ value })),
      share: shareChoices.map((value) => ({ value })),
    },
    last_price: formatDec(BigInt(market.last()) * tickOf(pair)),
    mark: formatDec(mark.price),
    user_lever: formatDec(risk.free),
    all_levers: formatDec(equityOf(risk) + entriesOf(ctx, user, pair.quote)),
    ustd_price: formatDec(worthOf(ctx, pair.quote) ?? 0n),
    ExRAte: settings.market.cnyPerUsdt,
    hazard_rate: rateText(hazardRate(risk)),
    spread: pair.spread,
    lever_trade_fee: pair.leverFee,
    overnight: pair.overnight,
    size_limits: settings.lever.multiples.map((multiple) => ({
      multiple,
      lots: lotsWithin(pair, mark.price, sizeAt(ctx, multiple)),
    })),
    ...netView(ctx, pair.id),
    room: { long: roomOf(ctx, pair, 'long'), short: roomOf(ctx, pair, 'short') },
    multiple_now: { long: multipleNow(ctx, pair.id, 'long', lot), short: multipleNow(ctx, pair.id, 'short', lot) },
    stop_allowed: settings.lever.isStopAllowed,
    limit_allowed: settings.lever.isEntrustAllowed,
    at_ms: mark.at,
    server_now_ms: ctx.now(),
  }
}
