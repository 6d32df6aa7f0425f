import type { Pnl } from '#contract/assets/assets.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useConfig } from '#src/stores/config.ts'
import { Box } from '#src/ui/box.tsx'
import { useTranslation } from 'react-i18next'
import { Amount } from './amount.tsx'
import { percentOf } from './pnl.ts'
import type { Fiat } from './valuation.ts'

const noFiats: readonly Fiat[] = []
export const useFiats = () => useConfig(({ setting }) => setting?.fiats) ?? noFiats

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
