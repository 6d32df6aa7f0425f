import { marketOf, type Pair } from '#contract/market/market.ts'
import { compareDec, decimalsOf, SCALE } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import { usePart } from '#src/lib/use-stream.ts'
import type { Problem } from '#src/parts/form/checks.ts'
import { loading, type Live } from '#streams/kit/live.ts'

/** Decimals of a price and of an amount. */
export type Scales = { readonly price: number; readonly amount: number }
const scalesOf = ({ value }: Live<Pair>) => ({
  price: value?.price_scale ?? SCALE,
  amount: value?.amount_scale ?? SCALE,
})
export const useScales = (symbol: string): Scales => {
  const { feeds } = useServices()
  return usePart(feeds.pair$(marketOf(symbol)), loading, scalesOf)
}

const blankOf = {
  price_step: 'price_required',
  amount_step: 'quantity_required',
  lots_required: 'lots_required',
} as const
/** Why a changed price or size cannot be sent. */
export const termFault = (text: string, scale: number, reason: keyof typeof blankOf): Problem | null => {
  const units = unitsOf(text.trim())
  if (units === null || units === 0n) return { reason: blankOf[reason], params: {} }
  return decimalsOf(tidyDecimal(text)) > scale ? { reason, params: { scale: String(scale) } } : null
}
/** What was typed, where it is another number. */
export const changedTerm = (text: string, before: string | null) =>
  before === null || compareDec(tidyDecimal(text) || '0', before) === 0 ? undefined : tidyDecimal(text)
