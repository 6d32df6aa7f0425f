import type { PriceRow } from '#contract/market/market.ts'
import { Banner } from '#src/ui/banner.tsx'
import { useTranslation } from 'react-i18next'

type Standing = { readonly [K in 'mode' | 'mode_why']?: PriceRow[K] | null }

/** Shows what is currently not possible in a market, and why; renders nothing while it is open. */
export function MarketModeBanner({ price }: { readonly price: Standing | null }) {
  const { t } = useTranslation('ui')
  const { mode, mode_why: why } = price ?? {}
  if (mode === undefined || mode === null || mode === 'open') return null
  const text =
    why === 'unlike' || why === 'fast' || why === 'halted'
      ? t(`mode.${why}`)
      : t(mode === 'reduce_only' ? 'mode.reduce' : 'mode.arming')
  return (
    <Banner kind="warning" icon="warning">
      {text}
    </Banner>
  )
}
