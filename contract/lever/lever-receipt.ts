import { formatDec, parseDec, SCALE } from '#contract/wire/money.ts'
import { sha256 } from '#contract/wire/sha256.ts'
import type { LeverReceipt } from './lever-position.ts'
import { fillPrice, quickPrice } from './lever-fill.ts'
import { equityOf, isBurst, marginSum, profitOf, stopReached, type Leg, type RiskAccount } from './lever-risk.ts'
import { markPrice } from '#contract/market/market-mark.ts'

/**
 * The rules a receipt may have been written under. By the first, what cancelled entries returned came after the
 * decision.
 */
const firstRule = 'lever-1'
export const leverRule = 'lever-2'
const rules: readonly string[] = [firstRule, leverRule]

type Signed = Omit<LeverReceipt, 'digest'>

/** The text that is hashed: every field in the order of the contract. */
export const leverReceiptText = (each: Signed) =>
  JSON.stringify([
    each.id,
    each.legal,
    each.reason,
    each.rule,
    each.at_ms,
    each.free,
    each.lapsed,
    each.burst,
    each.marks.map(({ m, scale, tick, at_ms, index, premium, mark, sources }) => [
      m,
      scale,
      tick,
      at_ms,
      index,
      premium,
      mark,
      sources,
    ]),
    each.legs.map((leg) => [
      leg.id,
      leg.m,
      leg.side,
      leg.price,
      leg.number,
      leg.margin,
      leg.take_profit,
      leg.stop_loss,
      leg.stops_ms,
      leg.opened_ms,
      leg.why,
      leg.book,
      leg.shift,
      leg.spread,
      leg.close_price,
      leg.profit,
      ...(leg.trigger === undefined ? [] : [leg.trigger]),
    ]),
    each.equity,
    each.margin,
    each.missing,
    each.fund,
    each.house,
    each.haircut,
  ])
export const sealedLever = (receipt: Signed): LeverReceipt => ({
  ...receipt,
  digest: sha256(leverReceiptText(receipt)),
})

export type LeverRecomputed = {
  agrees: {
    rule: boolean
    marks: boolean
    equity: boolean
    due: boolean
    prices: boolean
    losses: boolean
    digest: boolean
  }
  isRight: boolean
}

/** Works a receipt out again from its inputs: marks, equity, whether it was due, closing prices, who paid what. */
export function recomputeLever(receipt: LeverReceipt): LeverRecomputed {
  const { marks, legs, reason, at_ms, missing, fund, house, haircut } = receipt
  const markOf = (name: string) => marks.find(({ m }) => m === name)
  const units = (leg: LeverReceipt['legs'][number]): Leg => ({
    pair: marks.findIndex(({ m }) => m === leg.m),
    side: leg.side,
    price: parseDec(leg.price),
    number: parseDec(leg.number),
    margin: parseDec(leg.margin),
    mark: parseDec(markOf(leg.m)?.mark ?? '0'),
  })
  const available = parseDec(receipt.free) + parseDec(receipt.lapsed)
  const account: RiskAccount = {
    free: receipt.rule === firstRule ? parseDec(receipt.free) : available,
    legs: legs.map(units),
  }
  const closed = legs.filter(({ why }) => why !== null)
  const isMarkRight = ({ index, premium, mark, scale }: (typeof marks)[number]) =>
    premium === null || markPrice(parseDec(index), parseDec(premium), 10n ** BigInt(SCALE - scale)) === parseDec(mark)
  const isStopDue = (leg: (typeof legs)[number]) =>
    leg.trigger !== undefined ||
    ((markOf(leg.m)?.at_ms ?? 0) > leg.stops_ms &&
      stopReached(
        leg.side,
        { takeProfit: parseDec(leg.take_profit), stopLoss: parseDec(leg.stop_loss) },
        parseDec(markOf(leg.m)?.mark ?? '0'),
      ) === reason)
  const isPriceRight = (leg: (typeof legs)[number]) => {
    const { side, price, mark, number } = units(leg)
    const filled = fillPrice({
      side,
      opens: false,
      mark,
      book: leg.book === null ? null : parseDec(leg.book),
      spread: 0n,
      shift: parseDec(leg.shift),
    })
    const close =
      leg.why === 'liquidated'
        ? mark
        : quickPrice(side, filled, { price, spread: parseDec(leg.spread), ageMs: at_ms - leg.opened_ms })
    return leg.close_price === formatDec(close) && leg.profit === formatDec(profitOf(side, price, close, number))
  }
  const left = closed.reduce((sum, { margin, profit }) => sum + parseDec(margin) + parseDec(profit ?? '0'), available)
  const agrees = {
    rule: rules.includes(receipt.rule),
    marks: marks.every(isMarkRight),
    equity: formatDec(equityOf(account)) === receipt.equity && formatDec(marginSum(account)) === receipt.margin,
    due:
      reason === 'liquidated'
        ? isBurst(account, parseDec(receipt.burst))
        : reason === 'user' || closed.some((leg) => leg.why === reason && isStopDue(leg)),
    prices: closed.every(isPriceRight),
    losses:
      parseDec(missing) === (left < 0n ? -left : 0n) &&
      parseDec(fund) + parseDec(house) + parseDec(haircut) === parseDec(missing),
    digest: sha256(leverReceiptText(receipt)) === receipt.digest,
  }
  return { agrees, isRight: Object.values(agrees).every(Boolean) }
}
