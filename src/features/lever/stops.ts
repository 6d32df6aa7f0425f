import type { LeverSide } from '#contract/lever.ts'
import { fixedDec, formatDec, parseDec, SCALE } from '#contract/wire/money.ts'
import { priceAtProfit, profitOf, returnOf } from '#contract/lever-risk.ts'
import type { StopBy, StopInput } from '#machines/lever-ticket.ts'

/** What a stop is counted from: the price one opens at, how much, and what is set aside. */
export type StopBasis = { readonly side: LeverSide; readonly price: bigint; readonly number: bigint; readonly margin: bigint; readonly tick: bigint; readonly scale: number }
/** One stop in its three spellings; percent and profit bear the sign of what they bring. */
export type StopView = { readonly price: string; readonly percent: string; readonly profit: string }
export type StopKind = 'takeProfit' | 'stopLoss'

const isNumber = (text: string) => /^\d+(\.\d+)?$/.test(text)
const hundred = 100n * 10n ** BigInt(SCALE)

/** Of a loss people type how much they lose, without a minus. */
const signed = (kind: StopKind, text: string) => (kind === 'stopLoss' ? -parseDec(text) : parseDec(text))

const priceUnits = ({ by, text }: StopInput, kind: StopKind, { side, price, number, margin, tick }: StopBasis): bigint => {
  if (by === 'price') return parseDec(text)
  const profit = by === 'profit' ? signed(kind, text) : (signed(kind, text) * margin) / hundred
  return priceAtProfit(side, price, number, profit, tick)
}

/** The other spellings of what was typed; null while nothing was, or while too little is known to count it. */
export function stopView(input: StopInput, kind: StopKind, basis: StopBasis | null): StopView | null {
  if (!isNumber(input.text) || parseDec(input.text) === 0n) return null
  if (basis === null || basis.number === 0n) return input.by === 'price' ? { price: input.text, percent: '0', profit: '0' } : null
  const price = priceUnits(input, kind, basis)
  if (price <= 0n) return null
  const profit = profitOf(basis.side, basis.price, price, basis.number)
  return {
    price: fixedDec(price / basis.tick, basis.scale),
    percent: formatDec(returnOf(profit, basis.margin)),
    profit: formatDec(profit),
  }
}

/** The same stop, typed another way: the field that is switched to begins with what it comes to. */
export function respell(input: StopInput, by: StopBy, kind: StopKind, basis: StopBasis | null): StopInput {
  const view = stopView(input, kind, basis)
  if (view === null || basis === null || basis.number === 0n) return { by, text: by === input.by ? input.text : '' }
  const plain = (text: string) => text.replace('-', '')
  const cut = (text: string) => /^\d+(\.\d{1,2})?/.exec(plain(text))?.[0] ?? ''
  return { by, text: by === 'price' ? view.price : by === 'percent' ? cut(view.percent) : plain(view.profit) }
}

/** What goes to the venue: a price, blank for none. */
export const stopPrice = (input: StopInput, kind: StopKind, basis: StopBasis | null): string => {
  const view = stopView(input, kind, basis)
  return view === null ? '' : formatDec(parseDec(view.price))
}
