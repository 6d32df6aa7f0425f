import { leverRule, sealedLever } from '#contract/lever/lever-receipt.ts'
import type { CloseReason, LeverReceipt } from '#contract/lever/lever-position.ts'
import { equityOf, marginSum, type RiskAccount } from '#contract/lever/lever-risk.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { priceText } from '#server/features/market/units.ts'
import { markOf } from './account.ts'
import type { Shares } from './losses.ts'
import type { LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

/** How one position was closed. */
export type Filled = {
  row: LeverRow
  why: CloseReason
  book: bigint | null
  shift: bigint
  spread: bigint
  price: bigint
  profit: bigint
}
type Decided = {
  user: number
  quote: number
  reason: CloseReason
  /** Free balance and positions of the account before anything was cancelled or closed. */
  free: bigint
  rows: readonly LeverRow[]
  lapsed: bigint
  filled: readonly Filled[]
  shares: Shares
}

function markTaken(ctx: LeverContext, pairId: number): LeverReceipt['marks'][number] {
  const market = ctx.markets.ofPair(pairId)
  const { pair } = market
  const quote = market.quote()
  return {
    m: pair.market,
    scale: pair.priceScale,
    tick: quote?.tick ?? 'none',
    at_ms: quote?.at ?? 0,
    index: priceText(pair, quote?.index ?? market.last()),
    premium: quote?.premium === undefined ? null : formatDec(quote.premium),
    mark: formatDec(markOf(ctx, pairId).price),
    sources: quote?.sources ?? 0,
  }
}

/** Writes the receipt of a stop or a liquidation; returns its id. */
export function writeReceipt(
  ctx: LeverContext,
  { user, quote, reason, free, rows, lapsed, filled, shares }: Decided,
): number {
  const { tables, settings } = ctx
  const ordered = rows.toSorted((a, b) => a.id - b.id)
  const risk: RiskAccount = {
    free: free + lapsed,
    legs: ordered.map(({ pair, side, price, number, margin }) => ({
      pair,
      side,
      price,
      number,
      margin,
      mark: markOf(ctx, pair).price,
    })),
  }
  const legs = ordered.map((row): LeverReceipt['legs'][number] => {
    const closed = filled.find((each) => each.row.id === row.id)
    const { market } = tables.pairs.need(row.pair)
    return {
      id: row.id,
      m: market,
      side: row.side,
      price: formatDec(row.price),
      number: formatDec(row.number),
      margin: formatDec(row.margin),
      take_profit: formatDec(row.takeProfit),
      stop_loss: formatDec(row.stopLoss),
      stops_ms: row.stopsAt,
      opened_ms: row.openedAt ?? row.createdAt,
      why: closed?.why ?? null,
      book: closed?.book === undefined || closed.book === null ? null : formatDec(closed.book),
      shift: formatDec(closed?.shift ?? 0n),
      spread: formatDec(closed?.spread ?? 0n),
      close_price: closed ? formatDec(closed.price) : null,
      profit: closed ? formatDec(closed.profit) : null,
      ...(closed?.row.stopTrigger !== undefined && { trigger: closed.row.stopTrigger }),
    }
  })
  const { fund, house, haircut } = shares
  const id = tables.leverReceipts.nextId()
  const receipt = sealedLever({
    id,
    legal: quote,
    reason,
    rule: leverRule,
    at_ms: ctx.now(),
    free: formatDec(free),
    lapsed: formatDec(lapsed),
    burst: formatDec(parseDec(settings.lever.burstHazardRate)),
    marks: [...new Set(ordered.map(({ pair }) => pair))].map((pair) => markTaken(ctx, pair)),
    legs,
    equity: formatDec(equityOf(risk)),
    margin: formatDec(marginSum(risk)),
    missing: formatDec(fund + house + haircut),
    fund: formatDec(fund),
    house: formatDec(house),
    haircut: formatDec(haircut),
  })
  tables.leverReceipts.put({ id, user, receipt })
  return id
}
