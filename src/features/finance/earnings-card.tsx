import type { ReactNode } from 'react'
import { Money } from '#src/ui/money.tsx'
import { baseCoin } from '#contract/wire/limits.ts'
import { Box, Card, Stack } from '#src/ui/box.tsx'
import type { EarningsSummary } from '#contract/finance/earnings.ts'
import { financePaths } from '#src/lib/paths/finance.ts'
import { Link } from '#src/parts/link.tsx'
import { useTranslation } from 'react-i18next'
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
    <SumCard
      title={t('working')}
      end={<span>{t('orders', { count: summary.orders })}</span>}
      sum={summary.working}
      today={summary.today}
      soFar={summary.total}
      last={[t('nextPayment'), next === undefined ? '—' : t('atMidnight', { day: day(next.at_ms) })]}
    />
  )
  if (!isLink)
    return (
      <Card as="section" gap={2} pad={4} aria-label={t('working')}>
        {content}
      </Card>
    )
  return (
    <Link to={financePaths.earnings} isCard lay="stack" gap={2} pad={4}>
      {content}
    </Link>
  )
}

type SumProps = {
  readonly title: string
  /** At the end of the title's line. */
  readonly end: ReactNode
  readonly sum: string
  readonly today: string
  readonly soFar: string
  /** What comes next, or how many there are. */
  readonly last: readonly [name: string, value: ReactNode]
}

/** What is at work, and what it has earned. */
export function SumCard({ title, end, sum, today, soFar, last: [name, value] }: SumProps) {
  const { t } = useTranslation('finance')
  const gain = (text: string) => (
    <Box as="b" tone="rise">
      <Money text={text} unit={baseCoin.name} kind="gain" isBare />
    </Box>
  )
  return (
    <>
      <Box as="span" lay="row" gap={2} justify="between" size={2} tone={2}>
        <span>{title}</span>
        {end}
      </Box>
      <Box as="span" size={6} weight="bold" breaks>
        <Money text={sum} unit={baseCoin.name} isBare />{' '}
        <Box as="small" size={3} weight="medium">
          {baseCoin.name}
        </Box>
      </Box>
      <Box as="span" lay="row" gap={2} sideGap={6} wraps>
        <Stack as="span">
          <small>{t('today')}</small>
          {gain(today)}
        </Stack>
        <Stack as="span">
          <small>{t('soFar')}</small>
          {gain(soFar)}
        </Stack>
        <Stack as="span">
          <small>{name}</small>
          <b>{value}</b>
        </Stack>
      </Box>
    </>
  )
}
