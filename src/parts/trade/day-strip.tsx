import type { Pair } from '#contract/market.ts'
import { useFormat } from '#src/parts/use-format.ts'
import { useTranslation } from 'react-i18next'
import styles from './day-strip.module.css'

/** High, low, volume and turnover of the last 24 hours, in one line. */
export function DayStrip({ pair, isStale = false }: { readonly pair: Pair; readonly isStale?: boolean }) {
  const { t } = useTranslation('market')
  const shown = useFormat()
  const facts = [
    [t('high'), shown.fixed(pair.high, pair.price_scale)],
    [t('low'), shown.fixed(pair.low, pair.price_scale)],
    [`${t('volume')} (${pair.currency_name})`, shown.compact(pair.volume)],
    [`${t('turnover')} (${pair.legal_name})`, shown.compact(pair.amount)],
  ] as const
  return (
    <dl className={styles.strip} data-stale={isStale || undefined}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
