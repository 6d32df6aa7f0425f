import { symbolOf } from '#contract/market/market.ts'
import { useServices } from '#src/actors/services.tsx'
import { formatChange } from '#src/lib/format.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { Icon } from '#src/ui/icon.tsx'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import { loading } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import styles from './market-head.module.css'
import { DayStrip } from './day-strip.tsx'
import { LivePrice } from './live-price.tsx'
import { PriceAge } from './price-age.tsx'

type HeadProps = { readonly market: string; readonly onPick: () => void; readonly isDesk?: boolean }

/** The title line of a trading page: market, price and its age; a tap opens the pair picker. */
export function MarketHead({ market, onPick, isDesk = false }: HeadProps) {
  const { t } = useTranslation('market')
  return (
    <div className={styles.head}>
      <button type="button" className={styles.pick} onClick={onPick} aria-label={`${symbolOf(market)}, ${t('pick')}`}>
        <span className={styles.symbol}>{symbolOf(market)}</span>
        <Icon name="chevron-down" size={16} />
      </button>
      <Ticker market={market} />
      {isDesk && <DayStrip market={market} />}
    </div>
  )
}

function Ticker({ market }: { readonly market: string }) {
  const { feeds } = useServices()
  const lang = useTranslation().i18n.language
  const { change, freshness, ageMs } = usePart(feeds.pair$(market), loading, ({ value, freshness, ageMs }) => ({
    change: value?.change ?? null,
    freshness,
    ageMs: freshness === 'stale' ? ageMs : null,
  }))
  const isStale = freshness === 'stale'
  if (change === null) return null
  return (
    <span className={styles.ticker}>
      <LivePrice market={market} isStale={isStale} />
      <span className={styles.change}>
        <NumberCell text={formatChange(change, lang)} trend={isStale ? 'flat' : trendOf(change)} />
        <PriceAge freshness={freshness} ageMs={ageMs} />
      </span>
    </span>
  )
}
