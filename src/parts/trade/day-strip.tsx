import { Box } from '#src/ui/box.tsx'
import { useServices } from '#src/actors/services.tsx'
import { usePart } from '#src/lib/use-stream.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { loading } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import styles from './day-strip.module.css'

/** High, low, volume and turnover of the last 24 hours, in one line; nothing until they are known. */
export function DayStrip({ market }: { readonly market: string }) {
  const { t } = useTranslation('market')
  const { feeds } = useServices()
  const day = useDay(market)
  const isStale = usePart(feeds.pair$(market), loading, ({ freshness }) => freshness === 'stale')
  if (day === null) return null
  const facts = [
    [t('high'), day.high, day.quote],
    [t('low'), day.low, day.quote],
    [`${t('volume')} (${day.coin})`, day.volume, day.coin],
    [`${t('turnover')} (${day.quote})`, day.turnover, day.quote],
  ] as const
  return (
    <Box as="dl" align="end" justify="between" shrinks className={styles.strip} data-stale={isStale || undefined}>
      {facts.map(([name, text, unit]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-unit={unit}>{text}</dd>
        </div>
      ))}
    </Box>
  )
}

/**
 * The last 24 hours of a market as they are shown; the component renders again only when one of these texts changes.
 */
export function useDay(market: string) {
  const { feeds } = useServices()
  const shown = useNumbers()
  return usePart(
    feeds.pair$(market),
    loading,
    ({ value }) =>
      value && {
        coin: value.currency_name,
        quote: value.legal_name,
        high: shown.price(value.high, value.price_scale),
        low: shown.price(value.low, value.price_scale),
        volume: shown.compact(value.volume),
        turnover: shown.compact(value.amount),
      },
  )
}
