import { formatAge } from '#src/lib/format.ts'
import { Box } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Freshness } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'

/**
 * The age of a live number once it is outdated; empty while it is fresh, and for its first second: none is "0 seconds
 * old".
 */
export function PriceAge({ freshness, ageMs }: { readonly freshness: Freshness; readonly ageMs: number | null }) {
  return freshness !== 'stale' || ageMs === null || ageMs < 1000 ? null : <Age ageMs={ageMs} />
}

function Age({ ageMs }: { readonly ageMs: number }) {
  const { t, i18n } = useTranslation('ui')
  return (
    <Box as="span" lay="inline" gap={1} align="center" size={1} tone="warning">
      <Icon name="clock" size={12} />
      {t('priceAge', { age: formatAge(ageMs, i18n.language) })}
    </Box>
  )
}
