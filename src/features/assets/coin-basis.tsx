import type { CoinCost } from '#contract/assets.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useTranslation } from 'react-i18next'
import { Amount } from './amount.tsx'
import styles from './coin-basis.module.css'
import { averageScale, decimalsFor } from './decimals.ts'
import { Signed } from './signed.tsx'

/** What one coin has cost over all accounts: amount, average price, cost and what it has gained since. */
export function CoinBasis({ cost, coin }: { readonly cost: CoinCost; readonly coin: string }) {
  const { t } = useTranslation('assets')
  const unit = baseCoin.name
  return (
    <section className={styles.basis} aria-label={t('pnl.basis')}>
      <h2>{t('pnl.basis')}</h2>
      <dl>
        <div>
          <dt>{t('export.columns.amount')}</dt>
          <dd>
            <Amount text={cost.amount} scale={decimalsFor(cost.amount)} unit={coin} />
          </dd>
        </div>
        <div>
          <dt>{t('pnl.averagePrice')}</dt>
          <dd>
            <Amount text={cost.average} scale={averageScale(cost.average)} unit={unit} />
          </dd>
        </div>
        <div>
          <dt>{t('pnl.cost')}</dt>
          <dd>
            <Amount text={cost.cost} scale={2} unit={unit} />
          </dd>
        </div>
        <div>
          <dt>{t('pnl.unrealised')}</dt>
          <dd>
            <Signed text={cost.pnl} /> <small>{unit}</small>
          </dd>
        </div>
      </dl>
    </section>
  )
}
