import type { Pair } from '#contract/market.ts'
import { formatChange, formatCompact, formatFixed } from '#src/lib/format.ts'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { classes } from '#src/ui/classes.ts'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import type { Live } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import styles from './pair-stats.module.css'

/** The last price of a pair and its 24-hour statistics. */
export function PairStats({ pair, live }: { readonly pair: Pair; readonly live: Live<Pair> }) {
  const { t, i18n } = useTranslation('market')
  const lang = i18n.language
  const trend = trendOf(pair.change)
  const price = (text: string) => formatFixed(text, pair.price_scale, lang)
  const facts = [
    [t('high'), price(pair.high)],
    [`${t('volume')} (${pair.currency_name})`, formatCompact(pair.volume, lang)],
    [t('low'), price(pair.low)],
    [`${t('turnover')} (${pair.legal_name})`, formatCompact(pair.amount, lang)],
  ] as const
  return (
    <section className={classes(styles.stats, live.freshness === 'stale' && styles.old)} aria-label={pair.symbol}>
      <div className={styles.last}>
        <span className="sr">{t('last')}</span>
        <strong className={styles.price}>
          <NumberCell text={price(pair.now_price)} value={pair.now_price} trend={trend} hasArrow />
        </strong>
        <span className={styles.change}>
          <span className="sr">{t('change')}</span>
          <NumberCell text={formatChange(pair.change, lang)} trend={trend} />
          <PriceAge freshness={live.freshness} ageMs={live.ageMs} />
        </span>
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, text]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
