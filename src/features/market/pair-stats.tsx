import { Row, Stack } from '#src/ui/box.tsx'
import { symbolOf } from '#contract/market/market.ts'
import { useServices } from '#src/actors/services.tsx'
import { formatChange } from '#src/lib/format.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { useDay } from '#src/parts/trade/day-strip.tsx'
import { LivePrice } from '#src/parts/trade/live-price.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { classes } from '#src/ui/classes.ts'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import styles from './pair-stats.module.css'

/** The last price of a pair and its 24-hour statistics. */
export function PairStats({ market }: { readonly market: string }) {
  const { t, i18n } = useTranslation('market')
  const { feeds } = useServices()
  const day = useDay(market)
  const { change, freshness, ageMs } = usePart(feeds.pair$(market), loading, ({ value, freshness, ageMs }) => ({
    change: value?.change ?? '0',
    freshness,
    ageMs: freshness === 'stale' ? ageMs : null,
  }))
  if (day === null) return <Skeleton height={80} />
  const facts = [
    [t('high'), day.high, day.quote],
    [`${t('volume')} (${day.coin})`, day.volume, day.coin],
    [t('low'), day.low, day.quote],
    [`${t('turnover')} (${day.quote})`, day.turnover, day.quote],
  ] as const
  return (
    <Row
      as="section"
      justify="between"
      wraps
      className={classes(styles.stats, freshness === 'stale' && styles.old)}
      aria-label={symbolOf(market)}
    >
      <Stack gap={1} className={styles.last}>
        <span className="sr">{t('last')}</span>
        <strong className={styles.price}>
          <LivePrice market={market} hasArrow />
        </strong>
        <Row as="span" gap={2} weight="medium" className={styles.change}>
          <span className="sr">{t('change')}</span>
          <NumberCell text={formatChange(change, i18n.language)} trend={trendOf(change)} />
          <PriceAge freshness={freshness} ageMs={ageMs} />
        </Row>
      </Stack>
      <dl className={styles.facts}>
        {facts.map(([name, text, unit]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd data-unit={unit}>{text}</dd>
          </div>
        ))}
      </dl>
    </Row>
  )
}
