import { Facts } from '#src/ui/facts.tsx'
import { follow, type Plan } from '#contract/finance/follow.ts'
import { useServices } from '#src/actors/services.tsx'
import { followPaths } from '#src/lib/paths/follow.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { useTranslation } from 'react-i18next'
import { lesser, percentLeft } from './balance.ts'
import { earnedOver, earnedRows, Earnings } from './earned.tsx'
import { useFinanceFormat, useFree, type Say } from './use-finance.ts'

type Live = {
  readonly plan: Plan
  readonly free: string | null
  readonly nowMs: number
  readonly t: Say
  readonly shown: ReturnType<typeof useFinanceFormat>
}
const mostOf = ({ max_amount, surplus_number }: Plan) =>
  lesser(max_amount === '0' ? surplus_number : max_amount, surplus_number)

const joinForm = moneyForm<Live>()({
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
export function PlanForm({ plan, onRefused }: { readonly plan: Plan; readonly onRefused: () => void }) {
  const { t } = useTranslation(['finance', 'refusals'])
  const { serverNow } = useServices()
  const shown = useFinanceFormat()
  const { share, money } = shown
  const { currency_name: coin } = plan
  const free = useFree(plan.currency_id)
  const form = useMoneyForm(joinForm, { plan, free, nowMs: serverNow(), t, shown })
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
