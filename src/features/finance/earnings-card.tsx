import { Box } from '#src/ui/box.tsx'
import { Money } from '#src/ui/money.tsx'
import type { EarningsSummary } from '#contract/finance/earnings.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { financePaths } from '#src/lib/paths/finance.ts'
import { Link } from '#src/parts/link.tsx'
import { useTranslation } from 'react-i18next'
import styles from './finance.module.css'
import { useFinanceFormat } from './use-finance.ts'

/** What is at work and what it has earned, as the way to all of it. */
export function EarningsCard({
  summary,
  isLink = true,
}: {
  readonly summary: EarningsSummary
  readonly isLink?: boolean
}) {
  const { t } = useTranslation('finance')
  const { day } = useFinanceFormat()
  const [next] = summary.next
  const content = (
    <>
      <Box as="span" lay="row" gap={2} justify="between" size={2} tone={2} className={styles.sumHead}>
        <span>{t('working')}</span>
        <span>{t('orders', { count: summary.orders })}</span>
      </Box>
      <Box as="span" size={6} weight="bold" breaks className={styles.sum}>
        <Money text={summary.working} unit={baseCoin.name} isBare /> <small>{baseCoin.name}</small>
      </Box>
      <Box as="span" lay="row" wraps className={styles.sums}>
        <span>
          <small>{t('today')}</small>
          <b data-tone="rise">
            <Money text={summary.today} unit={baseCoin.name} kind="gain" isBare />
          </b>
        </span>
        <span>
          <small>{t('soFar')}</small>
          <b data-tone="rise">
            <Money text={summary.total} unit={baseCoin.name} kind="gain" isBare />
          </b>
        </span>
        <span>
          <small>{t('nextPayment')}</small>
          <b>{next === undefined ? '—' : t('atMidnight', { day: day(next.at_ms) })}</b>
        </span>
      </Box>
    </>
  )
  if (!isLink)
    return (
      <section className={styles.sumCard} aria-label={t('working')}>
        {content}
      </section>
    )
  return (
    <Link to={financePaths.earnings} className={styles.sumCard}>
      {content}
    </Link>
  )
}
