import { Section } from '#src/ui/section.tsx'
import { follow, type JoinedPlan, type PlanDetail, type Plan } from '#contract/finance/follow.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Box, Card, Note, Row, Stack } from '#src/ui/box.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import { Facts } from '#src/ui/facts.tsx'
import { Days } from './parts.tsx'
import styles from './finance.module.css'
import { useFinanceFormat, useFree, type Say } from './use-finance.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { GateCard } from '#src/parts/form/gate.tsx'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useLiveForm } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { useLeastGate, type Gate, type TypedAmount } from '#src/parts/form/use-gate.ts'
import { Banner } from '#src/ui/banner.tsx'
import { lesser, percentLeft } from './balance.ts'
import { earnedOver, earnedRows, Earnings } from './earned.tsx'

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
      <Stack gap={3} topPad={2} endPad={8}>
        {failure === null && <Skeleton lines={5} height={96} />}
        {failure !== null && !isGone && <ReadFailed failure={failure} onRetry={() => void refresh()} />}
        {isGone && (
          <Empty text={t('planGone')} icon="user">
            <Button kind="quiet" onClick={() => go(followPaths.finance, { replace: true })}>
              {t('toFinance')}
            </Button>
          </Empty>
        )}
      </Stack>
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
      <Stack gap={3} topPad={2} endPad={8}>
        <img className={styles.cover} src={belowBase(detail.cover)} alt="" />
        <Box as="p">{detail.intro}</Box>
        <Note>
          {t('ledBy', { name: detail.leader_name })} · {t('joinedCount', { count: detail.joined_count })}
        </Note>
        {joined !== null && <JoinedCard joined={joined} />}
        <PlanForm plan={plan} onRefused={() => void onRefresh()} />
        <Section isCard title={t('planRules')}>
          <Stack as="article" gap={3} size={3} isLoose breaks>
            {rules.split('\n\n').map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Stack>
        </Section>
      </Stack>
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
    <Card as="section" gap={3} pad={4}>
      <Row gap={3}>
        {hasName && <img className={styles.thumb} src={belowBase(joined.cover)} alt="" loading="lazy" />}
        <Stack as="span" gap="hair" grows breaks>
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
    </Card>
  )
}

type About = {
  readonly plan: Plan
  readonly free: string | null
  readonly nowMs: number
  readonly t: Say
  readonly shown: ReturnType<typeof useFinanceFormat>
}
type Live = About & { readonly gate: Gate }
const usePlan = (about: About, now: TypedAmount): Live => ({
  ...about,
  gate: useLeastGate(about.plan, about.plan.min_amount, now),
})
const mostOf = ({ max_amount, surplus_number }: Plan) =>
  lesser(max_amount === '0' ? surplus_number : max_amount, surplus_number)

const joinForm = moneyForm<Live, About>()({
  call: follow.join,
  draft: ({ plan }) => `plan.${plan.id}`,
  fields: () => ({ amount: '' }),
  sums: (texts, { plan: { days, day_rate, decimal_scale, server_now_ms }, nowMs }) =>
    earnedOver(texts.amount, { days, rate: day_rate, scale: decimal_scale, nowMs: nowMs || server_now_ms }),
  faults: ({ sums: { amount }, live: { plan, free } }) => ({
    amount: amountFault(amount, { min: plan.min_amount, max: mostOf(plan), ...(free !== null && { free }) }),
  }),
  input: ({ sums: { amount }, live: { plan } }) => ({ id: plan.id, amount, expect: plan.status }),
  review: ({ sums, live }) => {
    const { plan, t, shown } = live
    return {
      title: t('joinTitle', { name: plan.name }),
      rows: [
        ...earnedRows(sums, live, plan.currency_name, plan.days),
        { name: t('leaveEarly'), value: t('notPossible') },
      ],
      hold: plan.status === 'open' ? null : t(`closedText.${plan.status}`),
      confirm: t('joinConfirm', { amount: shown.money(sums.amount || '0', plan.currency_name) }),
      doneTitle: t('joinDone'),
      done: <p>{t('joinDoneText', { day: shown.day(sums.startMs) })}</p>,
      next: followPaths.planRecords,
    }
  },
})

/** The terms of a plan, an amount with what it earns, and the review before it is put in for the whole term. */
function PlanForm({ plan, onRefused }: { readonly plan: Plan; readonly onRefused: () => void }) {
  const { t } = useTranslation(['finance', 'refusals'])
  const { serverNow } = useServices()
  const shown = useFinanceFormat()
  const { share, money } = shown
  const { currency_name: coin } = plan
  const free = useFree(plan.currency_id)
  const form = useLiveForm(joinForm, { plan, free, nowMs: serverNow(), t, shown }, usePlan, {
    gate: ({ gate }) => gate,
  })
  const { sums } = form
  // What was refused may have been about another state of the plan.
  useOnValue(form.state === 'refused' ? form.failure : null, onRefused)
  const isOpen = plan.status === 'open'
  return (
    <MoneyPage
      form={form}
      label={t('join')}
      isClosed={!isOpen}
      button={sums.units > 0n ? t('reviewOf', { amount: money(sums.amount, coin) }) : t('review')}
    >
      <GateCard gate={form.live.gate} />
      <Facts
        kind="tiles"
        facts={[
          { name: t('perDay'), value: share(plan.day_rate), tone: 'rise' },
          { name: t('term'), value: t('days', { count: plan.days }) },
          { name: t('leftShort'), value: `${percentLeft(plan.surplus_number, plan.total_number)}%` },
        ]}
      />
      {!isOpen && (
        <Banner kind="warning" icon="warning">
          {t(`closedText.${plan.status}`)}
        </Banner>
      )}
      <MoneyField
        fields={form.fields}
        name="amount"
        label={t('amount')}
        unit={coin}
        scale={plan.decimal_scale}
        most={lesser(free ?? '0', mostOf(plan))}
        bounds={{ min: plan.min_amount, max: mostOf(plan) }}
        hint={t('betweenAmounts', { min: money(plan.min_amount, coin), max: money(plan.max_amount, coin) })}
        balance={t('spotAccount', { amount: free === null ? '—' : money(free, coin) })}
      />
      <Earnings sums={sums} days={plan.days} coin={coin} title={t('whatItEarns')} />
      <Banner kind="warning" icon="warning">
        {t('planNote')}
      </Banner>
    </MoneyPage>
  )
}
