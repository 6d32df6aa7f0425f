import type { Currency } from '#contract/market/market.ts'
import { currencyScaleOf } from '#contract/wire/money-text.ts'
import { decimalsOf } from '#contract/wire/money.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { Money } from '#src/ui/money.tsx'
import { useTranslation } from 'react-i18next'
import styles from './networks.module.css'

type Network = Currency['networks'][number]

const columns = ['deposit_min', 'min_number', 'fee_min'] as const

/** The networks of a coin, with minimum deposit, minimum withdrawal and fee. */
export function Networks({ networks, coin }: { readonly networks: readonly Network[]; readonly coin: string }) {
  const { t } = useTranslation('assets')
  const decimals = (column: (typeof columns)[number]) =>
    currencyScaleOf(coin) ?? Math.max(...networks.map((network) => decimalsOf(network[column])))
  return (
    <Stack as="section" gap={2}>
      <Box as="h2" size={4}>
        {t('networks')} <small>{coin}</small>
      </Box>
      <Box as="table" ground="raised" round={3} isFull className={styles.networks}>
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
          {networks.map((network) => (
            <tr key={network.name}>
              <th scope="row">
                {network.name}
                {!network.enabled && <small>{t('networkClosed')}</small>}
              </th>
              {columns.map((column) => (
                <td key={column}>
                  <Money text={network[column]} unit={coin} kind="places" scale={decimals(column)} isBare />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Stack>
  )
}
