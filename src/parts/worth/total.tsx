import type { Pnl } from '#contract/assets/assets.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useConfig } from '#src/stores/config.ts'
import { Box } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { useSettings } from '#src/stores/settings.ts'
import type { Totals } from '#streams/assets/assets.ts'
import type { Live } from '#streams/kit/live.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from './amount.tsx'
import { percentOf } from './pnl.ts'
import { sumOf, valued, type Fiat, type Worth } from './valuation.ts'

const noFiats: readonly Fiat[] = []
export const useFiats = () => useConfig(({ setting }) => setting?.fiats) ?? noFiats

/** The sum of all accounts in the chosen currency; null until it is known. */
export function useWorth(totals: Totals | null): Worth | null {
  const valuation = useSettings((settings) => settings.valuation)
  const fiats = useFiats()
  return totals === null ? null : valued(sumOf(Object.values(totals)), valuation, fiats)
}
type Age = Pick<Live<Totals>, 'freshness' | 'ageMs'>

/** What the total is called by, and beside it the way to hide all amounts, and its age. */
export function TotalHead({ freshness, ageMs, children }: Age & { readonly children: ReactNode }) {
  const { t } = useTranslation('assets')
  const isHidden = useSettings((settings) => settings.hideBalances)
  const set = useSettings((settings) => settings.set)
  return (
    <>
      {children}
      <IconButton
        icon={isHidden ? 'eye-off' : 'eye'}
        label={t(isHidden ? 'show' : 'hide')}
        onClick={() => set({ hideBalances: !isHidden })}
      />
      <PriceAge freshness={freshness} ageMs={ageMs} />
    </>
  )
}
/** The total itself, or its place until it is known. */
export function TotalAmount({
  worth,
  freshness,
}: {
  readonly worth: Worth | null
  readonly freshness: Age['freshness']
}) {
  if (worth === null) return <Skeleton height={36} />
  const { amount, code, scale } = worth
  return <Amount text={amount} unit={code} kind="places" scale={scale} isStale={freshness === 'stale'} />
}

/** Today's profit, which stands under the total value. */
export function TodayPnl({ pnl }: { readonly pnl: Pnl | null }) {
  const { t } = useTranslation('assets')
  const shown = useNumbers()
  const today = pnl?.days.at(-1)
  if (today === undefined) return null
  const percent = percentOf(today)
  return (
    <Box as="p" size={3} tone={2}>
      {t('pnl.today')}{' '}
      <Amount
        text={today.pnl}
        unit={baseCoin.name}
        kind="gain"
        after={percent === null ? '' : ` (${shown.change(percent)})`}
      />
    </Box>
  )
}
