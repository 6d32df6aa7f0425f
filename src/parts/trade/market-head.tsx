import { symbolOf, type Pair } from '#contract/market.ts'
import { formatChange, formatFixed } from '#src/lib/format.ts'
import { Icon } from '#src/ui/icon.tsx'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import type { Live } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import styles from './market-head.module.css'
import { DayStrip } from './day-strip.tsx'
import { PriceAge } from './price-age.tsx'

type HeadProps = { readonly market: string; readonly pair: Pair | null; readonly live: Live<unknown>; readonly onPick: () => void; readonly isDesk?: boolean }

/** The title line of a trading page: market, price and its age; a tap opens the pair picker. */
export function MarketHead({ market, pair, live, onPick, isDesk = false }: HeadProps) {
  const { t, i18n } = useTranslation('market')
  return (
    <div className={styles.head}>
      <button type="button" className={styles.pick} onClick={onPick} aria-label={`${symbolOf(market)}, ${t('pick')}`}>
        <span className={styles.symbol}>{symbolOf(market)}</span>
        <Icon name="chevron-down" size={16} />
      </button>
      {pair && (
        <span className={styles.ticker}>
          <NumberCell text={formatFixed(pair.now_price, pair.price_scale, i18n.language)} value={pair.now_price} trend={trendOf(pair.change)} isStale={live.freshness === 'stale'} />
          <span className={styles.change}>
            <NumberCell text={formatChange(pair.change, i18n.language)} trend={live.freshness === 'stale' ? 'flat' : trendOf(pair.change)} />
            <PriceAge freshness={live.freshness} ageMs={live.ageMs} />
          </span>
        </span>
      )}
      {pair && isDesk && <DayStrip pair={pair} isStale={live.freshness === 'stale'} />}
    </div>
  )
}
