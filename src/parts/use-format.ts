import {
  formatAmount,
  formatBalance,
  formatChange,
  formatCompact,
  formatFixed,
  formatWireTime,
} from '#src/lib/format.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** What src/features/assets still writes its numbers by; every other page writes them by `useNumbers`. */
export function useFormat() {
  const { i18n } = useTranslation()
  const lang = i18n.language
  return useMemo(
    () => ({
      fixed: (text: string, decimals: number) => formatFixed(text, decimals, lang),
      amount: (text: string, most?: number) => formatAmount(text, lang, most),
      balance: (text: string, coin: string) => formatBalance(text, coin, lang),
      compact: (text: string) => formatCompact(text, lang),
      change: (text: string) => formatChange(text, lang),
      time: (text: string) => formatWireTime(text),
    }),
    [lang],
  )
}
