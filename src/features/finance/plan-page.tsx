import { follow, type JoinedPlan, type PlanDetail } from '#contract/finance/follow.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Note, Row, Stack } from '#src/ui/box.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import { Facts } from '#src/ui/facts.tsx'
import { Days } from './parts.tsx'
import { PlanForm } from './plan-form.tsx'
import styles from './finance.module.css'
import { useFinanceFormat } from './use-finance.ts'

/** One plan: its terms and rules, the caller's money in it, and the way in. */
export function PlanPage() {
  const { t, i18n } = useTranslation('finance')
  const { request } = useServices()
  const { id = '' } = useQuery()
  const isId = /^[A-Za-z0-9_-]{1,64}$/.test(id)
  const { value, failure, refresh } = useRead<PlanDetail>(`plan:${id}:${i18n.language}`, (signal) =>
    request.read(follow.plan, { id: isId ? id : '0' }, { signal }),
  )
  useRefreshOn(['follow.changed'], () => void refresh())
  if (value !== null) return <LivePlan key={`${value.id}:${i18n.language}`} detail={value} onRefresh={refresh} />
  const isGone = failure?.kind === 'refused' && failure.reason === 'not_found'
  return (
    <Page title={t('titles.plan')}>
      <div className={styles.page}>
        {failure === null && <Skeleton lines={5} height={96} />}
        {failure !== null && !isGone && <ReadFailed failure={failure} onRetry={() => void refresh()} />}
        {isGone && (
          <Empty text={t('planGone')} icon="user">
            <Button kind="quiet" onClick={() => go(followPaths.finance, { replace: true })}>
              {t('toFinance')}
            </Button>
          </Empty>
        )}
      </div>
    </Page>
  )
}

function LivePlan({ detail, onRefresh }: { readonly detail: PlanDetail; readonly onRefresh: () => Promise<unknown> }) {
  const { t } = useTranslation('finance')
  const { rules, joined, ...plan } = detail
  return (
    <Page
      title={detail.name}
      onRefresh={onRefresh}
      actions={
        <IconButton icon="history" label={t('titles.planRecords')} onClick={() => go(followPaths.planRecords)} />
      }
    >
      <div className={styles.page}>
        <img className={styles.cover} src={belowBase(detail.cover)} alt="" />
        <p className={styles.intro}>{detail.intro}</p>
        <Note
          className={styles.note}
        >{`${t('ledBy', { name: detail.leader_name })} · ${t('joinedCount', { count: detail.joined_count })}`}</Note>
        <LockBanner stops="trade" />
        {joined !== null && <JoinedCard joined={joined} />}
        <PlanForm plan={plan} onRefused={() => void onRefresh()} />
        <section className={styles.card}>
          <h2>{t('planRules')}</h2>
          <Stack as="article" gap={3} size={3} isLoose breaks>
            {rules.split('\n\n').map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Stack>
        </section>
      </div>
    </Page>
  )
}

/** Money in a plan: what it earned today and in all, and when it comes back. */
export function JoinedCard({ joined, hasName = false }: { readonly joined: JoinedPlan; readonly hasName?: boolean }) {
  const { t } = useTranslation('finance')
  const { money, gain, share, day } = useFinanceFormat()
  const { currency_name: coin, days, remain_day } = joined
  const isOver = joined.status === 'ended'
  const paid = days - remain_day
  return (
    <section className={styles.card}>
      <Row gap={3} className={styles.head}>
        {hasName && <img className={styles.thumb} src={belowBase(joined.cover)} alt="" loading="lazy" />}
        <Stack as="span" gap="hair" grows breaks className={styles.names}>
          <b>{hasName ? joined.name : t('yourMoney')}</b>
          <small>{money(joined.amount, coin)}</small>
        </Stack>
        <Badge tone={isOver ? 'quiet' : 'accent'}>{t(`joinedStatus.${joined.status}`)}</Badge>
      </Row>
      {!isOver && <Days days={days} paid={paid} label={t('paidDays', { paid, of: days })} />}
      <Facts
        kind="ruled"
        facts={[
          ...(isOver
            ? []
            : [{ name: t('todayProfit'), value: gain(joined.today_profit, coin), tone: 'rise' } as const]),
          { name: t('sumProfit'), value: gain(joined.sum_profit, coin), tone: 'rise' },
          { name: t('perDay'), value: `${share(joined.day_rate)} · ${gain(joined.daily, coin)}` },
          ...(isOver ? [] : [{ name: t('daysLeft'), value: t('days', { count: remain_day }) }]),
          { name: t(isOver ? 'finishedAt' : 'backShort'), value: t('atMidnight', { day: day(joined.end_ms) }) },
        ]}
      />
    </section>
  )
}
