import type { HostingProduct } from '#contract/finance/finance.ts'
import { go } from '#src/lib/hash-location.ts'
import { financePaths } from '#src/lib/paths/finance.ts'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { percentLeft } from './balance.ts'
import styles from './finance.module.css'
import { useFinanceFormat } from './use-finance.ts'

/** A hosting product: its coin and days, rates, least amount, what is left, and its rule of leaving early. */
export function ProductRow({
  product,
  hasRule = false,
}: {
  readonly product: HostingProduct
  readonly hasRule?: boolean
}) {
  const { t } = useTranslation('finance')
  const { share, percent, money } = useFinanceFormat()
  const { currency_name, day, left, total } = product
  const isOpen = product.status === 'open'
  return (
    <Row gap={3} wraps tall={64} blockPad={2} className={styles.product}>
      <CoinIcon name={currency_name} logo={product.currency_logo} />
      <Stack as="span" gap="hair" grows breaks className={styles.names}>
        <b>{t('coinDays', { coin: currency_name, count: day })}</b>
        <small>
          {t('from', { amount: money(product.save_min, currency_name) })}
          {left !== null && total !== null && ` · ${t('percentLeft', { percent: percentLeft(left, total) })}`}
        </small>
        {hasRule && <small>{t(`rule.${product.penalty_rule}.short`, { rate: share(product.penalty_ratio) })}</small>}
      </Stack>
      <Stack as="span" gap="hair" text="end" keeps className={styles.rates}>
        <b>
          <Box as="span" tone="rise">
            {share(product.day_rate)}
          </Box>{' '}
          {t('aDay')}
        </b>
        <small>{t('inAll', { rate: percent(product.interest_rate) })}</small>
      </Stack>
      <Button
        size="s"
        kind={isOpen ? 'primary' : 'quiet'}
        disabled={!isOpen}
        aria-label={isOpen ? t('hostOf', { coin: currency_name, count: day }) : t(`status.${product.status}`)}
        onClick={() => go(financePaths.buyOf(product.id))}
      >
        {isOpen ? t('host') : t(`status.${product.status}`)}
      </Button>
    </Row>
  )
}
