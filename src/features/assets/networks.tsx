import type { Currency } from '#contract/market.ts'
import { useShown } from '#src/parts/use-shown.ts'
import { useTranslation } from 'react-i18next'
import styles from './networks.module.css'

type Network = Currency['networks'][number]

/** The chains a coin travels on, and the least each of them takes in and gives out. */
export function Networks({ networks, coin }: { readonly networks: readonly Network[]; readonly coin: string }) {
  const { t } = useTranslation('assets')
  const shown = useShown()
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t('networks')}</h2>
      <ul className={styles.networks}>
        {networks.map(({ name, deposit_min, min_number, fee_min, enabled }) => (
          <li key={name} className={styles.network} data-enabled={enabled}>
            <b>{name}</b>
            <dl>
              <dt>{t('depositMin')}</dt>
              <dd>
                {shown.amount(deposit_min)} {coin}
              </dd>
              <dt>{t('withdrawMin')}</dt>
              <dd>
                {shown.amount(min_number)} {coin}
              </dd>
              <dt>{t('networkFee')}</dt>
              <dd>
                {shown.amount(fee_min)} {coin}
              </dd>
            </dl>
            {!enabled && <small>{t('networkClosed')}</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}
