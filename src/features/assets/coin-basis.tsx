import { Stack } from '#src/ui/box.tsx'
import type { CoinCost } from '#contract/assets/assets.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { SCALE } from '#contract/wire/money.ts'
import { usePriceScales } from '#src/parts/use-pair-price.ts'
import { useTranslation } from 'react-i18next'
import { Amount } from '#src/parts/worth/amount.tsx'
import styles from './coin-basis.module.css'

/** What a coin has cost on average, with the decimals of its price. */
export function Average({
  cost,
  coin,
  isBare = true,
}: {
  readonly cost: CoinCost
  readonly coin: string
  readonly isBare?: boolean
}) {
  const scales = usePriceScales()
  // Until the pairs are known, nobody knows its decimals.
  if (Object.keys(scales).length === 0) return '—'
  const scale = scales[`${coin}/${baseCoin.name}`] ?? SCALE
  return <Amount text={cost.average} unit={baseCoin.name} kind="price" scale={scale} isBare={isBare} />
}

/** What one coin has cost over all accounts: amount, average price, cost and what it has gained since. */
export function CoinBasis({ cost, coin }: { readonly cost: CoinCost; readonly coin: string }) {
  const { t } = useTranslation('assets')
  const unit = baseCoin.name
  return (
    <Stack as="section" gap={2} className={styles.basis} aria-label={t('pnl.basis')}>
      <h2>{t('pnl.basis')}</h2>
      <dl>
        <div>
          <dt>{t('export.columns.amount')}</dt>
          <dd>
            <Amount text={cost.amount} unit={coin} isBare={false} />
          </dd>
        </div>
        <div>
          <dt>{t('pnl.averagePrice')}</dt>
          <dd>
            <Average cost={cost} coin={coin} isBare={false} />
          </dd>
        </div>
        <div>
          <dt>{t('pnl.cost')}</dt>
          <dd>
            <Amount text={cost.cost} unit={unit} kind="cost" isBare={false} />
          </dd>
        </div>
        {cost.realised !== undefined && (
          <div>
            <dt>{t('pnl.realised')}</dt>
            <dd>
              <Amount text={cost.realised} unit={unit} kind="gain" isBare={false} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('pnl.unrealised')}</dt>
          <dd>
            <Amount text={cost.pnl} unit={unit} kind="gain" isBare={false} />
          </dd>
        </div>
      </dl>
    </Stack>
  )
}
