import type { StopsInput } from '#contract/wire/orders.ts'
import { decimalsOf, divDown, formatDec, mulDec, parseDec, SCALE } from '#contract/wire/money.ts'
import { tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import type { Problem } from '#src/parts/form/checks.ts'
import { estimateFill, facingOf, meanOf, type Book, type Fill } from './fill-estimate.ts'
import type { Sums } from './ticket-sums.ts'

/** What protects a buy: the price of its stop and of its target; blank is none. */
export type Guards = { readonly stop: string; readonly take: string }
type Name = keyof Guards

const names: readonly Name[] = ['stop', 'take']
const priceOf = (text: string): bigint | null => {
  const units = unitsOf(tidyDecimal(text))
  return units === 0n ? null : units
}

/** The legs of a bracket as they are sent: the target rests in the book from the first fill on. */
export function stopsOf({ stop, take }: Guards): { readonly stops?: StopsInput } {
  if (priceOf(stop) === null && priceOf(take) === null) return {}
  return {
    stops: {
      ...(priceOf(stop) !== null && { stop: { trigger_price: tidyDecimal(stop) } }),
      ...(priceOf(take) !== null && { profits: [{ price: tidyDecimal(take) }] }),
    },
  }
}

/** Why a stop or a target does not fit a buy at this price; nothing is said of the side while the price is open. */
export function guardProblem(name: Name, text: string, from: bigint | null, scale: number): Problem | null {
  if (text.trim() === '') return null
  const price = priceOf(text)
  if (price === null) return unitsOf(tidyDecimal(text)) === 0n ? null : { reason: 'ui:number.malformed', params: {} }
  if (decimalsOf(tidyDecimal(text)) > scale) return { reason: 'price_step', params: { scale: String(scale) } }
  if (from === null || (name === 'stop' ? price < from : price > from)) return null
  return {
    reason: name === 'stop' ? 'spot:guards.stopAbove' : 'spot:guards.takeBelow',
    params: { price: formatDec(from) },
  }
}

/** The fill of a market order when the market has moved to a price, if the book looks then as it does now. */
export function fillAt(
  taker: { readonly side: 'buy' | 'sell'; readonly amount: bigint | null; readonly total: bigint | null },
  at: bigint,
  book: Book,
): Fill {
  const facing = facingOf(taker.side, book)
  const shift = at - (facing[0] === undefined ? 0n : parseDec(facing[0][0]))
  const moved = facing.flatMap(([price, amount]): [string, string][] => {
    const units = parseDec(price) + shift
    return units > 0n ? [[formatDec(units), amount]] : []
  })
  const shifted = taker.side === 'buy' ? { bids: [], asks: moved } : { bids: moved, asks: [] }
  return estimateFill({ ...taker, kind: 'market', price: null }, shifted)
}

/** What a guarded buy comes to where its stop and its target are, net of the fees of both trades, in units of quote. */
export type Outcome = { readonly name: Name; readonly price: bigint; readonly net: bigint; readonly isAll: boolean }
export function outcomesOf(
  guards: Guards,
  { receive, worth }: Pick<Sums, 'receive' | 'worth'>,
  feeRate: string,
  book: Book,
): readonly Outcome[] {
  if (receive === null || worth === null || receive <= 0n) return []
  return names.flatMap((name): Outcome[] => {
    const price = priceOf(guards[name])
    if (price === null) return []
    const fill = fillAt({ side: 'sell', amount: receive, total: null }, price, book)
    const mean = name === 'take' ? price : (meanOf(fill) ?? price)
    const gross = mulDec(receive, mean)
    const net = gross - mulDec(gross, parseDec(feeRate), SCALE, true) - worth
    return [{ name, price: mean, net, isAll: name === 'take' || fill.base >= receive }]
  })
}
/** The gain for each unit of loss, with one decimal; null without both, or where the stop loses nothing. */
export function ratioOf(outcomes: readonly Outcome[]): string | null {
  const netOf = (name: Name) => outcomes.find((each) => each.name === name)?.net ?? 0n
  const [loss, gain] = [-netOf('stop'), netOf('take')]
  if (loss <= 0n || gain <= 0n) return null
  const tenths = divDown(gain * 10n, loss)
  return formatDec(tenths, 1)
}
