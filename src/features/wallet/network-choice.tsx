import { Box, Press } from '#src/ui/box.tsx'
import type { OwnCoin } from './use-coins.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useTranslation } from 'react-i18next'
import styles from './wallet.module.css'

type Props = {
  readonly coin: OwnCoin
  readonly networks: OwnCoin['networks']
  readonly value: string
  readonly onChange: (name: string) => void
  readonly isOut?: boolean
}

/** The networks of a coin, each with what it takes. */
export function NetworkChoice({ coin, networks, value, onChange, isOut = false }: Props) {
  const { t } = useTranslation('wallet')
  const shown = useNumbers()
  return (
    <Box role="radiogroup" aria-label={t('network')} lay="row" gap={2} wraps className={styles.networks}>
      {networks.map((network) => (
        <Press
          key={network.name}
          role="radio"
          aria-checked={network.name === value}
          lay="stack"
          gap="hair"
          pad={3}
          ground="raised"
          round={2}
          text="start"
          className={styles.network}
          onClick={() => onChange(network.name)}
        >
          <b>{network.name}</b>
          <small>
            {t('least', {
              amount: shown.sum(isOut ? network.min_number : network.deposit_min, coin.name),
              coin: coin.name,
            })}
          </small>
          <small>
            {isOut
              ? t('feeFrom', { amount: shown.sum(network.fee_min, coin.name, 'cost'), coin: coin.name })
              : t('blocks', { n: network.confirmations })}
          </small>
        </Press>
      ))}
    </Box>
  )
}
