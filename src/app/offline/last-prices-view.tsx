import { Box, Stack } from '#src/ui/box.tsx'
import { formatAge, formatChange } from '#src/lib/format.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { storedPrices } from './last-prices.ts'
import styles from './last-prices.module.css'

const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0

/**
 * The last prices that this device has seen, with their age, while the venue cannot be reached. They are no prices to
 * trade on, and look like none.
 */
export function LastPricesView() {
  const { t, i18n } = useTranslation('installed', { useSuspense: false })
  const [{ prices, nowMs }] = useState(() => ({ prices: storedPrices(), nowMs: Date.now() }))
  const lang = i18n.language
  if (prices === null || !i18n.hasLoadedNamespace('installed')) return null
  return (
    <Stack as="section" gap={1} tone={2} className={styles.prices} aria-label={t('lastPrices')}>
      <Box as="h2" size={3}>
        {t('lastPrices')}
      </Box>
      <Box as="p" size={2}>
        {t('age', { age: formatAge(nowMs - prices.atMs, lang) })}
      </Box>
      <ul>
        {prices.rows.map(({ symbol, price, change }) => (
          <Box key={symbol} as="li" gap={3} blockPad={2} line="top" className={styles.row}>
            <span>{symbol}</span>
            <span>{numbersIn(lang).price(price, decimalsOf(price))}</span>
            <span>{formatChange(change, lang)}</span>
          </Box>
        ))}
      </ul>
    </Stack>
  )
}
