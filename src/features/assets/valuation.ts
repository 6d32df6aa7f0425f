import { baseCoin } from '#contract/wire/limits.ts'
import { fixedDec, mulDec, parseDec, rescale, SCALE } from '#contract/wire/money.ts'
import type { Setting } from '#contract/platform.ts'

export type Fiat = Setting['fiats'][number]
/** A worth in the coin or currency a person counts in, cut to its decimals. */
export type Worth = { readonly code: string; readonly symbol: string; readonly amount: string; readonly scale: number }

const baseScale = 2

/** USDT in the chosen valuation; a currency the venue does not know (any more) falls back to USDT itself. */
export const valued = (usdt: string, valuation: string, fiats: readonly Fiat[]): Worth => {
  const fiat = fiats.find(({ code }) => code === valuation)
  const units = parseDec(usdt)
  if (fiat === undefined) {
    return { code: baseCoin.name, symbol: '', amount: fixedDec(rescale(units, SCALE, baseScale), baseScale), scale: baseScale }
  }
  const worth = mulDec(units, parseDec(fiat.rate))
  return { code: fiat.code, symbol: fiat.symbol, amount: fixedDec(rescale(worth, SCALE, fiat.scale), fiat.scale), scale: fiat.scale }
}
