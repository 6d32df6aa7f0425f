import {
  formatAmount,
  formatBalance,
  formatChange,
  formatCompact,
  formatCost,
  formatFixed,
  formatWireTime,
} from '#src/lib/format.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Formats numbers and times in the current language. */
export function useFormat() {
  const { i18n } = useTranslation()
  const lang = i18n.language
  return useMemo(
    () => ({
      fixed: (text: string, decimals: number) => formatFixed(text, decimals, lang),
      amount: (text: string, most?: number) => formatAmount(text, lang, most),
      balance: (text: string, coin: string) => formatBalance(text, coin, lang),
      cost: (text: string, most?: number) => formatCost(text, lang, most),
      compact: (text: string) => formatCompact(text, lang),
      change: (text: string) => formatChange(text, lang),
      time: (text: string) => formatWireTime(text),
    }),
    [lang],
  )
}
