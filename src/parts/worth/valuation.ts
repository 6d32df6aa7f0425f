import { baseCoin } from '#contract/wire/limits.ts'
import { fixedDec, formatDec, mulDec, parseDec, rescale, SCALE } from '#contract/wire/money.ts'
import type { Setting } from '#contract/platform/platform.ts'

export type Fiat = Setting['fiats'][number]
/** A value in the chosen currency, cut to its decimals. */
export type Worth = { readonly code: string; readonly symbol: string; readonly amount: string; readonly scale: number }

const baseScale = 2

/** USDT in the chosen currency; falls back to USDT if the server has no rate for that currency (any more). */
export const valued = (usdt: string, valuation: string, fiats: readonly Fiat[]): Worth => {
  const fiat = fiats.find(({ code }) => code === valuation)
  const units = parseDec(usdt)
  if (fiat === undefined) {
    return {
      code: baseCoin.name,
      symbol: '',
      amount: fixedDec(rescale(units, SCALE, baseScale), baseScale),
      scale: baseScale,
    }
  }
  const worth = mulDec(units, parseDec(fiat.rate))
  return {
    code: fiat.code,
    symbol: fiat.symbol,
    amount: fixedDec(rescale(worth, SCALE, fiat.scale), fiat.scale),
    scale: fiat.scale,
  }
}

/** Sum of decimal texts. */
export const sumOf = (amounts: readonly string[]) =>
  formatDec(amounts.reduce((sum, amount) => sum + parseDec(amount), 0n))
