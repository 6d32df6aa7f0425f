import type { Currency } from '#contract/market.ts'
import { useShown } from '#src/parts/use-shown.ts'
import { useTranslation } from 'react-i18next'
import styles from './networks.module.css'

type Network = Currency['networks'][number]

/** The chains a coin travels on, and the least each of them takes in, gives out and costs. */
export function Networks({ networks, coin }: { readonly networks: readonly Network[]; readonly coin: string }) {
  const { t } = useTranslation('assets')
  const shown = useShown()
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>
        {t('networks')} <small>{coin}</small>
      </h2>
      <table className={styles.networks}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{t('networks')}</span>
            </th>
            <th scope="col">{t('depositMin')}</th>
            <th scope="col">{t('withdrawMin')}</th>
            <th scope="col">{t('networkFee')}</th>
          </tr>
        </thead>
        <tbody>
          {networks.map(({ name, deposit_min, min_number, fee_min, enabled }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                {!enabled && <small>{t('networkClosed')}</small>}
              </th>
              <td>{shown.amount(deposit_min)}</td>
              <td>{shown.amount(min_number)}</td>
              <td>{shown.amount(fee_min)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
